package keywords

// recant takes back what was so before, where the text denies the very same
// finding behind it: 上次提示脂肪肝，本次未见脂肪肝. Without a word such as 上次 both
// stand, for the text contradicts itself.
func (a *analysis) recant() {
	if a.lexicon.former == 0 {
		return
	}
	type place struct{ term, site int32 }
	denied, graded := map[place]assertion{}, map[int32]bool{}
	for i := len(a.mentions) - 1; i >= 0; i-- {
		m := a.mentions[i]
		j := a.assertions[m.token]
		if a.lexicon.grammar >= 2 && a.lexicon.terms[m.term].grade != "" && j.status(a.lexicon) == Certain {
			if scale := a.wordOrNone(int(m.token)).scale; scale >= 0 && graded[scale] && a.formerly(int(m.token)) {
				a.assertions[m.token] = assertion{nil, a.lexicon.gone}
				continue
			} else if scale >= 0 {
				graded[scale] = true
			}
		}
		switch j.status(a.lexicon) {
		case Negated, Past:
			denied[place{m.term, m.site}] = j
		case Certain, Possible:
			if by, ok := denied[place{m.term, m.site}]; ok && a.formerly(int(m.token)) {
				a.assertions[m.token] = by
			}
		}
	}
}

// formerly reports whether the sentence says before token i that it speaks of
// what was.
func (a *analysis) formerly(i int) bool {
	const limit = 16 // tokens, so that long sentences stay linear
	for j := i - 1; j >= max(0, i-limit) && !a.endsSentence(j); j-- {
		if a.groups(j)&a.lexicon.former != 0 {
			return true
		}
	}
	return false
}
