package keywords

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/segment"
)

// quantityReach is how many characters around a number tell whose it is.
const quantityReach = 80

// A number is one of a quantity, as a text writes it: several where it is a size or a
// pressure (84/52), and what follows it.
type number struct {
	value, second float64
	paired, size  bool
	rest          []rune
}

// addQuantity notes what the number at token i tells of the quantity that is named before it,
// and reports whether it is known to be something or nothing: QTc 492ms, BP 84/52mmHg, T值-2.9.
func (a *analysis) addQuantity(i int) bool {
	q := &a.Lexicon.Quantities
	if !a.Lexicon.Reads(lexicon.Quantified) {
		return false
	}
	n, from, ok := a.numberAt(i)
	if !ok {
		return false
	}
	name, bounds := a.quantityBefore(from)
	if bounds == nil {
		name, bounds = from, q.Unnamed
	}
	denied := false // a number of nobody's, which tells nothing otherwise
	for k := range bounds {
		b := &bounds[k]
		if !b.Has(n.value, n.second, n.paired, n.size, n.rest) {
			continue
		}
		if !a.isOnes(name, from, b) {
			denied = true
			continue
		}
		a.flags[i] |= targetFlag | sitedFlag
		a.mention(mention{term: b.Term, token: int32(i), start: int32(name), end: a.Tokens[i].End, site: a.Lexicon.Terms[b.Term].Site, siteToken: -1})
		return true
	}
	return denied
}

// numberAt reads the number at token i with its sign, and where it begins; a range is none.
func (a *analysis) numberAt(i int) (n number, from int, ok bool) {
	runes, t := a.Text.Runes, a.Tokens[i]
	value, err := strconv.ParseFloat(a.Spelled(t.Start, t.End), 64)
	if err != nil {
		return n, 0, false
	}
	n.value, from = value, int(t.Start)
	if from > 0 && isTimes(runes[from-1]) {
		return n, 0, false
	}
	if from > 0 && isSign(runes[from-1]) {
		if from--; from > 0 && segment.IsDigit(runes[from-1]) {
			return n, 0, false
		}
		if runes[from] == '-' {
			n.value = -value
		}
	}
	end := int(t.End)
	next := func() (float64, bool) { // number, behind a sign
		to := end + 1
		for to < len(runes) && (segment.IsDigit(runes[to]) || runes[to] == '.') {
			to++
		}
		v, err := strconv.ParseFloat(string(runes[min(end+1, to):to]), 64)
		if err == nil {
			end = to
		}
		return v, err == nil
	}
	for k := 0; k < 3 && end+1 < len(runes); k++ {
		to := end
		for to+1 < len(runes) && isSpace(runes[to]) {
			to++
		}
		if runes[to] == '/' || isTimes(runes[to]) { // 142 /92
			end = to
		}
		switch r := runes[end]; {
		case r == '/' && !n.paired:
			if n.second, n.paired = next(); !n.paired {
				k = 3
			}
		case isTimes(r):
			v, sized := next()
			if !sized {
				k = 3
			}
			n.size, n.value = n.size || sized, max(n.value, v)
		case (r == '-' || r == '~' || r == '至') && segment.IsDigit(runes[end+1]):
			return n, 0, false
		default:
			k = 3
		}
	}
	n.rest = runes[a.SkipSpace(end):]
	return n, from, true
}

func isSign(r rune) bool { return r == '-' || r == '+' }

func isTimes(r rune) bool { return r == 'x' || r == '×' || r == '*' }

// quantityBefore goes back from rune i over what may stand before a number to the name of a
// quantity, and is where that begins.
func (a *analysis) quantityBefore(i int) (int, []lexicon.Bound) {
	const most = 6 // words
	q, runes := &a.Lexicon.Quantities, a.Text.Runes
	for range most {
		for i > 0 && isSpace(runes[i-1]) {
			i--
		}
		if from, bounds, ok := q.Names.Ends(runes[:i]); ok && a.isAbbreviation(from, i) {
			return from, bounds
		}
		from, predicted, ok := q.Between.Ends(runes[:i])
		if !ok {
			break
		}
		if i = from; predicted { // FEV1 1.35L占预计62%
			i = a.beforeAmount(i)
		}
	}
	return i, nil
}

// isAbbreviation reports whether the name from one rune to another, if it begins with a letter, is an
// abbreviation: with a capital, and no part of another word.
func (a *analysis) isAbbreviation(from, to int) bool {
	runes := a.Text.Runes
	if !segment.IsLatin(runes[from]) {
		return true
	}
	written := a.Written(int32(from), int32(to))
	return written != strings.ToLower(written) && (from == 0 || !segment.IsLatin(runes[from-1]) && !segment.IsDigit(runes[from-1]))
}

// beforeAmount goes back from rune i over a number in litres.
func (a *analysis) beforeAmount(i int) int {
	runes, at := a.Text.Runes, i
	for at > 0 && (runes[at-1] == 'l' || runes[at-1] == 's' || runes[at-1] == '/' || segment.IsBlank(runes[at-1]) || runes[at-1] == '(' || runes[at-1] == ',') {
		at--
	}
	from := at
	for from > 0 && (segment.IsDigit(runes[from-1]) || runes[from-1] == '.') {
		from--
	}
	if from == at || from > 0 && segment.IsLatin(runes[from-1]) {
		return i
	}
	return from
}

// isOnes reports whether a number, whose name begins at a rune, is one of the grown person whom
// the text is about, of the sex and in the state that a bound is for.
func (a *analysis) isOnes(name, i int, b *lexicon.Bound) bool {
	q, runes := &a.Lexicon.Quantities, a.Text.Runes
	clause := name
	for clause > max(0, name-12) && (unicode.Is(unicode.Han, runes[clause-1]) || segment.IsLatin(runes[clause-1]) || isSpace(runes[clause-1])) {
		clause--
	}
	end := i
	for end < min(i+16, len(runes)) && !endsPicture(runes[end]) {
		end++
	}
	behind := whole(runes[i:end])
	for _, w := range q.Nobody {
		if segment.Mentions(whole(runes[clause:name]), w) || segment.Mentions(behind, w) {
			return false
		}
	}
	sentence := name
	for sentence > max(0, name-quantityReach) && (!endsPicture(runes[sentence-1]) || runes[sentence-1] == '\n' && sentence > 1 && unicode.Is(unicode.Han, runes[sentence]) && unicode.Is(unicode.Han, runes[sentence-2])) {
		sentence--
	}
	if before := whole(runes[sentence:name]); tellsYear(before) || slices.ContainsFunc(q.Elsewhere, func(w []rune) bool { return segment.Mentions(before, w) }) {
		return false
	}
	around := runes[max(0, name-quantityReach):min(i+quantityReach, len(runes))]
	if slices.ContainsFunc(q.Child, func(w []rune) bool { return segment.Mentions(around, w) }) || isChild(around) {
		return false
	}
	if b.Sex != 0 && !isOfSex(around, b.Sex) && !isOfSex(runes[:min(len(runes), quantityReach)], b.Sex) {
		return false
	}
	return len(b.Near) == 0 || slices.ContainsFunc(b.Near, func(w []rune) bool { return segment.Mentions(around, w) })
}

// whole is a text without what may part its words.
func whole(text []rune) []rune { return slices.DeleteFunc(slices.Clone(text), isSpace) }

func isSpace(r rune) bool { return segment.IsBlank(r) || r == '\n' }

// tellsYear reports whether a text names a year: 2023年.
func tellsYear(text []rune) bool {
	for i, r := range text {
		if r == '年' && i >= 4 && !slices.ContainsFunc(text[i-4:i], func(r rune) bool { return !segment.IsDigit(r) }) {
			return true
		}
	}
	return false
}

// isOfSex reports whether a text names one sex only, that one.
func isOfSex(text []rune, sex rune) bool {
	return slices.Contains(text, sex) && !slices.Contains(text, '男'+'女'-sex)
}

// isChild reports whether a text tells an age below 18 years.
func isChild(text []rune) bool {
	const grown = 18
	for i, r := range text {
		from := i
		for r == '岁' && from > 0 && segment.IsDigit(text[from-1]) {
			from--
		}
		if age, err := strconv.Atoi(string(text[from:i])); err == nil && from < i && age < grown {
			return true
		}
	}
	return false
}
