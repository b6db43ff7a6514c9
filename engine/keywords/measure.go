package keywords

import "unicode/utf8"

// Characters searched for a measurement behind and before a finding.
const (
	measureBehind = 40
	measureBefore = 24
)

// measurement finds the size or rate that belongs to the finding at token i,
// as runes of the normalised text: behind it up to the next finding or the
// end of the sentence, else right before it in the clause.
func (a *analysis) measurement(i int) (int, int, bool) {
	limit := a.tokens[i].end + measureBehind
	for j := i + 1; j < len(a.tokens) && a.tokens[j].start < limit; j++ {
		if a.flags[j]&targetFlag != 0 || a.groups(j)&sentenceGroup != 0 || a.tokens[j].word == breakToken || a.tokens[j].word == numberingToken {
			break
		}
		if a.tokens[j].word == numberToken {
			if end, ok := a.quantity(int(a.tokens[j].start)); ok {
				return int(a.tokens[j].start), end, true
			}
		}
	}
	limit = a.tokens[i].start - measureBefore
	from, to, found := 0, 0, false
	for j := i - 1; j >= 0 && a.tokens[j].start >= limit; j-- {
		if a.flags[j]&targetFlag != 0 || a.groups(j)&(sentenceGroup|commaGroup) != 0 || a.tokens[j].word == breakToken || a.tokens[j].word == numberingToken {
			break
		}
		if a.tokens[j].word == numberToken {
			if end, ok := a.quantity(int(a.tokens[j].start)); ok {
				from, to, found = int(a.tokens[j].start), end, true
			}
		}
	}
	return from, to, found
}

// quantity reads numbers joined by multiplication or range signs, the last
// followed by a unit: 5mm×4mm, 0.3*0.2cm, 47次/分.
func (a *analysis) quantity(i int) (int, bool) {
	runes := a.text.runes
	for parts := 0; parts < 4; parts++ {
		digit := i
		for i < len(runes) && (isDigit(runes[i]) || runes[i] == '.' && i > digit) {
			i++
		}
		if i == digit {
			return 0, false
		}
		i = a.skipSpace(i)
		end, unit := a.unit(i)
		next := a.skipSpace(end)
		if next < len(runes) && isTimes(runes[next]) {
			if after := a.skipSpace(next + 1); after < len(runes) && isDigit(runes[after]) {
				i = after
				continue
			}
		}
		return end, unit
	}
	return 0, false
}

func isTimes(r rune) bool {
	return r == 'x' || r == '×' || r == '*' || r == '-' || r == '~'
}

func (a *analysis) skipSpace(i int) int {
	for i < len(a.text.runes) && a.text.runes[i] == ' ' {
		i++
	}
	return i
}

// unit steps over the unit at i, longest first.
func (a *analysis) unit(i int) (int, bool) {
	runes := a.text.runes
	for _, u := range a.lexicon.units {
		n := utf8.RuneCountInString(u)
		if i+n <= len(runes) && string(runes[i:i+n]) == u && (i+n == len(runes) || !isLatin(runes[i+n]) || !isLatin(runes[i+n-1]) || isTimes(runes[i+n])) {
			return i + n, true
		}
	}
	return i, false
}
