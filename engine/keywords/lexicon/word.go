package lexicon

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
	for _, s := range l.segments {
		if string(s) == folded {
			return true
		}
	}
	return false
}

// IsLesion reports whether a term names a lesion.
func (l *Lexicon) IsLesion(term int32) bool {
	h := l.Terms[term].Head
	return h >= 0 && l.Heads[h].Lesion
}
