package wire

import (
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"tijian/engine/jsontree"
	"tijian/engine/message"
)

// A Measured is a number as laboratories write it.
type Measured struct {
	Number *jsontree.Node
	Bound  string // the comparison before it: <, <=, >, >=; "" for none
	Rest   string // what stands behind it, marks of high and low left out: a unit
}

// Put adds the number to a sample, with what stands before it.
func (m *Measured) Put(sample *jsontree.Node) {
	sample.Set("value", m.Number)
	if m.Bound != "" {
		sample.Set(Comparator, jsontree.NewString(m.Bound))
	}
}

// Taken says how a bound is judged.
func (m *Measured) Taken() message.Phrase {
	return message.BoundTaken.With("bound", message.Plain(m.Bound), "value", string(m.Number.Append(nil)))
}

// Comparator is the key of a sample that says that its value is only a bound.
const Comparator = "comparator"

var (
	measured = regexp.MustCompile(`^([+-]?(?:(?:[1-9]\d{0,2}(?:,\d{3})+|\d+)\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*(.*)$`)
	marks    = regexp.MustCompile(`^[↑↓HL*\s]*$`)
	literal  = regexp.MustCompile(`^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$`)
)

// Measure reads a number with what stands around it, such as ＜0.5, 小于0.5 and
// 低于检测下限(0.5), and reports whether text
// begins with one. Its digits are kept as they were written where JSON has them
// so. A comma is part of it between groups of three digits only: 18,5 may be
// meant for 18.5.
func Measure(text string) (Measured, bool) {
	bound, number := unbound(strings.TrimSpace(norm.NFKC.String(text)))
	m := measured.FindStringSubmatch(number)
	if m == nil {
		return Measured{}, false
	}
	got := Measured{Bound: bound, Rest: m[2]}
	if marks.MatchString(got.Rest) {
		got.Rest = ""
	}
	digits := strings.TrimPrefix(strings.ReplaceAll(m[1], ",", ""), "+")
	if literal.MatchString(digits) {
		got.Number = &jsontree.Node{Kind: jsontree.Number, Raw: digits}
		return got, true
	}
	x, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return Measured{}, false
	}
	got.Number = jsontree.NewFloat(x)
	return got, true
}
