package keywords

import (
	"slices"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/segment"
)

// A negator one of whose characters cannot be read leaves a finding that may be
// denied or not: 胆囊未佥结石, 肝内米见结节. Such a finding is possible, never certain.

// doubt makes possible what stands right behind half a negator.
func (a *analysis) doubt() {
	unreadable := a.Lexicon.Unreadable
	if unreadable == nil {
		return
	}
	for _, m := range a.mentions {
		if a.assertions[m.token].category >= 0 {
			continue
		}
		first := int(m.token)
		if m.siteToken >= 0 && a.Tokens[m.siteToken].Start == m.start {
			first = int(m.siteToken)
		}
		if a.halfNegator(first) {
			a.assertions[m.token] = assertion{unreadable, unreadable.Category}
		}
	}
}

// halfNegator reports whether the noun phrase before token i begins with 未 and a
// character that no word has, or with such a character and 见.
func (a *analysis) halfNegator(i int) bool {
	before := func(i int) int {
		for i--; i > 0 && a.IsGap(i); i-- {
		}
		return i
	}
	for i = before(i); i > 0 && a.WordOrNone(i).Describes() && a.Groups(i)&lexicon.NegatorEndGroup == 0; i = before(i) {
	}
	if i < 1 {
		return false
	}
	first := before(i)
	if first < 0 {
		return false
	}
	if a.Groups(i)&lexicon.NegatorEndGroup == 0 {
		return a.oneUnknown(i) && a.Groups(first)&lexicon.NegatorBeginGroup != 0
	}
	if k := before(first); a.oneUnknown(first) {
		return k < 0 || a.IsGap(k) || a.IsBreak(k) || a.Groups(k)&(lexicon.SiteGroup|lexicon.CommaGroup|lexicon.SentenceGroup|lexicon.ColonGroup) != 0
	}
	return false
}

// oneUnknown reports whether token i is one character of no word, or one of those that
// sounds like what negators begin with: 威见结节.
func (a *analysis) oneUnknown(i int) bool {
	t := a.Tokens[i]
	return a.oneUnread(i) && (a.Text.Codes[t.Start] == 0 || a.soundsNegative(t.Start))
}

// halfOperation reports whether the word at token i, which surgeons do as well, stands
// before a character that looks like the one that says so: 融合木史, of 融合术史.
func (a *analysis) halfOperation(i int, w *lexicon.Word) bool {
	next := i + 1
	if next >= len(a.Tokens) || !a.oneUnread(next) || a.Tokens[next].Start != a.Tokens[i].End || !a.Lexicon.Operations.EndsWith(w.Text) {
		return false
	}
	c := int(a.Text.Codes[a.Tokens[next].Start])
	return slices.ContainsFunc(a.Lexicon.Misreaders, func(m lexicon.Misreader) bool {
		return c < len(m.Meant) && slices.ContainsFunc(m.Meant[c], func(code uint16) bool { return a.Lexicon.Operations.Begins(a.Lexicon.Alphabet, code) })
	})
}

// oneUnread reports whether token i is one character that no word covers.
func (a *analysis) oneUnread(i int) bool {
	return a.Is(i, segment.TextToken) && a.Tokens[i].End-a.Tokens[i].Start == 1
}

func (a *analysis) soundsNegative(at int32) bool {
	return slices.ContainsFunc(a.Lexicon.TermReader.Sounds[a.Text.Runes[at]], func(code uint16) bool {
		id, n := a.Lexicon.Trie.Longest([]uint16{code})
		return n > 0 && a.Lexicon.Word(id).Groups&lexicon.NegatorBeginGroup != 0
	})
}
