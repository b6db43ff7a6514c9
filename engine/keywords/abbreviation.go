package keywords

import (
	"slices"
	"unicode"

	"tijian/engine/keywords/lexicon"
)

// abbreviationReach is how many characters on either side of an abbreviation tell what
// it means.
const abbreviationReach = 80

// meaning is the finding that the abbreviation at token i means, for MS is another one in
// each department: what is near, words of the department or a severity (AR轻度 is of a
// valve), must tell of one more than of the others.
func (a *analysis) meaning(i int, w *lexicon.Word) (id int32, ok bool) {
	t := a.tokens[i]
	before := a.text.Runes[max(0, t.start-abbreviationReach):t.start]
	behind := a.text.Runes[t.end:min(t.end+abbreviationReach, int32(len(a.text.Runes)))]
	if len(behind) > 1 && behind[0] == '-' && !isLatin(behind[1]) {
		return 0, false // GAD-7, a scale
	}
	best := 0
	for _, m := range w.Meanings {
		score := 0
		for _, near := range m.Near {
			if mentions(before, near) || mentions(behind, near) {
				score++
			}
		}
		if m.Graded && a.isGraded(i) {
			score += len(m.Near) + 1
		}
		switch {
		case score > best:
			id, best, ok = m.Term, score, true
		case score == best:
			ok = false
		}
	}
	return id, ok
}

// isGraded reports whether a severity stands right beside token i: AR轻度, MR(轻), 少量TR.
func (a *analysis) isGraded(i int) bool {
	k := a.after(i)
	if k < len(a.tokens) && a.groups(k)&lexicon.OpenGroup != 0 {
		k = a.after(k)
	}
	return k < len(a.tokens) && a.wordOrNone(k).Severity != "" || i > 0 && a.tokens[i-1].end == a.tokens[i].start && a.wordOrNone(i-1).Severity != ""
}

// addAhead notes what the head at token i says of the analyte right behind it, with which
// its clause ends, and reports whether it does: 高TG, 低钾.
func (a *analysis) addAhead(i int, w *lexicon.Word) bool {
	next := a.after(i)
	if !a.lexicon.Reads(lexicon.PartedNames) || !unicode.IsLetter(a.text.Runes[a.tokens[i].start]) || next >= len(a.tokens) || i > 0 && a.wordOrNone(i-1).Site >= 0 && a.tokens[i-1].end == a.tokens[i].start {
		return false
	}
	s := a.wordOrNone(next).Site
	if s < 0 || !a.lexicon.Sites[s].Analyte {
		return false
	}
	end := a.after(next)
	if end < len(a.tokens) && !a.endsSentence(end) && !a.is(end, numberToken) && a.groups(end)&(lexicon.CommaGroup|lexicon.ListGroup|lexicon.OpenGroup|lexicon.CloseGroup) == 0 && (end == next+1 || a.is(end, textToken)) {
		return false
	}
	id, ok := a.termOf(&a.lexicon.Heads[w.Head], s)
	if ok {
		a.flags[i] |= targetFlag | sitedFlag
		a.mention(mention{term: id, token: int32(i), start: a.tokens[i].start, end: a.tokens[next].end, site: s, siteToken: int32(next)})
	}
	return ok
}

// mentions reports whether a word stands in a text, a Latin one by itself.
func mentions(text, word []rune) bool {
	for at := range text {
		end := at + len(word)
		if end <= len(text) && slices.Equal(text[at:end], word) &&
			!(isLatin(word[0]) && (at > 0 && isLatin(text[at-1]) || end < len(text) && isLatin(text[end]))) {
			return true
		}
	}
	return false
}
