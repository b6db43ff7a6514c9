package numeral

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// A Range is a reference interval as it is printed. An open end is NaN.
type Range struct {
	Low, High float64
	// The end itself is outside, as with <5 and >5.
	LowOut, HighOut bool
}

const (
	signs  = `\-–—−‐‑﹣`
	signed = `([+` + signs + `]?` + Pattern + `)`
	ends   = signed + `\s*(--|——|−−|––|[` + signs + `~～〜∼˜]|至|到|to|bis|à)\s*` + signed
	behind = `([^\d.,].*|,\D.*|,)?` // a unit, a bracket, but no digit of the end
)

var (
	twoEnds = regexp.MustCompile(`^\D*?` + ends + behind + `$`)
	powered = regexp.MustCompile(Pattern + `(?:[eE][+-]?\d+|` + times + `)`)
	leading = regexp.MustCompile(`^` + ends)
	another = regexp.MustCompile(`^\s*[:/]\s*\d|[<>≤≥~]|\d\s*(?:-|至|到|to|bis|à)\s*\d`) // a second range, the rest of a titre
	plain   = strings.NewReplacer("——", "~", "—", "-", "–", "-", "−", "-", "‐", "-", "‑", "-", "﹣", "-", "〜", "~", "∼", "~", "˜", "~",
		"〈", "<", "〉", ">", "《", "<", "》", ">", "⩽", "≤", "⩾", "≥", "≦", "≤", "≧", "≥")
)

// ReadRange reads a range as it was printed: 3.9-6.1, 3.9～6.1, <5, ≥ 60, 不超过
// 7.0. It reports none for a text without ends, such as 阴性, and for one that can
// be read in two ways (-4.5--1, <1,234); crossed is true where the lower end lies
// above the upper one.
func ReadRange(text string) (r Range, ok, crossed bool) {
	text = plain.Replace(written(Narrow(strings.TrimSpace(text))))
	if m := twoEnds.FindStringSubmatch(text); m != nil && !another.MatchString(m[4]) {
		return ReadEnds(m[1], m[2], m[3])
	}
	m := words().oneEnd.FindStringSubmatch(text)
	if m == nil || another.MatchString(m[3]) {
		return Range{}, false, false
	}
	r, ok = readEnd(m[1], m[2])
	return r, ok, false
}

// written writes out the numbers of a text that have a power of ten of their own.
func written(text string) string {
	at := powered.FindStringIndex(text)
	if at == nil {
		return text
	}
	n, rest, _ := Cut(text[at[0]:])
	if x, err := strconv.ParseFloat(n.Plain, 64); err == nil && !ofUnit.MatchString(rest) {
		return text[:at[0]] + strconv.FormatFloat(x, 'f', -1, 64) + written(rest)
	}
	return text[:at[1]] + written(text[at[1]:])
}

// CutRange is the range with which a text of half-width characters begins, and
// how many bytes of it that takes: 0 for none.
func CutRange(text string) (r Range, length int) {
	if m := leading.FindStringSubmatch(text); m != nil {
		if r, ok, _ := ReadEnds(m[1], m[2], m[3]); ok {
			return r, len(m[0])
		}
		return Range{}, 0
	}
	if m := words().leading.FindStringSubmatch(text); m != nil {
		if r, ok := readEnd(m[1], m[2]); ok {
			return r, len(m[0])
		}
	}
	return Range{}, 0
}

// readEnd reads what stands before the only end of a range, and the end.
func readEnd(word, number string) (Range, bool) {
	end, ok := Float(number)
	if !ok {
		return Range{}, false
	}
	sign := words().signs[strings.ToLower(word)]
	if strings.HasPrefix(sign, ">") {
		return Range{Low: end, High: math.NaN(), LowOut: sign == ">"}, true
	}
	return Range{Low: math.NaN(), High: end, HighOut: sign == "<"}, true
}

// ReadEnds reads two ends and the dash between them. Two dashes part the ends, or
// are a dash and a sign: they are read where only one of that makes a range.
func ReadEnds(low, dash, high string) (r Range, ok, crossed bool) {
	a, one := Float(plain.Replace(low))
	b, two := Float(plain.Replace(high))
	switch {
	case !one || !two:
		return Range{}, false, false
	case len([]rune(dash)) == 2 && dash != "to" && dash != "——" && a < 0 && a < -b:
		return Range{}, false, false
	}
	return Range{Low: a, High: b}, a <= b, a > b
}
