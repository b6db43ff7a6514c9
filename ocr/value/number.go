// Package value reads results as laboratories print them: numbers with
// comparison signs and arrows, graded words, two numbers in one, reference
// intervals and units; and decides what a value is when readers disagree or
// the evidence beside it speaks against a reading.
package value

import (
	"math"
	"strconv"
	"strings"
	"unicode"

	"tijian/engine/numeral"
)

// A Number is a number as printed.
type Number struct {
	Value    float64
	Decimals int    // digits after the point
	Compare  string // "", "<", ">", "≤" or "≥"
	Repaired int    // characters that had to be taken for another
}

// Digits is the number without its comparison sign, as printed.
func (n Number) Digits() string { return strconv.FormatFloat(n.Value, 'f', n.Decimals, 64) }

// String is the number as printed.
func (n Number) String() string { return n.Compare + n.Digits() }

// ParseNumber reads a whole text as a plain number: 5.6, <0.5, ≥90, 1,234.5,
// 1.2×10^5, 1.2E5, -2.5, with spaces inside but nothing else. False otherwise.
func ParseNumber(text string) (Number, bool) {
	if !strings.ContainsFunc(text, unicode.IsNumber) { // most of a page is words
		return Number{}, false
	}
	s := strings.ReplaceAll(Normalise(text), " ", "")
	var n Number
	n.Compare, s = cutCompare(s)
	return n, n.parse(s)
}

// compares are the signs of a comparison as laboratories print it.
var compares = map[string]string{"<": "<", "<=": "≤", ">": ">", ">=": "≥"}

// cutCompare splits off a leading comparison, of signs or words; a lone = is what
// readers make of ≤.
func cutCompare(s string) (sign, rest string) {
	if rest, ok := strings.CutPrefix(s, "="); ok && !strings.HasPrefix(rest, "<") && !strings.HasPrefix(rest, ">") {
		return "≤", rest
	}
	sign, rest = numeral.Compared(s)
	return compares[sign], rest
}

func (n *Number) parse(s string) bool {
	mantissa, power, ok := cutPower(s)
	if !ok {
		return false
	}
	if sign, rest := mantissa, strings.TrimLeft(mantissa, "+-"); len(sign)-len(rest) > 1 || n.Compare != "" && sign != rest {
		return false
	}
	plain, rest, ok := numeral.Cut(mantissa)
	if !ok || rest != "" || plain.Plain == "" {
		return false // 012 and 1,234 may be something else: not for us to say
	}
	mantissa = plain.Plain
	digits, point := 0, -1
	for i, r := range strings.TrimLeft(mantissa, "+-") {
		switch {
		case '0' <= r && r <= '9':
			digits++
		case r == '.' && point < 0 && i > 0:
			point = i
		default:
			return false
		}
	}
	if digits == 0 || digits > mostDigits || strings.HasSuffix(mantissa, ".") {
		return false
	}
	v, err := strconv.ParseFloat(mantissa, 64)
	if err != nil {
		return false
	}
	if point >= 0 {
		n.Decimals = len(strings.TrimLeft(mantissa, "+-")) - point - 1
	}
	if power != 0 {
		v *= math.Pow10(power)
		n.Decimals = max(0, n.Decimals-power)
		v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'f', n.Decimals, 64), 64)
	}
	n.Value = v
	return !math.IsInf(v, 0)
}

// cutPower splits 1.2×10^5, 1.2*10^5 and 1.2E5 into mantissa and power.
func cutPower(s string) (mantissa string, power int, ok bool) {
	for _, mark := range []string{"×10^", "*10^", "x10^", "X10^", "×10E", "E", "e"} {
		before, after, found := strings.Cut(s, mark)
		if !found {
			continue
		}
		after = strings.TrimPrefix(after, "+")
		p, err := strconv.Atoi(after)
		if err != nil || before == "" || p < -mostPower || p > mostPower {
			return "", 0, false
		}
		return before, p, true
	}
	return s, 0, true
}
