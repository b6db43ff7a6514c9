package lexicon

// A term whose spelling is its site and a tail (鼓膜穿孔) is understood with words
// between them, too (鼓膜紧张部陈旧性穿孔), whether the tail is a head or not.

// shortestTail is how many bytes a tail has at least, two characters: 大 of 肝大
// says nothing elsewhere.
const shortestTail = len("穿孔")

// tails finds them, where no head does the same.
func (b *builder) tails() {
	l := b.lexicon
	if !l.Reads(TailedTerms) {
		return
	}
	before := l.Words // as long as it is now
	for i := range before {
		w := &before[i]
		if w.Term < 0 || l.Terms[w.Term].Site < 0 {
			continue
		}
		site := l.Terms[w.Term].Site
		if at := b.siteAhead(w.Text); at > 0 && len(w.Text)-at >= shortestTail && l.Find(w.Text[:at]).Site == site && b.isSimple(w.Text[at:]) {
			b.addTail(text{Value: w.Text[at:], At: w.At}, Choice{w.Term, []int32{site}})
		}
	}
}

// siteAhead is where the longest name of a site that a spelling begins with ends, 0
// for none.
func (b *builder) siteAhead(spelling string) int {
	longest := 0
	for at := range spelling {
		if id, ok := b.lexicon.wordIDs[spelling[:at]]; ok && at > 0 && b.lexicon.Words[id].Site >= 0 && b.lexicon.Words[id].Term < 0 {
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
		if w := b.lexicon.Find(tail[:at]); w != nil {
			if w.Describes() || w.Number != "" || w.Cue != nil || w.Pseudo || len(w.Local) > 0 || w.Site >= 0 || w.Head >= 0 || w.Groups != 0 {
				return false
			}
		}
		if w := b.lexicon.Find(tail[at:]); w != nil && (w.Head >= 0 || w.Term >= 0) {
			return false
		}
	}
	return true
}

// addTail lets the tail make the term on its site.
func (b *builder) addTail(t text, c Choice) {
	if w := b.word(t, findingWeight); w != nil && !w.Normal && !w.Pseudo && w.Cue == nil && w.Term < 0 && w.Site < 0 {
		if w.Head >= 0 {
			if _, ok := b.lexicon.Heads[w.Head].Terms[c.Known[0]]; ok {
				return
			}
		}
		w.Tails = append(w.Tails, c)
	}
}
