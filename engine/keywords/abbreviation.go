package keywords

import (
	"strings"
	"unicode"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/segment"
)

// abbreviationReach is how many characters on either side of an abbreviation tell what
// it means.
const abbreviationReach = 80

// meaning is the finding that the abbreviation at token i means, for MS is another one in
// each department: what is near, words of the department or a severity (AR轻度 is of a
// valve), must tell of one more than of the others.
func (a *analysis) meaning(i int, w *lexicon.Word) (id int32, ok bool) {
	t := a.Tokens[i]
	before := a.Text.Runes[max(0, t.Start-abbreviationReach):t.Start]
	behind := a.Text.Runes[t.End:min(t.End+abbreviationReach, int32(len(a.Text.Runes)))]
	if len(behind) > 1 && behind[0] == '-' && !segment.IsLatin(behind[1]) {
		return 0, false // GAD-7, a scale
	}
	if written := a.WrittenToken(i); a.Lexicon.Reads(lexicon.Capitals) && (written != strings.ToUpper(written) || i > 0 && a.Is(i-1, segment.NumberToken)) {
		return 0, false // 92fL, 120 MG: a unit
	}
	best := 0
	for _, m := range w.Meanings {
		score := 0
		for _, near := range m.Near {
			if segment.Mentions(before, near) || segment.Mentions(behind, near) {
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
	k := a.After(i)
	if k < len(a.Tokens) && a.Groups(k)&lexicon.OpenGroup != 0 {
		k = a.After(k)
	}
	return k < len(a.Tokens) && a.WordOrNone(k).Severity != "" || i > 0 && a.Tokens[i-1].End == a.Tokens[i].Start && a.WordOrNone(i-1).Severity != ""
}

// addAhead notes what the head at token i says of the analyte right behind it, with which
// its clause ends, and reports whether it does: 高TG, 低钾.
func (a *analysis) addAhead(i int, w *lexicon.Word) bool {
	next := a.After(i)
	if !a.Lexicon.Reads(lexicon.PartedNames) || !unicode.IsLetter(a.Text.Runes[a.Tokens[i].Start]) || next >= len(a.Tokens) || i > 0 && a.WordOrNone(i-1).Site >= 0 && a.Tokens[i-1].End == a.Tokens[i].Start {
		return false
	}
	s := a.WordOrNone(next).Site
	if s < 0 || !a.Lexicon.Sites[s].Analyte {
		return false
	}
	end := a.After(next)
	if end < len(a.Tokens) && !a.EndsSentence(end) && !a.Is(end, segment.NumberToken) && a.Groups(end)&(lexicon.CommaGroup|lexicon.ListGroup|lexicon.OpenGroup|lexicon.CloseGroup) == 0 && (end == next+1 || a.Is(end, segment.TextToken)) {
		return false
	}
	id, ok := a.termOf(&a.Lexicon.Heads[w.Head], s)
	if ok {
		a.flags[i] |= targetFlag | sitedFlag
		a.mention(mention{term: id, token: int32(i), start: a.Tokens[i].Start, end: a.Tokens[next].End, site: s, siteToken: int32(next)})
	}
	return ok
}
