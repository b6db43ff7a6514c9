package keywords

import "tijian/engine/keywords/lexicon"

// changes reports whether the word at token i, which may be a finding (增大), says
// how a finding changed: right behind it (左肾结石增大), or behind a comparison
// (较2023年增大).
func (a *analysis) changes(i int) bool {
	const limit = 8 // tokens, so that long clauses stay linear
	adjacent := true
	for j := i - 1; j >= max(0, i-limit); j-- {
		w := a.wordOrNone(j)
		switch {
		case w.Compared:
			return true
		case a.isFinding(j):
			return adjacent
		case w.Groups&(lexicon.CommaGroup|lexicon.ListGroup) != 0, a.endsSentence(j):
			return false
		case w.Quality || w.Severity != "" || a.is(j, spaceToken):
		default:
			adjacent = false
		}
	}
	return false
}
