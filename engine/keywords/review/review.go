// Package review proves that the words of a lexicon do what they are written for, by trying
// each on a text of its own.
package review

import (
	"maps"
	"slices"
	"strings"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/message"
	"tijian/engine/problem"
)

// An Answer is what a text says: the standard terms, and the cue that decided each mention.
type Answer struct{ Certain, Possible, Cues []string }

// A Reader reads a text of a context by the lexicon under review.
type Reader func(text, context string) Answer

// Lexicon looks for what loading lets pass although it does not work as written:
// spellings that a cue or a longer word takes over (error), cues that never
// decide (error), cues that name a site and words that have no effect
// (warning), and, as notes, spellings that contain a cue and are safe only because
// the longest word wins. The list is sorted by place.
func Lexicon(l *lexicon.Lexicon, read Reader) problem.List {
	r := reviewer{lexicon: l, words: slices.Collect(l.Shown())}
	context := r.union()
	r.read = func(text string) Answer { return read(text, context) }
	r.spellings()
	r.compositions()
	r.cues()
	r.problems = append(r.problems, Words(l)...)
	r.problems.Sort()
	return r.problems
}

// Words is the part of it that is seen without reading a text.
func Words(l *lexicon.Lexicon) problem.List {
	r := reviewer{lexicon: l, words: slices.Collect(l.Shown())}
	r.wide()
	r.cueNames()
	r.pseudo()
	r.meanings()
	return r.problems
}

type reviewer struct {
	read     func(text string) Answer
	lexicon  *lexicon.Lexicon
	words    []*lexicon.Word // of those that forms make, what shows each choice
	problems problem.List
}

// means reports whether a text standing alone gives exactly one certain term.
func (r *reviewer) means(text string, term int32) bool {
	got := r.read(text)
	return len(got.Certain) == 1 && got.Certain[0] == r.lexicon.Terms[term].Name && len(got.Possible) == 0
}

// union is the context that takes most.
func (r *reviewer) union() string {
	best := r.lexicon.Contexts[0]
	for _, c := range r.lexicon.Contexts[1:] {
		if c.Mask&best.Mask == best.Mask {
			best = c
		}
	}
	return best.Name
}

func (r *reviewer) spellings() {
	for _, w := range r.words {
		if w.Term < 0 {
			continue
		}
		if !r.means(w.Text, w.Term) {
			r.problems.Add(message.TermTakenOver.At(w.At, "word", w.Text, "term", r.lexicon.Terms[w.Term].Name))
			continue
		}
		if cue := r.within(w, func(c *lexicon.Word) bool { return c.Cue != nil && c.Length > 1 }); cue != nil {
			r.problems.Add(message.TermContainsCue.At(w.At, "word", w.Text, "cue", cue.Text))
		}
	}
}

// mostHolders is of how many other terms the names may hold a character that is a
// spelling of one.
const mostHolders = 4

// wide finds characters that are in the names of many other terms, and not what their
// own term ends with: 痛 for 痛风 would make 膝痛 one. 疣 is what 寻常疣 is.
func (r *reviewer) wide() {
	holders := map[*lexicon.Word]map[int32]string{}
	for _, w := range r.words {
		if w.Term >= 0 && w.Head >= 0 {
			r.headTaken(w)
		}
		if w.Term < 0 || w.Length < 2 {
			continue
		}
		for _, letter := range w.Text {
			part := r.lexicon.Find(string(letter))
			if part == nil || part.Term < 0 || part.Term == w.Term || strings.HasSuffix(r.lexicon.Terms[part.Term].Name, part.Text) {
				continue
			}
			if holders[part] == nil {
				holders[part] = map[int32]string{}
			}
			holders[part][w.Term] = w.Text
		}
	}
	for part, terms := range holders {
		if len(terms) > mostHolders {
			r.problems.Add(message.WideSpelling.At(r.lexicon.Terms[part.Term].At, "word", part.Text, "term", r.lexicon.Terms[part.Term].Name, "count", len(terms), "others", slices.Sorted(maps.Values(terms))[:mostHolders]))
		}
	}
}

// headTaken finds a spelling of a term of one site that is what many sites make findings
// with: 结节 for 甲状腺结节 would make every one of them that.
func (r *reviewer) headTaken(w *lexicon.Word) {
	h := &r.lexicon.Heads[w.Head]
	if t := &r.lexicon.Terms[w.Term]; t.Site < 0 || t.Name == w.Text || len(h.Terms) <= mostHolders {
		return
	}
	var others []string
	for _, id := range h.Terms {
		others = append(others, r.lexicon.Terms[id].Name)
	}
	slices.Sort(others)
	r.problems.Add(message.WideSpelling.At(r.lexicon.Terms[w.Term].At, "word", w.Text, "term", r.lexicon.Terms[w.Term].Name, "count", len(others), "others", others[:mostHolders]))
}

// within is the longest word of the kind that is a part of another, the first of
// several; nil for none.
func (r *reviewer) within(w *lexicon.Word, kind func(*lexicon.Word) bool) *lexicon.Word {
	letters := []rune(w.Text)
	for length := len(letters) - 1; length > 0; length-- {
		for start := 0; start+length <= len(letters); start++ {
			if part := r.lexicon.Find(string(letters[start : start+length])); part != nil && kind(part) {
				return part
			}
		}
	}
	return nil
}

// compositions tries every site with every head. Where cues keep them from being
// findings, these are told of, each once.
func (r *reviewer) compositions() {
	by, count := map[*lexicon.Word]string{}, map[*lexicon.Word]int{}
	for _, h := range r.lexicon.Heads {
		if len(h.Terms) == 0 && h.Alone < 0 && h.Contexts == 0 {
			r.problems.Add(message.UnusedHead.At(h.At, "name", h.Name))
		}
		for s, id := range h.Terms {
			site := r.lexicon.Sites[s].Name
			text := site + "可见" + h.Name
			if r.means(text, id) {
				continue
			}
			between := func(c *lexicon.Word) bool {
				return c.Cue != nil && !strings.Contains(site, c.Text) && !strings.Contains(h.Name, c.Text)
			}
			if cue := r.within(&lexicon.Word{Text: text}, between); cue != nil {
				by[cue] = text
				count[cue]++
				continue
			}
			r.problems.Add(message.CompositionFails.At(h.At, "text", text, "term", r.lexicon.Terms[id].Name))
		}
	}
	for cue, text := range by {
		r.problems.Add(message.CueInCompositions.At(cue.Cue.At, "cue", cue.Text, "text", text, "count", count[cue]))
	}
}

// cueNames finds cues that are the name of a site, a scale or a finding.
func (r *reviewer) cueNames() {
	for _, w := range r.words {
		if w.Cue != nil && (w.Site >= 0 || w.Scale >= 0 || w.Head >= 0 && r.lexicon.Heads[w.Head].Alone >= 0) {
			r.problems.Add(message.CueIsName.At(w.Cue.At, "cue", w.Cue.Text))
		}
	}
}

// cues proves every cue on a probe: put in front of a finding, behind it,
// behind a comma or as the answer to a heading, it must decide at least once.
func (r *reviewer) cues() {
	probes := r.probes()
	for _, w := range r.words {
		if w.Cue == nil || r.decides(w, probes) {
			continue
		}
		r.problems.Add(message.ShadowedCue.At(w.Cue.At, "cue", w.Cue.Text))
	}
}

// probes are a few terms to try cues on: a composed one and whole ones.
func (r *reviewer) probes() []string {
	var names []string
	heads := 0
	for _, t := range r.lexicon.Terms {
		if t.Grade != "" {
			continue
		}
		if t.Head >= 0 && heads < 3 {
			heads++
			names = append(names, t.Name)
		} else if t.Head < 0 && len(names)-heads < 3 {
			names = append(names, t.Name)
		}
		if len(names) == 6 {
			break
		}
	}
	for _, h := range r.lexicon.Heads { // for cues that stand only before a head
		if h.Alone >= 0 {
			names = append(names, h.Name)
			break
		}
	}
	return names
}

func (r *reviewer) decides(w *lexicon.Word, probes []string) bool {
	advice := ""
	for _, c := range r.words {
		if c.Cue != nil && r.lexicon.MarksAs(c.Cue) == lexicon.Conditional && c.Cue.Direction == lexicon.Forward && c.Cue != w.Cue {
			advice = c.Text
			break
		}
	}
	if w.Cue.Graded {
		return r.decidesGrade(w)
	}
	if _, verb, _ := r.lexicon.Operations.Parse(w.Text); w.Cue.Answers || slices.Contains(r.lexicon.Operations.Keeping, verb) {
		return true // it only leaves what the question asks, or what the operation is for
	}
	for _, p := range probes {
		texts := []string{w.Text + p, p + w.Text, p + "," + w.Text, advice + w.Text + p}
		if w.Cue.Reach <= 2 { // only ever answers a heading: 疝:弃查
			texts = append(texts, p+":"+w.Text)
		}
		if w.Cue.Behind != 0 { // 因肠胀气，显示不清
			texts = append(texts, r.of(w.Cue.Behind)+p+","+w.Text, r.of(w.Cue.Behind)+p+w.Text)
		}
		if w.Cue.Where != 0 { // 老张 in a text of 我
			texts = append(texts, w.Text+p+";"+r.of(w.Cue.Where))
		}
		if w.Cue.Introduced { // 他 behind 丈夫陪同
			texts = append(texts, r.other()+";"+w.Text+p)
		}
		if slices.ContainsFunc(texts, func(text string) bool { return r.decided(w, text) }) {
			return true
		}
	}
	return false
}

// decidesGrade reports whether the cue takes back the grade of a scale.
func (r *reviewer) decidesGrade(w *lexicon.Word) bool {
	return slices.ContainsFunc(r.lexicon.Terms, func(t lexicon.Term) bool { return t.Grade != "" && r.decided(w, t.Name+w.Text) })
}

// decided reports whether the cue gives a mention in the text its status.
func (r *reviewer) decided(w *lexicon.Word, text string) bool {
	return slices.Contains(r.read(text).Cues, w.Cue.Text)
}

// other is a word that speaks of another person.
func (r *reviewer) other() string {
	for _, w := range r.words {
		if w.Cue != nil && !w.Cue.Introduced && w.Cue.Direction == lexicon.Forward && r.lexicon.MarksAs(w.Cue) == lexicon.Family {
			return w.Text
		}
	}
	return ""
}

// of is a word of the group.
func (r *reviewer) of(group uint64) string {
	for _, w := range r.words {
		if w.Groups&group != 0 {
			return w.Text
		}
	}
	return ""
}

// pseudo finds pseudo-cues in which nothing would act anyway.
func (r *reviewer) pseudo() {
	for _, w := range r.words {
		if w.Pseudo && r.within(w, (*lexicon.Word).Acts) == nil && !r.crossed(w) {
			r.problems.Add(message.UselessPseudo.At(w.At, "word", w.Text))
		}
	}
}

// crossed reports whether a word that acts overlaps with another; here every word of a
// form may be the one.
func (r *reviewer) crossed(w *lexicon.Word) bool {
	for c := range r.lexicon.Every() {
		if c != w && c.Acts() && overlap(c.Text, w.Text) {
			return true
		}
	}
	return false
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
