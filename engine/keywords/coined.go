package keywords

import (
	"slices"
	"strings"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/segment"
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
	if !a.Lexicon.Reads(lexicon.CoinedNames) {
		return
	}
	from, to := 0, 0 // of the name that may be going on, and of the tokens that stay
	for i := 0; i <= len(a.Tokens); i++ {
		if i < len(a.Tokens) && a.mayName(i) {
			continue
		}
		name := a.nameIn(from, i)
		to += copy(a.Tokens[to:], a.Tokens[from:name])
		if name < i {
			a.Tokens[to] = segment.Token{Start: a.Tokens[name].Start, End: a.Tokens[i-1].End, Word: segment.CoinedToken}
			to++
		}
		if i < len(a.Tokens) {
			a.Tokens[to] = a.Tokens[i]
			to++
		}
		from = i + 1
	}
	a.Tokens = a.Tokens[:to]
}

// nameIn is where the name begins that tokens end with, the last of them unknown or no
// finding by itself; to where there is none.
func (a *analysis) nameIn(from, to int) int {
	from = a.leadsUp(from, to)
	for k := from; k < to-1; k++ {
		if w := a.WordOrNone(k); w.Term >= 0 && (!a.adjectival(k) || k == to-2) {
			from = a.leadsUp(k+1, to)
		}
	}
	if from >= to || !a.HoldsUnknown(from, to) || from > 0 && a.Is(from-1, segment.NumberToken) || a.Is(to, segment.NumberToken) {
		return to
	}
	if w := a.WordOrNone(to - 1); (w.Term >= 0 || w.Head >= 0 || w.Site >= 0) && !(w.Term >= 0 && a.qualified(from, to-1)) {
		return to
	}
	runes := a.Text.Runes[a.Tokens[from].Start:a.Tokens[to-1].End]
	endsWith := func(with []rune) bool {
		return len(with) <= len(runes) && slices.Equal(runes[len(runes)-len(with):], with)
	}
	kind := 0
	for _, k := range a.Lexicon.Kinds {
		if len(k) > kind && endsWith(k) {
			kind = len(k)
		}
	}
	if n := len(runes) - kind; kind == 0 || n < fewestCoined || n > mostCoined || slices.ContainsFunc(a.Lexicon.Generic, endsWith) {
		return to
	}
	return from
}

// qualified reports whether the disease at token i has unknown text right before it that ends
// as what qualifies a disease does (视锥细胞|营养不良), and no site from a token on, which
// would make it one of that.
func (a *analysis) qualified(from, i int) bool {
	if !a.Lexicon.Reads(lexicon.QualifiedNames) || !a.Is(i-1, segment.TextToken) || a.Tokens[i-1].End-a.Tokens[i-1].Start < 3 {
		return false
	}
	for ; from < i; from++ {
		if a.WordOrNone(from).Site >= 0 {
			return false
		}
	}
	before := a.Text.Runes[a.Tokens[i-1].Start:a.Tokens[i-1].End]
	return segment.EndsAny(before, a.Lexicon.Qualifiers)
}

// addCoined notes the name that token i is.
func (a *analysis) addCoined(i int) {
	a.flags[i] |= targetFlag
	t := lexicon.Term{Name: a.NameOf(a.Tokens[i]), Contexts: a.Lexicon.Mask(""), Site: -1, Head: -1}
	for at := range t.Name {
		if w := a.Lexicon.Find(t.Name[at:]); a.Lexicon.Reads(lexicon.QualifiedNames) && w != nil && w.Term >= 0 {
			t.Parents = []int32{w.Term}
			break
		}
	}
	a.note(i, a.makeTerm(t), -1)
}

// leadsUp goes over what only leads up to a name: 可见, 有.
func (a *analysis) leadsUp(from, to int) int {
	for from < to {
		if w := a.WordOrNone(from); !w.Quality || w.Course || w.Site >= 0 || a.endsAttributive(w.Text) {
			break
		}
		from++
	}
	return from
}

// endsAttributive reports whether a word describes what follows: 强直性.
func (a *analysis) endsAttributive(word string) bool {
	return slices.ContainsFunc(a.Lexicon.Attribute, func(ending []rune) bool { return strings.HasSuffix(word, string(ending)) })
}

// mayName reports whether token i may stand within a name.
func (a *analysis) mayName(i int) bool {
	if a.Is(i, segment.TextToken) {
		return true
	}
	w := a.Word(i)
	return w != nil && w.Cue == nil && w.Groups&^(lexicon.SiteGroup|lexicon.TermGroup) == 0 && w.Side == "" && w.Severity == "" && !w.Normal && !w.Pseudo || a.Hyphen(i)
}
