package value

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"tijian/engine/numeral"
)

// Kind is the sort of a token.
type Kind int

// The kinds of tokens.
const (
	Text         Kind = iota // anything else: names, remarks
	NumberKind               // 5.6, <0.5
	PairKind                 // 130/85
	IntervalKind             // 3.9-6.1
	GradeKind                // 阴性, (+), ±
	MarkKind                 // ↑, H
	UnitKind                 // mmol/L
)

// A Token is a piece of a block's text with a meaning of its own.
type Token struct {
	Kind       Kind
	Text       string // normalised
	Start, End int    // runes of the normalised text
	Number     Number // of a number, and the first of a pair
	Second     Number // of a pair
	Interval   Interval
	Legible    bool // an interval whose limits make sense
	Grade      float64
	Mark       Mark // of a mark, or what a text may be a misread mark of
	Sure       bool // the mark is printed plainly
}

// piece is a token of a part of a token's text, from byte to byte.
func (t Token) piece(kind Kind, from, to int) Token {
	return Token{Kind: kind, Text: t.Text[from:to], Start: t.Start + from, End: t.Start + to}
}

// MakesNoInterval tells that a token has the form of an interval, with limits that
// make none.
func (t Token) MakesNoInterval() bool { return t.Kind == IntervalKind && !t.Legible }

var (
	space    = regexp.MustCompile(`\S+`)
	pair     = regexp.MustCompile(`^(\d{2,3})[/／](\d{2,3})$`)
	leading  = regexp.MustCompile(`^((?:[<>≤≥]=?|=[<>])?[-+]?` + printedNumber + `)(.+)$`)
	pairTail = regexp.MustCompile(`^(\d{2,3}/\d{2,3})(.+)$`)
	// Powers of ten that begin a unit look like numbers: ×10^9/L, 10*12/L, 109/L.
	power = regexp.MustCompile("^[×*xX·]? ?[1lI]0 ?[\\^*eExX×~\"'°`]{0,2} ?\\d{1,2} ?/ ?[LlIi1升]")
	// A strip's scale with the grade it means: 80(+2), 0.5(±), 0(-).
	scaled = regexp.MustCompile(`^[<>≤≥]?\d{1,4}(?:\.\d{1,2})? ?\(([-+±]{1,4}|\+\d|\d\+|\+/-)\)$`)
)

// Scan cuts a block's text into tokens, left to right. isUnit says whether a
// text is the spelling of a unit.
func (w *Words) Scan(text string, isUnit func(string) bool) []Token {
	s := Normalise(text)
	var tokens []Token
	done := 0 // bytes
	for _, m := range w.interval.find.FindAllStringSubmatchIndex(s, -1) {
		if m[0] < done || !bounded(s, m[0], m[1]) && !(bounded(s[:m[1]], m[0], m[1]) && isUnit(perUnit(s[m[1]:]))) {
			continue
		}
		if n, _, _ := numeral.Cut(s[m[6]:]); len(n.Written) > m[7]-m[6] && strings.Contains(n.Written, ",") {
			continue // 0-1,234 does not end at 1
		}
		interval, legible := newInterval(s[m[2]:m[3]], s[m[4]:m[5]], s[m[6]:m[7]])
		if !legible && !alone(s, m[0], m[1]) {
			continue
		}
		from, to := bracketsAround(s, done, m[0], m[1])
		tokens = w.chunks(tokens, s, done, from, isUnit)
		tokens = append(tokens, Token{Kind: IntervalKind, Text: s[m[0]:m[1]], Start: m[0], End: m[1], Interval: interval, Legible: legible})
		done = to
	}
	if tokens == nil {
		interval, ok := newBracketed(s)
		if !ok {
			interval, ok = w.repairInterval(s)
		}
		if ok {
			return []Token{{Kind: IntervalKind, Text: s, End: utf8.RuneCountInString(s), Interval: interval, Legible: true}}
		}
	}
	tokens = w.chunks(tokens, s, done, len(s), isUnit)
	for i := range tokens {
		tokens[i].Start = utf8.RuneCountInString(s[:tokens[i].Start])
		tokens[i].End = utf8.RuneCountInString(s[:tokens[i].End])
	}
	return tokens
}

// bracketsAround widens s[from:to] by the brackets that it stands in, which begin behind
// least.
func bracketsAround(s string, least, from, to int) (int, int) {
	before, after := strings.TrimRight(s[least:from], " "), strings.TrimLeft(s[to:], " ")
	if strings.HasSuffix(before, "(") && strings.HasPrefix(after, ")") || strings.HasSuffix(before, "[") && strings.HasPrefix(after, "]") {
		return least + len(before) - 1, len(s) - len(after) + 1
	}
	return from, to
}

// repairInterval reads a whole text as an interval whose digits readers took
// for letters: O-1, @.02-0.52.
func (w *Words) repairInterval(s string) (Interval, bool) {
	var b strings.Builder
	digits, strangers := 0, 0
	for _, r := range strings.ReplaceAll(s, " ", "") {
		mapped, ok := w.digits[r]
		switch {
		case '0' <= r && r <= '9':
			digits++
		case ok && r != ',' && mapped != '.':
			strangers++
			r = mapped
		}
		b.WriteRune(r)
	}
	if strangers == 0 || strangers > digits || digits == 0 {
		return Interval{}, false
	}
	repaired := b.String()
	if m := w.interval.find.FindStringSubmatchIndex(repaired); m != nil && m[0] == 0 && m[1] == len(repaired) {
		return newInterval(repaired[m[2]:m[3]], repaired[m[4]:m[5]], repaired[m[6]:m[7]])
	}
	return Interval{}, false
}

// perUnit is what begins a text, up to a space or bracket, if it begins with a slash
// as the units of counts do: 0-30/uL.
func perUnit(text string) string {
	if !strings.HasPrefix(text, "/") {
		return ""
	}
	if end := strings.IndexAny(text, " )]"); end > 0 {
		text = text[:end]
	}
	return text
}

// bounded tells that s[from:to] is not part of a longer number, date or code.
func bounded(s string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:from])
	after, _ := utf8.DecodeRuneInString(s[to:])
	isLatin := func(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }
	if from > 0 && (strings.ContainsRune("0123456789.,/^-:", before) || isLatin(before)) {
		return false
	}
	return to == len(s) || !strings.ContainsRune("0123456789./^-:年月", after)
}

// alone tells that s[from:to] stands between spaces, brackets or the ends.
func alone(s string, from, to int) bool {
	return (from == 0 || strings.ContainsRune(" (["+"参", rune(s[from-1]))) && (to == len(s) || strings.ContainsRune(" )]", rune(s[to])))
}

// chunks scans s[from:to], which holds no interval.
func (w *Words) chunks(tokens []Token, s string, from, to int, isUnit func(string) bool) []Token {
	for from < to {
		loc := space.FindStringIndex(s[from:to])
		if loc == nil {
			break
		}
		start, end := from+loc[0], from+loc[1]
		if m := power.FindStringIndex(s[start:to]); m != nil {
			// The unit may have been torn by spaces: 10 ^9 /L.
			end = start + m[1]
			for end < to && s[end] != ' ' {
				end++
			}
			tokens = append(tokens, Token{Kind: UnitKind, Text: s[start:end], Start: start, End: end})
		} else if unit, length := tornUnit(s[start:to], isUnit); unit != "" {
			end = start + length
			tokens = append(tokens, Token{Kind: UnitKind, Text: unit, Start: start, End: end})
		} else {
			tokens = append(tokens, w.chunk(Token{Text: s[start:end], Start: start, End: end}, isUnit)...)
		}
		from = end
	}
	return tokens
}

// tornUnit finds the longest unit that spaces of the reader have torn at the
// beginning of a text, 次 /分 钟, and its length in bytes with them.
func tornUnit(s string, isUnit func(string) bool) (unit string, length int) {
	joined := ""
	for i, m := range space.FindAllStringIndex(s, unitPieces) {
		joined += s[m[0]:m[1]]
		if i > 0 && strings.ContainsRune(joined, '/') && isUnit(joined) {
			unit, length = joined, m[1]
		}
	}
	return unit, length
}

// chunk takes a text without spaces apart.
func (w *Words) chunk(t Token, isUnit func(string) bool) []Token {
	text := t.Text
	if w.whole(&t, isUnit) {
		return []Token{t}
	}
	if parts := w.numberFirst(t, isUnit); parts != nil {
		return parts
	}
	if m := pairTail.FindStringSubmatchIndex(text); m != nil && isUnit(text[m[4]:]) {
		if inner := t.piece(Text, 0, m[3]); w.whole(&inner, isUnit) && inner.Kind == PairKind {
			return []Token{inner, t.piece(UnitKind, m[4], len(text))}
		}
	}
	if parts := w.marked(t, isUnit); parts != nil {
		return parts
	}
	if first, _ := utf8.DecodeRuneInString(text); !unicode.IsLetter(first) {
		if parts := w.markThenUnit(t, isUnit); parts != nil {
			return parts
		}
	}
	if at := strings.LastIndexByte(text, ')') + 1; at > 1 && at < len(text) {
		// 红细胞(仪器)7.0: a name, what counted it, and the result.
		if inner := t.piece(Text, at, len(text)); w.whole(&inner, isUnit) && inner.Kind == NumberKind && inner.Number.Compare == "" {
			return []Token{t.piece(Text, 0, at), inner}
		}
	}
	if number, ok := w.repair(text); ok {
		t.Kind, t.Number = NumberKind, number
	} else {
		t.Mark, t.Sure = w.Mark(text) // perhaps: the column decides
	}
	return []Token{t}
}

// numberFirst takes a text apart that begins with a number and goes on with its
// unit or mark; nil for others.
func (w *Words) numberFirst(t Token, isUnit func(string) bool) []Token {
	m := leading.FindStringSubmatchIndex(t.Text)
	if m == nil {
		return nil
	}
	first, at := t.piece(NumberKind, 0, m[3]), m[4]
	number, ok := ParseNumber(first.Text)
	if !ok {
		return nil
	}
	first.Number = number
	if number.Decimals > 0 && t.Text[at] == '.' {
		at++ // 0.5.% is a narrow space, read as a point
	}
	rest := t.piece(UnitKind, at, len(t.Text))
	if power.MatchString(rest.Text) || isUnit(rest.Text) {
		return []Token{first, rest}
	}
	if mark := w.markOf(rest); mark.Mark != NoMark {
		return []Token{first, mark}
	}
	if more := w.markThenUnit(rest, isUnit); more != nil {
		return append([]Token{first}, more...)
	}
	return nil
}

// markOf is a token as the mark that its text is, plain or misread.
func (w *Words) markOf(t Token) Token {
	t.Kind = MarkKind
	t.Mark, t.Sure = w.Mark(t.Text)
	return t
}

// marked takes a text apart that is a result with its mark before or behind it, ↑5.6,
// *3.2, 阳性*, 130/85↑; nil for others.
func (w *Words) marked(t Token, isUnit func(string) bool) []Token {
	n := len(t.Text)
	_, first := utf8.DecodeRuneInString(t.Text)
	if mark := w.markOf(t.piece(MarkKind, 0, first)); mark.Sure && first < n && !w.misreadDigit(t.Text) {
		if inner := t.piece(Text, first, n); w.whole(&inner, isUnit) && (inner.Kind == NumberKind || inner.Kind == GradeKind) {
			return []Token{mark, inner}
		}
	}
	_, last := utf8.DecodeLastRuneInString(t.Text)
	inner, mark := t.piece(Text, 0, n-last), w.markOf(t.piece(MarkKind, n-last, n))
	if last == n || mark.Mark == NoMark || !w.whole(&inner, isUnit) {
		return nil
	}
	// (++)? is a grade and a misread arrow.
	if inner.Kind == GradeKind || mark.Sure && (inner.Kind == NumberKind || inner.Kind == PairKind) {
		return []Token{inner, mark}
	}
	return nil
}

// misreadDigit reports whether a text is a number but for its first character, which is
// what readers take a digit for: !62.8 may be 162.8, and no mark before 62.8.
func (w *Words) misreadDigit(text string) bool {
	first, n := utf8.DecodeRuneInString(text)
	digit, ok := w.digits[first]
	return ok && digit != '.' && isPlain(string(digit)+text[n:])
}

// whole sets the kind of a token that means one thing as a whole.
func (w *Words) whole(t *Token, isUnit func(string) bool) bool {
	if grade, ok := w.Grade(t.Text); ok {
		t.Kind, t.Grade = GradeKind, grade
		return true
	}
	if grade, ok := w.Grade(strings.TrimRight(t.Text, "(")); ok && grade == 0 {
		t.Kind, t.Grade = GradeKind, grade // 阴性( of 阴性(-)
		return true
	}
	if m := scaled.FindStringSubmatch(t.Text); m != nil {
		if grade, ok := w.Grade(m[1]); ok {
			t.Kind, t.Grade = GradeKind, grade
			return true
		}
	}
	if mark, sure := w.Mark(t.Text); sure {
		t.Kind, t.Mark, t.Sure = MarkKind, mark, true
		return true
	}
	if m := pair.FindStringSubmatch(t.Text); m != nil {
		first, ok1 := ParseNumber(m[1])
		second, ok2 := ParseNumber(m[2])
		if ok1 && ok2 {
			t.Kind, t.Number, t.Second = PairKind, first, second
			return true
		}
	}
	if isUnit(t.Text) && !isPlain(strings.TrimRight(t.Text, ".,")) {
		t.Kind = UnitKind
		return true
	}
	if number, ok := ParseNumber(t.Text); ok {
		t.Kind, t.Number = NumberKind, number
		return true
	}
	return false
}

func isPlain(s string) bool {
	_, ok := ParseNumber(s)
	return ok
}

// markThenUnit splits ↑mmol/L; nil for other texts.
func (w *Words) markThenUnit(t Token, isUnit func(string) bool) []Token {
	_, n := utf8.DecodeRuneInString(t.Text)
	mark := w.markOf(t.piece(MarkKind, 0, n))
	if mark.Mark == NoMark || n == len(t.Text) || !isUnit(t.Text[n:]) {
		return nil
	}
	return []Token{mark, t.piece(UnitKind, n, len(t.Text))}
}

// repair reads a text as a number whose characters readers took for letters:
// S.6, 1O5, 5,6. At least one true digit must be there, and no more strangers
// than digits.
func (w *Words) repair(text string) (Number, bool) {
	sign, body := cutCompare(text)
	if _, unclear := numeral.Unclear(body); unclear {
		return Number{}, false // 1,234 is not misread, it says two things
	}
	var b strings.Builder
	digits, strangers := 0, 0
	if bare := strings.TrimRight(body, ".:;'`-"); bare != body && strings.Contains(bare, ".") {
		body, strangers = bare, 1 // 8.8. is 8.8 and a speck; 88. may be 8.8
	}
	if single := strings.ReplaceAll(body, "..", "."); single != body {
		body, strangers = single, strangers+1
	}
	if n := len(body); n > 1 && strings.ContainsRune("([", rune(body[0])) && strings.ContainsRune(")]", rune(body[n-1])) {
		return Number{}, false // [56] is not 1561
	}
	for _, r := range body {
		switch mapped, ok := w.digits[r]; {
		case '0' <= r && r <= '9':
			digits++
			b.WriteRune(r)
		case r == '.':
			b.WriteRune(r)
		case ok:
			strangers++
			b.WriteRune(mapped)
		default:
			return Number{}, false
		}
	}
	if digits == 0 || strangers == 0 || strangers > digits {
		return Number{}, false
	}
	number, ok := ParseNumber(sign + b.String())
	number.Repaired = strangers
	return number, ok
}
