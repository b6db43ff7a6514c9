package keywords

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/plaintext"
	"tijian/engine/keywords/segment"
)

// quantityReach is how many characters around a number tell whose it is.
const quantityReach = 80

// addQuantity notes what the number at token i tells of the quantity that is named before it,
// and reports whether it is known to be something or nothing: QTc 492ms, BP 84/52mmHg, T值-2.9.
func (a *analysis) addQuantity(i int) bool {
	q := &a.Lexicon.Quantities
	if !a.Lexicon.Reads(lexicon.Quantified) {
		return false
	}
	n, from, ok := a.NumberAt(i)
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
		if !b.Has(n.Value, n.Second, n.Paired, n.Sized, n.Rest) {
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

// addJudged notes what the head at token i tells of the quantity named before it, perhaps with
// its number between, and reports whether it is known to tell something: 呼气峰流速减低.
func (a *analysis) addJudged(i int, w *lexicon.Word) bool {
	if !a.Lexicon.Reads(lexicon.ComposedChanges) {
		return false
	}
	name, bounds := a.quantityBefore(int(a.Tokens[i].Start))
	if bounds == nil {
		k := a.Over(i - 1)
		if k > 0 && a.Is(k, segment.TextToken) { // its unit
			k = a.Over(k - 1)
		}
		if k < 0 || !a.Is(k, segment.NumberToken) {
			return false
		}
		name, bounds = a.quantityBefore(int(a.Tokens[k].Start))
	}
	for n := range bounds {
		if b := &bounds[n]; b.Sex == 0 && slices.Contains(b.By, w.Head) && a.isOnes(name, int(a.Tokens[i].End), b) {
			a.flags[i] |= sitedFlag
			a.mention(mention{term: b.Term, token: int32(i), start: int32(name), end: a.Tokens[i].End, site: a.Lexicon.Terms[b.Term].Site, siteToken: -1})
			return true
		}
	}
	return false
}

// quantityBefore goes back from rune i over what may stand before a number to the name of a
// quantity, and is where that begins.
func (a *analysis) quantityBefore(i int) (int, []lexicon.Bound) {
	const most = 6 // words
	q, runes := &a.Lexicon.Quantities, a.Text.Runes
	for range most {
		for i > 0 && plaintext.IsSpace(runes[i-1]) {
			i--
		}
		if from, bounds, ok := q.Names.Ends(runes[:i]); ok && a.isAbbreviation(from, i) {
			return from, bounds
		}
		from, predicted, ok := q.Between.Ends(runes[:i])
		if !ok {
			break
		}
		i = from
		if _, _, named := q.Names.Ends(runes[:i]); predicted && !named { // FEV1 1.35L占预计62%
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
	for clause > max(0, name-12) && (unicode.Is(unicode.Han, runes[clause-1]) || segment.IsLatin(runes[clause-1]) || plaintext.IsSpace(runes[clause-1])) {
		clause--
	}
	end := i
	for end < min(i+16, len(runes)) && !endsPicture(runes[end]) {
		end++
	}
	behind := whole(runes[i:end])
	for _, phrase := range q.Judged {
		behind = []rune(strings.ReplaceAll(string(behind), string(phrase), ""))
	}
	if segment.MentionsAny(whole(runes[clause:name]), q.Nobody) || segment.MentionsAny(behind, q.Nobody) {
		return false
	}
	sentence := name
	for sentence > max(0, name-quantityReach) && (!endsPicture(runes[sentence-1]) || runes[sentence-1] == '\n' && sentence > 1 && unicode.Is(unicode.Han, runes[sentence]) && unicode.Is(unicode.Han, runes[sentence-2])) {
		sentence--
	}
	if before := whole(runes[sentence:name]); tellsYear(before, q.Year) || segment.MentionsAny(before, q.Elsewhere) {
		return false
	}
	around := runes[max(0, name-quantityReach):min(i+quantityReach, len(runes))]
	if segment.MentionsAny(around, q.Child) || isChild(around, q) {
		return false
	}
	if b.Sex != 0 && !isOfSex(around, b.Sex, q.Sexes) && !isOfSex(runes[:min(len(runes), quantityReach)], b.Sex, q.Sexes) {
		return false
	}
	return len(b.Near) == 0 || segment.MentionsAny(around, b.Near)
}

// whole is a text without what may part its words.
func whole(text []rune) []rune { return slices.DeleteFunc(slices.Clone(text), plaintext.IsSpace) }

// tellsYear reports whether a text names a year: 2023年.
func tellsYear(text, year []rune) bool {
	for i := 4; i < len(text); i++ {
		if segment.StartsWith(text[i:], year) && !slices.ContainsFunc(text[i-4:i], func(r rune) bool { return !segment.IsDigit(r) }) {
			return true
		}
	}
	return false
}

// isOfSex reports whether a text names one sex only, that one.
func isOfSex(text []rune, sex rune, sexes []rune) bool {
	return slices.Contains(text, sex) && !slices.ContainsFunc(sexes, func(other rune) bool { return other != sex && slices.Contains(text, other) })
}

// isChild reports whether a text tells the age of a child.
func isChild(text []rune, q *lexicon.Quantities) bool {
	for i := range text {
		from := i
		for segment.StartsWith(text[i:], q.Age) && from > 0 && segment.IsDigit(text[from-1]) {
			from--
		}
		if age, err := strconv.Atoi(string(text[from:i])); err == nil && from < i && age < q.Grown {
			return true
		}
	}
	return false
}
