package keywords

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tijian/engine/keywords/lexicon"
)

// A name is no secret where no dictionary has it: a phrase that is all one name and ends
// with a kind of disease (角层下脓疱性皮病, Cronkhite-Canada综合征) is a finding under that
// name, and is denied, doubted and told of others like every finding.

// Names have at least fewestCoined and at most mostCoined characters before their kind.
const (
	fewestCoined = 2
	mostCoined   = 16
)

// coin joins the tokens of each name that ends with a kind of disease to one.
func (a *analysis) coin() {
	if !a.lexicon.Reads(lexicon.CoinedNames) {
		return
	}
	from, to := 0, 0 // of the name that may be going on, and of the tokens that stay
	for i := 0; i <= len(a.tokens); i++ {
		if i < len(a.tokens) && a.mayName(i) {
			continue
		}
		name := a.nameIn(from, i)
		to += copy(a.tokens[to:], a.tokens[from:name])
		if name < i {
			a.tokens[to] = token{a.tokens[name].start, a.tokens[i-1].end, coinedToken}
			to++
		}
		if i < len(a.tokens) {
			a.tokens[to] = a.tokens[i]
			to++
		}
		from = i + 1
	}
	a.tokens = a.tokens[:to]
}

// nameIn is where the name begins that tokens end with, the last of them unknown or no
// finding by itself; to where there is none.
func (a *analysis) nameIn(from, to int) int {
	from = a.leadsUp(from, to)
	for k := from; k < to-1; k++ {
		if w := a.wordOrNone(k); w.Term >= 0 && (!a.adjectival(k) || k == to-2) {
			from = a.leadsUp(k+1, to)
		}
	}
	if from >= to || !a.holdsUnknown(from, to) || from > 0 && a.is(from-1, numberToken) || a.is(to, numberToken) {
		return to
	}
	if w := a.wordOrNone(to - 1); (w.Term >= 0 || w.Head >= 0 || w.Site >= 0) && !(w.Term >= 0 && a.qualified(from, to-1)) {
		return to
	}
	runes := a.text.Runes[a.tokens[from].start:a.tokens[to-1].end]
	endsWith := func(with []rune) bool {
		return len(with) <= len(runes) && slices.Equal(runes[len(runes)-len(with):], with)
	}
	kind := 0
	for _, k := range a.lexicon.Kinds {
		if len(k) > kind && endsWith(k) {
			kind = len(k)
		}
	}
	if n := len(runes) - kind; kind == 0 || n < fewestCoined || n > mostCoined || slices.ContainsFunc(a.lexicon.Generic, endsWith) {
		return to
	}
	return from
}

// qualified reports whether the disease at token i has unknown text right before it that ends
// as what qualifies a disease does (视锥细胞|营养不良), and no site from a token on, which
// would make it one of that.
func (a *analysis) qualified(from, i int) bool {
	if !a.lexicon.Reads(lexicon.QualifiedNames) || !a.is(i-1, textToken) || a.tokens[i-1].end-a.tokens[i-1].start < 3 {
		return false
	}
	for ; from < i; from++ {
		if a.wordOrNone(from).Site >= 0 {
			return false
		}
	}
	before := a.text.Runes[a.tokens[i-1].start:a.tokens[i-1].end]
	return slices.ContainsFunc(a.lexicon.Qualifiers, func(q []rune) bool { return endsWith(before, q) })
}

// addCoined notes the name that token i is.
func (a *analysis) addCoined(i int) {
	a.flags[i] |= targetFlag
	t := lexicon.Term{Name: a.nameOf(a.tokens[i]), Contexts: a.lexicon.Mask(""), Site: -1, Head: -1}
	for at := range t.Name {
		if w := a.lexicon.Find(t.Name[at:]); a.lexicon.Reads(lexicon.QualifiedNames) && w != nil && w.Term >= 0 {
			t.Parents = []int32{w.Term}
			break
		}
	}
	a.note(i, a.makeTerm(t), -1)
}

// nameOf is a name as it was read, its Latin letters large or small as written.
func (a *analysis) nameOf(t token) string {
	name := slices.Clone(a.text.Runes[t.start:t.end])
	for i, r := range name {
		if written, _ := utf8.DecodeRuneInString(a.source[a.text.Bytes[a.text.From[int(t.start)+i]]:]); unicode.ToLower(written) == r {
			name[i] = written
		}
	}
	return string(name)
}

// holdsUnknown reports whether tokens hold an unknown word.
func (a *analysis) holdsUnknown(from, to int) bool {
	return slices.ContainsFunc(a.tokens[from:to], func(t token) bool { return t.word == textToken && t.end-t.start > 1 })
}

// leadsUp goes over what only leads up to a name: 可见, 有.
func (a *analysis) leadsUp(from, to int) int {
	for from < to {
		if w := a.wordOrNone(from); !w.Quality || w.Course || w.Site >= 0 || a.endsAttributive(w.Text) {
			break
		}
		from++
	}
	return from
}

// endsAttributive reports whether a word describes what follows: 强直性.
func (a *analysis) endsAttributive(word string) bool {
	return slices.ContainsFunc(a.lexicon.Attribute, func(ending []rune) bool { return strings.HasSuffix(word, string(ending)) })
}

// mayName reports whether token i may stand within a name.
func (a *analysis) mayName(i int) bool {
	if a.is(i, textToken) {
		return true
	}
	w := a.word(i)
	return w != nil && w.Cue == nil && w.Groups&^(lexicon.SiteGroup|lexicon.TermGroup) == 0 && w.Side == "" && w.Severity == "" && !w.Normal && !w.Pseudo || a.hyphen(i)
}

// hyphen reports whether token i joins two Latin words.
func (a *analysis) hyphen(i int) bool {
	return i > 0 && a.spelled(a.tokens[i].start, a.tokens[i].end) == "-" && a.is(i-1, textToken) && a.is(i+1, textToken)
}
