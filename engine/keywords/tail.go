package keywords

// A term whose spelling is its site and a tail (鼓膜穿孔) is understood with words
// between them, too (鼓膜紧张部陈旧性穿孔), whether the tail is a head or not.

// shortestTail is how many bytes a tail has at least, two characters: 大 of 肝大
// says nothing elsewhere.
const shortestTail = len("穿孔")

// tails finds them, where no head does the same.
func (b *builder) tails() {
	l := b.lexicon
	if !l.reads(tailedTerms) {
		return
	}
	for _, w := range l.words[:len(l.words):len(l.words)] {
		if w.term < 0 || l.terms[w.term].site < 0 {
			continue
		}
		site := l.terms[w.term].site
		if at := b.siteAhead(w.text); at > 0 && len(w.text)-at >= shortestTail && l.find(w.text[:at]).site == site && b.isSimple(w.text[at:]) {
			b.addTail(text{Value: w.text[at:], At: w.at}, choice{w.term, []int32{site}})
		}
	}
}

// siteAhead is where the longest name of a site that a spelling begins with ends, 0
// for none.
func (b *builder) siteAhead(spelling string) int {
	longest := 0
	for at := range spelling {
		if id, ok := b.lexicon.wordIDs[spelling[:at]]; ok && at > 0 && b.lexicon.words[id].site >= 0 && b.lexicon.words[id].term < 0 {
			longest = at
		}
	}
	return longest
}

// isSimple reports whether a tail is one word to the grammar: it begins with nothing
// that describes, names a place or acts, and ends with no head.
func (b *builder) isSimple(tail string) bool {
	for at := range tail {
		if at == 0 {
			continue
		}
		if w := b.lexicon.find(tail[:at]); w != nil {
			if w.describes() || w.number != "" || w.cue != nil || w.pseudo || len(w.local) > 0 || w.site >= 0 || w.head >= 0 || w.groups != 0 {
				return false
			}
		}
		if w := b.lexicon.find(tail[at:]); w != nil && (w.head >= 0 || w.term >= 0) {
			return false
		}
	}
	return true
}

// addTail lets the tail make the term on its site.
func (b *builder) addTail(t text, c choice) {
	if w := b.word(t, findingWeight); w != nil && !w.normal && !w.pseudo && w.cue == nil && w.term < 0 && w.site < 0 {
		if w.head >= 0 {
			if _, ok := b.lexicon.heads[w.head].terms[c.known[0]]; ok {
				return
			}
		}
		w.tails = append(w.tails, c)
	}
}

// addTail notes the term that the tail at token i makes with the last site of its
// clause, and reports whether it makes one.
func (a *analysis) addTail(i int, w *word) bool {
	near := &a.near
	if near.count == 0 {
		return false
	}
	last := near.clause[near.count-1]
	if !a.closeBy(last.token, i) {
		return false
	}
	if w.head >= 0 {
		if _, ok := a.termOf(&a.lexicon.heads[w.head], last.site); ok {
			return false
		}
	}
	for _, c := range w.tails {
		if anyKnown(a.lexicon.sites, c.known, last.site) {
			a.flags[i] |= targetFlag | sitedFlag
			a.mention(mention{term: c.id, token: int32(i), start: a.tokens[last.token].start, end: a.tokens[i].end, site: a.lexicon.terms[c.id].site, siteToken: int32(last.token)})
			return true
		}
	}
	return false
}
