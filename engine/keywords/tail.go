package keywords

import "tijian/engine/keywords/lexicon"

// addTail notes the term that the tail at token i makes with the last site of its
// clause, and reports whether it makes one.
func (a *analysis) addTail(i int, w *lexicon.Word) bool {
	near := &a.near
	if near.count == 0 {
		return false
	}
	last := near.clause[near.count-1]
	if !a.closeBy(last.token, i) {
		return false
	}
	if w.Head >= 0 {
		if _, ok := a.termOf(&a.lexicon.Heads[w.Head], last.site); ok {
			return false
		}
	}
	for _, c := range w.Tails {
		if a.lexicon.Within(last.site, c.Known...) {
			a.flags[i] |= targetFlag | sitedFlag
			a.mention(mention{term: c.ID, token: int32(i), start: a.tokens[last.token].start, end: a.tokens[i].end, site: a.lexicon.Terms[c.ID].Site, siteToken: int32(last.token)})
			return true
		}
	}
	return false
}
