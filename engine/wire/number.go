package wire

import (
	"regexp"
	"strconv"
	"strings"

	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/numeral"
)

// A Measured is a number as laboratories write it.
type Measured struct {
	Number *jsontree.Node
	Power  bool   // it has a power of ten of its own, as it is printed
	Bound  string // the comparison before it: <, <=, >, >=; "" for none
	Rest   string // what stands behind it, marks of high and low left out: a unit
	Mark   string // those marks
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
	marks   = regexp.MustCompile(`^(?:[↑↓HL*\s]*|\(\s*(?:[↑↓*]+|[HL])\s*\))$`)
	before  = regexp.MustCompile(`^(?:↑+|↓+)\s*`)                               // a number
	behind  = regexp.MustCompile(`\s*[↑↓*]+$|\s+[HL]$|\s*\((?:[↑↓*]+|[HL])\)$`) // a unit
	literal = regexp.MustCompile(`^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$`)
)

// Measure reads a number with what stands around it, such as ＜0.5, 小于0.5 and
// 低于检测下限(0.5), and reports whether text begins with one that can be read in
// one way only. Its digits are kept as they were written where JSON has them so.
func Measure(text string) (Measured, bool) {
	text = strings.TrimSpace(text)
	first := before.FindString(text)
	bound, n, rest, ok := cut(text[len(first):])
	if !ok || n.Plain == "" {
		return Measured{}, false
	}
	got := Measured{Power: n.Powered, Bound: bound, Rest: strings.TrimLeft(rest, " \t")}
	if marks.MatchString(got.Rest) {
		got.Mark, got.Rest = got.Rest, ""
	} else if mark := behind.FindString(got.Rest); mark != "" {
		got.Mark, got.Rest = mark, strings.TrimSuffix(got.Rest, mark)
	}
	got.Mark = strings.Trim(got.Mark, " \t()")
	if first != "" {
		if got.Mark = strings.TrimSpace(first) + got.Mark; strings.ContainsAny(got.Mark, "↑H") && strings.ContainsAny(got.Mark, "↓L") {
			return Measured{}, false
		}
	}
	if literal.MatchString(n.Plain) {
		got.Number = &jsontree.Node{Kind: jsontree.Number, Raw: n.Plain}
		return got, true
	}
	x, err := strconv.ParseFloat(n.Plain, 64)
	if err != nil {
		return Measured{}, false
	}
	got.Number = jsontree.NewFloat(x)
	return got, true
}

// cut splits a result into what stands before the number, the number, and the rest.
func cut(text string) (bound string, n numeral.Number, rest string, ok bool) {
	bound, rest = numeral.Compared(strings.TrimSpace(numeral.Narrow(text)))
	n, rest, ok = numeral.Cut(rest)
	return bound, n, rest, ok
}

// Unread says why a result is neither a number that Measure takes nor a grade.
func Unread(text string) message.Phrase {
	switch _, n, _, ok := cut(text); {
	case numeral.BelowDetection(text):
		return message.TooLow.With("text", text)
	case ok && n.Plain == "":
		return n.Why()
	}
	return message.ValueUnread.With("text", text)
}
