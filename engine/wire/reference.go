package wire

import (
	"fmt"
	"math"
	"strings"
	"time"
	"unicode"

	"tijian/engine/assess"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/numeral"
)

// reference reads the printed range of a sample: its ends, else its text. It is
// nil when nothing was printed that has an end; misprinted when the ends cannot
// be true.
func (f *fields) reference(sample *jsontree.Node, path string) (r *assess.Reference, misprinted bool) {
	n := sample.Get("reference")
	if n == nil || n.Kind == jsontree.Null {
		return nil, false
	}
	path = jsontree.Join(path, "reference")
	switch {
	case n.Kind == jsontree.String: // as recognition gives it
		return printed(n.Text)
	case n.Kind != jsontree.Object:
		f.fault(path, message.MustBeNot.With("want", message.JSONObject, "found", jsonKinds[n.Kind]))
		return nil, false
	}
	ends := assess.Reference{Low: f.end(n, path, "low"), High: f.end(n, path, "high")}
	switch {
	case ends.Low > ends.High:
		return nil, true
	case !math.IsNaN(ends.Low) || !math.IsNaN(ends.High):
		return &ends, false
	}
	text := n.Get("text")
	if text == nil || text.Kind == jsontree.Null {
		return nil, false
	}
	if text.Kind != jsontree.String {
		f.fault(jsontree.Join(path, "text"), message.MustBeNot.With("want", message.JSONString, "found", jsonKinds[text.Kind]))
		return nil, false
	}
	return printed(text.Text)
}

// printed reads a range as it was printed. A text with a digit that gives no
// range was meant as one.
func printed(text string) (r *assess.Reference, misprinted bool) {
	r, ok := assess.ParseReference(text)
	return r, !ok || r == nil && strings.ContainsFunc(text, unicode.IsDigit)
}

// end returns an end of a range; NaN for one that is open.
func (f *fields) end(n *jsontree.Node, path, key string) float64 {
	end := n.Get(key)
	if end == nil || end.Kind == jsontree.Null {
		return math.NaN()
	}
	x, ok := end.Float()
	if !ok {
		f.fault(jsontree.Join(path, key), message.MustBe.With("want", message.FiniteNumber))
		return math.NaN()
	}
	return x
}

// previous reads the earlier results of a sample.
func (f *fields) previous(sample *jsontree.Node, path string, exam time.Time) []assess.Earlier {
	list := sample.Get("previous")
	if list == nil || list.Kind == jsontree.Null {
		return nil
	}
	if list = f.may(sample, path, "previous", jsontree.Array); list == nil {
		return nil
	}
	var all []assess.Earlier
	for i, item := range list.Items {
		at := fmt.Sprintf("%s[%d]", jsontree.Join(path, "previous"), i)
		if item.Kind != jsontree.Object {
			f.fault(at, message.MustBeNot.With("want", message.JSONObject, "found", jsonKinds[item.Kind]))
			continue
		}
		e := assess.Earlier{Value: f.number(item, at, "value"), Unit: f.unit(item, at), At: f.dayOrInstant(item, at, "datetime")}
		if !e.At.IsZero() && !exam.IsZero() && !e.At.Before(exam) {
			f.fault(jsontree.Join(at, "datetime"), message.NotBeforeExam)
		}
		all = append(all, e)
	}
	return all
}

// dayOrInstant is instant for those of whom only the day is known: its first
// moment in UTC.
func (f *fields) dayOrInstant(parent *jsontree.Node, path, key string) time.Time {
	if n := parent.Get(key); n != nil && n.Kind == jsontree.String {
		if t, err := time.Parse(time.DateOnly, n.Text); err == nil {
			return t
		}
	}
	return f.instant(parent, path, key)
}

// RangeUnclear says which number of a printed range can be read in two ways, and
// reports whether the sample is judged without the range for that.
func RangeUnclear(sample *jsontree.Node) (message.Phrase, bool) {
	n, unclear := unclearRange(sample.Get("reference"))
	if !unclear {
		return message.Phrase{}, false
	}
	return n.Why(), true
}

// unclearRange is the number of a reference, of a text or with one, that can be
// read in two ways and for which there is no range.
func unclearRange(reference *jsontree.Node) (numeral.Number, bool) {
	text := reference
	if reference != nil && reference.Kind == jsontree.Object {
		text = reference.Get("text")
		for _, key := range []string{"low", "high"} {
			if end := reference.Get(key); end != nil && end.Kind == jsontree.Number {
				return numeral.Number{}, false
			}
		}
	}
	if text == nil || text.Kind != jsontree.String {
		return numeral.Number{}, false
	}
	if r, ok := assess.ParseReference(text.Text); r != nil || !ok {
		return numeral.Number{}, false
	}
	return numeral.Unclear(text.Text)
}

// Ends are those of the range that is printed beside a sample, NaN where it is open or
// there is none.
func Ends(sample *jsontree.Node) (low, high float64) {
	if ends, misprinted := (&fields{}).reference(sample, ""); ends != nil && !misprinted {
		return ends.Low, ends.High
	}
	return math.NaN(), math.NaN()
}
