package keywords

import "tijian/engine/keywords/lexicon"

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
		return a.OneUnknown(i) && a.Groups(first)&lexicon.NegatorBeginGroup != 0
	}
	if k := before(first); a.OneUnknown(first) {
		return k < 0 || a.IsGap(k) || a.IsBreak(k) || a.Groups(k)&(lexicon.SiteGroup|lexicon.CommaGroup|lexicon.SentenceGroup|lexicon.ColonGroup) != 0
	}
	return false
}
