package keywords

import (
	"slices"

	"tijian/engine/keywords/lexicon"
)

// A negator one of whose characters cannot be read leaves a finding that may be
// denied or not: 胆囊未佥结石, 肝内米见结节. Such a finding is possible, never certain.

// doubt makes possible what stands right behind half a negator.
func (a *analysis) doubt() {
	unreadable := a.lexicon.Unreadable
	if unreadable == nil {
		return
	}
	for _, m := range a.mentions {
		if a.assertions[m.token].category >= 0 {
			continue
		}
		first := int(m.token)
		if m.siteToken >= 0 && a.tokens[m.siteToken].start == m.start {
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
		for i--; i > 0 && a.isGap(i); i-- {
		}
		return i
	}
	for i = before(i); i > 0 && a.wordOrNone(i).Describes() && a.groups(i)&lexicon.NegatorEndGroup == 0; i = before(i) {
	}
	if i < 1 {
		return false
	}
	first := before(i)
	if first < 0 {
		return false
	}
	if a.groups(i)&lexicon.NegatorEndGroup == 0 {
		return a.oneUnknown(i) && a.groups(first)&lexicon.NegatorBeginGroup != 0
	}
	if k := before(first); a.oneUnknown(first) {
		return k < 0 || a.isGap(k) || a.isBreak(k) || a.groups(k)&(lexicon.SiteGroup|lexicon.CommaGroup|lexicon.SentenceGroup|lexicon.ColonGroup) != 0
	}
	return false
}

// oneUnknown reports whether token i is one character of no word, or one of those that
// sounds like what negators begin with: 威见结节.
func (a *analysis) oneUnknown(i int) bool {
	t := a.tokens[i]
	return t.word == textToken && t.end-t.start == 1 && (a.text.Codes[t.start] == 0 || a.soundsNegative(t.start))
}

func (a *analysis) soundsNegative(at int32) bool {
	return slices.ContainsFunc(a.lexicon.TermReader.Sounds[a.text.Runes[at]], func(code uint16) bool {
		id, n := a.lexicon.Trie.Longest([]uint16{code})
		return n > 0 && a.lexicon.Word(id).Groups&lexicon.NegatorBeginGroup != 0
	})
}
