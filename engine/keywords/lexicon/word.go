package lexicon

import (
	"iter"
	"slices"
)

// Ends reports whether a phrase is complete with the word: 过敏史.
func (w *Word) Ends(l *Lexicon) bool {
	return w.Pseudo || w.Stays(l)
}

// Stays reports whether the word says that what is before it is still so: 病史.
func (w *Word) Stays(l *Lexicon) bool {
	return w.Cue != nil && !w.Cue.Answers && l.MarksAs(w.Cue) == Certain
}

// Describes reports whether a finding must follow the word: 明显, 左侧, 肝.
func (w *Word) Describes() bool {
	return w.Quality || w.Side != "" || w.Severity != "" || w.Site >= 0 && w.Term < 0
}

// Acts reports whether the word does anything where it stands.
func (w *Word) Acts() bool {
	return w.Cue != nil || w.Term >= 0 || w.Head >= 0 || w.Site >= 0 || w.Groups&^CueGroup != 0 || w.Normal || w.Side != ""
}

// IsSegment reports whether a part of a site is spelled so.
func (l *Lexicon) IsSegment(folded string) bool {
	return l.segments[folded]
}

// IsLesion reports whether a term names a lesion.
func (l *Lexicon) IsLesion(term int32) bool {
	h := l.Terms[term].Head
	return h >= 0 && l.Heads[h].Lesion
}

// deepest is how many sites the parts of the body are nested in at most.
const deepest = 8

// Up goes from a site to what it is a part of, itself first; -1 is none.
func (l *Lexicon) Up(s int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for step := 0; s >= 0 && step < deepest && yield(s); step++ {
			s = l.Sites[s].Parent
		}
	}
}

// Organ is the organ whose function a site is, or the site itself: 眼 of 视力.
func (l *Lexicon) Organ(s int32) int32 {
	if p := l.Sites[s].Parent; p >= 0 && l.Sites[s].Analyte && !l.Sites[p].Analyte && l.Reads(OrgansOfFunctions) {
		return p
	}
	return s
}

// Within reports whether a site is one of others or a part of one.
func (l *Lexicon) Within(s int32, others ...int32) bool {
	for at := range l.Up(s) {
		if slices.Contains(others, at) {
			return true
		}
	}
	return false
}
