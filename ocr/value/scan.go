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
		tokens = w.chunks(tokens, s, done, m[0], isUnit)
		tokens = append(tokens, Token{Kind: IntervalKind, Text: s[m[0]:m[1]], Start: m[0], End: m[1], Interval: interval, Legible: legible})
		done = m[1]
	}
	if tokens == nil {
		if interval, ok := w.repairInterval(s); ok {
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
			tokens = w.chunk(tokens, s, start, end, isUnit)
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

// chunk scans s[start:end], which holds no space.
func (w *Words) chunk(tokens []Token, s string, start, end int, isUnit func(string) bool) []Token {
	text := s[start:end]
	token := Token{Text: text, Start: start, End: end}
	if w.whole(&token, isUnit) {
		return append(tokens, token)
	}
	if parts := w.numberFirst(text, start, isUnit); parts != nil {
		return append(tokens, parts...)
	}
	if m := pairTail.FindStringSubmatchIndex(text); m != nil && isUnit(text[m[4]:]) {
		inner := Token{Text: text[:m[3]], Start: start, End: start + m[3]}
		if w.whole(&inner, isUnit) && inner.Kind == PairKind {
			return append(tokens, inner, Token{Kind: UnitKind, Text: text[m[4]:], Start: start + m[4], End: end})
		}
	}
	if parts := w.marked(text, start, isUnit); parts != nil {
		return append(tokens, parts...)
	}
	if first, _ := utf8.DecodeRuneInString(text); !unicode.IsLetter(first) {
		if parts, ok := w.markThenUnit(token, isUnit); ok {
			return append(tokens, parts...)
		}
	}
	if at := strings.LastIndexByte(text, ')'); at > 0 && at+1 < len(text) {
		// 红细胞(仪器)7.0: a name, what counted it, and the result.
		inner := Token{Text: text[at+1:], Start: start + at + 1, End: end}
		if w.whole(&inner, isUnit) && inner.Kind == NumberKind && inner.Number.Compare == "" {
			return append(tokens, Token{Text: text[:at+1], Start: start, End: start + at + 1}, inner)
		}
	}
	if number, ok := w.repair(text); ok {
		token.Kind, token.Number = NumberKind, number
	} else if mark, ok := w.suffix(text); ok {
		token.Mark, token.Sure = mark.mark, mark.sure // perhaps: the column decides
	}
	return append(tokens, token)
}

// numberFirst takes a text apart that begins with a number and goes on with its
// unit or mark; nil for others.
func (w *Words) numberFirst(text string, start int, isUnit func(string) bool) []Token {
	m := leading.FindStringSubmatchIndex(text)
	if m == nil {
		return nil
	}
	number, ok := ParseNumber(text[m[2]:m[3]])
	if !ok {
		return nil
	}
	first := Token{Kind: NumberKind, Text: text[m[2]:m[3]], Start: start, End: start + m[3], Number: number}
	at := m[4]
	if number.Decimals > 0 && text[at] == '.' {
		at++ // 0.5.% is a narrow space, read as a point
	}
	rest := Token{Text: text[at:], Start: start + at, End: start + len(text)}
	mark, known := w.suffix(rest.Text)
	switch {
	case power.MatchString(rest.Text) || isUnit(rest.Text):
		rest.Kind = UnitKind
	case known:
		rest.Kind, rest.Mark, rest.Sure = MarkKind, mark.mark, mark.sure
	default:
		if more, ok := w.markThenUnit(rest, isUnit); ok {
			return append([]Token{first}, more...)
		}
		return nil
	}
	return []Token{first, rest}
}

// marked takes a text apart that is a result with its mark before or behind it; nil
// for others.
func (w *Words) marked(text string, start int, isUnit func(string) bool) []Token {
	end := start + len(text)
	if head, tail, ok := w.markedHead(text); ok {
		inner := Token{Text: tail, Start: start + len(head), End: end}
		if w.whole(&inner, isUnit) && (inner.Kind == NumberKind || inner.Kind == GradeKind) {
			mark, _ := w.suffix(head)
			return []Token{{Kind: MarkKind, Text: head, Start: start, End: start + len(head), Mark: mark.mark, Sure: mark.sure}, inner}
		}
	}
	if head, tail, ok := w.markedTail(text); ok {
		inner := Token{Text: head, Start: start, End: start + len(head)}
		if w.whole(&inner, isUnit) && (inner.Kind == NumberKind || inner.Kind == GradeKind || inner.Kind == PairKind) {
			mark, _ := w.suffix(tail)
			return []Token{inner, {Kind: MarkKind, Text: tail, Start: start + len(head), End: end, Mark: mark.mark, Sure: mark.sure}}
		}
	}
	if _, n := utf8.DecodeLastRuneInString(text); n < len(text) {
		// (++)? is a grade and a misread arrow.
		inner := Token{Text: text[:len(text)-n], Start: start, End: end - n}
		if mark, ok := w.suffix(text[len(text)-n:]); ok && w.whole(&inner, isUnit) && inner.Kind == GradeKind {
			return []Token{inner, {Kind: MarkKind, Text: text[len(text)-n:], Start: end - n, End: end, Mark: mark.mark, Sure: mark.sure}}
		}
	}
	return nil
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

type suffixMark struct {
	mark Mark
	sure bool
}

// suffix tells the mark that a text beside a number is, plain or misread.
func (w *Words) suffix(text string) (suffixMark, bool) {
	mark, sure := w.Mark(text)
	return suffixMark{mark, sure}, mark != NoMark
}

// markThenUnit splits ↑mmol/L.
func (w *Words) markThenUnit(t Token, isUnit func(string) bool) ([]Token, bool) {
	_, n := utf8.DecodeRuneInString(t.Text)
	mark, sure := w.Mark(t.Text[:n])
	if mark == NoMark || n == len(t.Text) || !isUnit(t.Text[n:]) {
		return nil, false
	}
	return []Token{
		{Kind: MarkKind, Text: t.Text[:n], Start: t.Start, End: t.Start + n, Mark: mark, Sure: sure},
		{Kind: UnitKind, Text: t.Text[n:], Start: t.Start + n, End: t.End},
	}, true
}

// markedHead splits a plain mark off the front: ↑5.6, *3.2.
func (w *Words) markedHead(text string) (head, tail string, ok bool) {
	_, n := utf8.DecodeRuneInString(text)
	_, sure := w.Mark(text[:n])
	return text[:n], text[n:], sure && n < len(text)
}

// markedTail splits a plain mark off the end: 阳性*, 130/85↑.
func (w *Words) markedTail(text string) (head, tail string, ok bool) {
	_, n := utf8.DecodeLastRuneInString(text)
	_, sure := w.Mark(text[len(text)-n:])
	return text[:len(text)-n], text[len(text)-n:], sure && n < len(text)
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
