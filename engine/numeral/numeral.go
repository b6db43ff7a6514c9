// Package numeral decides which number people and laboratories mean by what they
// write. A number that can be read in two ways is none: 1,234 may have thousands
// or a decimal comma, 012 may have lost its point. Whatever takes numbers from a
// text asks here, so that one entrance does not believe what another refuses.
package numeral

import (
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"tijian/engine/message"
)

// A Number is one as it was written.
type Number struct {
	Written string
	// Plain has neither groups of thousands nor a plus; it is blank where the
	// number can be read in two ways.
	Plain    string
	Readings []string // then: both, the likelier first
	Powered  bool     // it has a power of ten as it is printed, of its own: 3.28×10^4
}

// Pattern is what a number may look like, in groups of thousands or not, without
// its sign and power of ten.
const Pattern = `(?:\d+(?:,\d+)*(?:\.\d+)?)`

// times is a power of ten behind a number, as it is printed: ×10^4, *10^4, ×10E4.
const times = `\s*[×xX*]\s*10\s*[\^eE]\s*([+−-]?\d+)`

var (
	number  = regexp.MustCompile(`^([+-]?)(\d[\d,]*\d|\d)?(\.\d*)?([eE][+-]?\d+|` + times + `)?`)
	raised  = regexp.MustCompile(`10([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)`)
	ofTen   = regexp.MustCompile(`^` + times)
	ofUnit  = regexp.MustCompile(`^\s*个?\s*/`)
	grouped = regexp.MustCompile(`^[1-9]\d{0,2}(?:,\d{3})+$`)
	inside  = regexp.MustCompile(`\d+(?:,\d+)*(?:\.\d+)*`)
	whole   = regexp.MustCompile(inside.String() + `(?:[eE][+-]?\d+|` + times + `)?`)
	decimal = regexp.MustCompile(`^(?:0,\d+|\d+,\d{1,2}|\d+,\d{4,})$`)
)

// Cut splits the number off with which a text begins, and reports whether there is
// one. A comma that groups no thousands ends it: 18,5 may be meant for 18.5, and
// for two numbers. A printed power of ten before a slash is the unit's: 6.5×10^9/L.
func Cut(text string) (n Number, rest string, ok bool) {
	m := number.FindStringSubmatch(text)
	sign, whole, part, power := m[1], m[2], m[3], m[4]
	if before, _, comma := strings.Cut(whole, ","); comma && !grouped.MatchString(whole) {
		whole, part, power = before, "", ""
	}
	if whole == "" && len(part) < 2 {
		return Number{}, text, false
	}
	n.Written = sign + whole + part + power
	rest = text[len(n.Written):]
	if m := ofTen.FindStringSubmatch(power); m != nil {
		if n.Powered = !ofUnit.MatchString(rest); n.Powered {
			power = "e" + strings.Replace(m[1], "−", "-", 1)
		} else {
			n.Written, power = sign+whole+part, ""
			rest = text[len(n.Written):]
		}
	}
	bare, groups := strings.ReplaceAll(whole, ",", ""), strings.Count(whole, ",")
	sign = strings.TrimPrefix(sign, "+")
	switch {
	case groups == 1 && len(part) < 2:
		n.Readings = []string{sign + bare + power, sign + strings.Replace(whole, ",", ".", 1) + power}
	case len(whole) > 1 && whole[0] == '0':
		shorn := strings.TrimLeft(whole, "0")
		if shorn == "" {
			shorn = "0"
		}
		n.Readings = []string{sign + shorn + part + power, sign + "0." + whole[1:] + strings.TrimPrefix(part, ".") + power}
	default:
		n.Plain = sign + bare + part + power
	}
	return n, rest, true
}

// Narrow writes a text in half-width characters; what is raised over a ten is its power.
func Narrow(text string) string {
	return norm.NFKC.String(raised.ReplaceAllString(text, "10^$1"))
}

// Read reads a whole text as a number, in characters of any width, and reports
// whether it is one that can be read in one way only.
func Read(text string) (Number, bool) {
	n, rest, ok := Cut(strings.TrimSpace(Narrow(text)))
	return n, ok && rest == "" && n.Plain != ""
}

// Float is the value of a whole text that Read takes.
func Float(text string) (float64, bool) {
	n, ok := Read(text)
	if !ok {
		return 0, false
	}
	x, err := strconv.ParseFloat(n.Plain, 64)
	return x, err == nil
}

// Unclear finds the first number within a text that can be read in two ways, and
// reports whether there is one.
func Unclear(text string) (Number, bool) {
	for _, written := range whole.FindAllString(Narrow(text), -1) {
		if n, rest, ok := Cut(written); ok && n.Plain == "" && rest == "" {
			return n, true
		}
	}
	return Number{}, false
}

// Why says that a number can be read in two ways, and in which.
func (n Number) Why() message.Phrase {
	return message.TwoReadings.With("text", message.Plain(n.Written), "one", message.Plain(n.Readings[0]), "other", message.Plain(n.Readings[1]))
}

// HasDecimalComma reports whether the comma of a number can only be a decimal one,
// which tells how the others beside it are written.
func HasDecimalComma(text string) bool {
	return decimal.MatchString(strings.TrimLeft(strings.TrimSpace(text), "<>=≤≥+- "))
}

// Pointed writes the decimal commas of a text as points where its numbers are known
// to have some. One that may be of thousands all the same stays as it is.
func Pointed(text string) string {
	return inside.ReplaceAllStringFunc(text, func(written string) string {
		if decimal.MatchString(written) {
			return strings.Replace(written, ",", ".", 1)
		}
		return written
	})
}

// Significant is a number with so many significant digits: what arithmetic leaves behind
// them goes, 2.53 for 2.5300000000000002.
func Significant(x float64, digits int) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
	if err != nil {
		return x
	}
	return rounded
}
