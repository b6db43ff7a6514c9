package keywords

import (
	"slices"
	"strings"

	"tijian/engine/message"
	"tijian/engine/problem"
)

// Review looks for what Load lets pass although it does not work as written:
// spellings that a cue or a longer word takes over (error), cues that never
// decide (error), cues that name a site and words that have no effect
// (warning), and, as notes, spellings that contain a cue and are safe only because
// the longest word wins. The list is sorted by place.
func (l *Lexicon) Review() problem.List {
	r := reviewer{lexicon: l, words: slices.Collect(l.every())}
	r.spellings()
	r.compositions()
	r.cues()
	r.pseudo()
	r.problems.Sort()
	return r.problems
}

type reviewer struct {
	lexicon  *Lexicon
	words    []*word // also those that forms make
	problems problem.List
}

// means reports whether a text standing alone gives exactly one certain term.
func (r *reviewer) means(text string, term int32) bool {
	got, err := r.lexicon.Extract(text, r.lexicon.union())
	return err == nil && len(got.Certain) == 1 && got.Certain[0] == r.lexicon.terms[term].name && len(got.Possible) == 0
}

// union is the context that takes most.
func (l *Lexicon) union() string {
	best := l.contexts[0]
	for _, c := range l.contexts[1:] {
		if c.mask&best.mask == best.mask {
			best = c
		}
	}
	return best.name
}

func (r *reviewer) spellings() {
	for _, w := range r.words {
		if w.term < 0 {
			continue
		}
		if !r.means(w.text, w.term) {
			r.problems.Add(message.TermTakenOver.At(w.at, "word", w.text, "term", r.lexicon.terms[w.term].name))
			continue
		}
		if cue := r.within(w, func(c *word) bool { return c.cue != nil && c.length > 1 }); cue != nil {
			r.problems.Add(message.TermContainsCue.At(w.at, "word", w.text, "cue", cue.text))
		}
	}
}

// within is the longest word of the kind that is a part of another, the first of
// several; nil for none.
func (r *reviewer) within(w *word, kind func(*word) bool) *word {
	letters := []rune(w.text)
	for length := len(letters) - 1; length > 0; length-- {
		for start := 0; start+length <= len(letters); start++ {
			if part := r.lexicon.find(string(letters[start : start+length])); part != nil && kind(part) {
				return part
			}
		}
	}
	return nil
}

func (r *reviewer) compositions() {
	for _, h := range r.lexicon.heads {
		if len(h.terms) == 0 && h.alone < 0 && h.contexts == 0 {
			r.problems.Add(message.UnusedHead.At(h.at, "name", h.name))
		}
		for s, id := range h.terms {
			if text := r.lexicon.sites[s].name + "可见" + h.name; !r.means(text, id) {
				r.problems.Add(message.CompositionFails.At(h.at, "text", text, "term", r.lexicon.terms[id].name))
			}
		}
	}
}

// cues proves every cue on a probe: put in front of a finding, behind it,
// behind a comma or as the answer to a heading, it must decide at least once.
func (r *reviewer) cues() {
	probes := r.probes()
	for _, w := range r.words {
		if w.cue != nil && (w.site >= 0 || w.scale >= 0 || w.head >= 0 && r.lexicon.heads[w.head].alone >= 0) {
			r.problems.Add(message.CueIsName.At(w.cue.at, "cue", w.cue.text))
		}
		if w.cue == nil || r.decides(w, probes) {
			continue
		}
		r.problems.Add(message.ShadowedCue.At(w.cue.at, "cue", w.cue.text))
	}
}

// probes are a few terms to try cues on: a composed one and whole ones.
func (r *reviewer) probes() []string {
	var names []string
	heads := 0
	for _, t := range r.lexicon.terms {
		if t.grade != "" {
			continue
		}
		if t.head >= 0 && heads < 3 {
			heads++
			names = append(names, t.name)
		} else if t.head < 0 && len(names)-heads < 3 {
			names = append(names, t.name)
		}
		if len(names) == 6 {
			break
		}
	}
	for _, h := range r.lexicon.heads { // for cues that stand only before a head
		if h.alone >= 0 {
			names = append(names, h.name)
			break
		}
	}
	return names
}

func (r *reviewer) decides(w *word, probes []string) bool {
	advice := ""
	for _, c := range r.words {
		if c.cue != nil && r.lexicon.marksAs(c.cue) == Conditional && c.cue.direction == forward && c.cue != w.cue {
			advice = c.text
			break
		}
	}
	if w.cue.graded {
		return r.decidesGrade(w)
	}
	if _, verb, _ := r.lexicon.operations.parse(w.text); w.cue.answers || slices.Contains(r.lexicon.operations.keeping, verb) {
		return true // it only leaves what the question asks, or what the operation is for
	}
	for _, p := range probes {
		texts := []string{w.text + p, p + w.text, p + "," + w.text, advice + w.text + p}
		if w.cue.reach <= 2 { // only ever answers a heading: 疝:弃查
			texts = append(texts, p+":"+w.text)
		}
		if w.cue.behind != 0 { // 因肠胀气，显示不清
			texts = append(texts, r.of(w.cue.behind)+p+","+w.text, r.of(w.cue.behind)+p+w.text)
		}
		if w.cue.introduced { // 他 behind 丈夫陪同
			texts = append(texts, r.other()+";"+w.text+p)
		}
		if slices.ContainsFunc(texts, func(text string) bool { return r.decided(w, text) }) {
			return true
		}
	}
	return false
}

// decidesGrade reports whether the cue takes back the grade of a scale.
func (r *reviewer) decidesGrade(w *word) bool {
	return slices.ContainsFunc(r.lexicon.terms, func(t term) bool { return t.grade != "" && r.decided(w, t.name+w.text) })
}

// decided reports whether the cue gives a mention in the text its status.
func (r *reviewer) decided(w *word, text string) bool {
	got, err := r.lexicon.Extract(text, r.lexicon.union())
	return err == nil && slices.ContainsFunc(got.Matches, func(m Match) bool { return m.Cue == w.cue.text })
}

// other is a word that speaks of another person.
func (r *reviewer) other() string {
	for _, w := range r.words {
		if w.cue != nil && !w.cue.introduced && w.cue.direction == forward && r.lexicon.marksAs(w.cue) == Family {
			return w.text
		}
	}
	return ""
}

// of is a word of the group.
func (r *reviewer) of(group uint64) string {
	for _, w := range r.words {
		if w.groups&group != 0 {
			return w.text
		}
	}
	return ""
}

// pseudo finds pseudo-cues in which nothing would act anyway.
func (r *reviewer) pseudo() {
	for _, w := range r.words {
		crosses := func(c *word) bool { return c != w && c.acts() && overlap(c.text, w.text) }
		if w.pseudo && r.within(w, (*word).acts) == nil && !slices.ContainsFunc(r.words, crosses) {
			r.problems.Add(message.UselessPseudo.At(w.at, "word", w.text))
		}
	}
}

// acts reports whether the word does anything where it stands.
func (w *word) acts() bool {
	return w.cue != nil || w.term >= 0 || w.head >= 0 || w.site >= 0 || w.groups&^cueGroup != 0 || w.normal || w.side != ""
}

// overlap reports whether the end of a word is the beginning of the other.
func overlap(a, b string) bool {
	for i := range b {
		if i > 0 && (strings.HasSuffix(a, b[:i]) || strings.HasPrefix(a, b[i:])) {
			return true
		}
	}
	return false
}
