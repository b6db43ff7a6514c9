package wire

import (
	"math"
	"strings"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/jsontree"
	"tijian/engine/message"
)

// Conflict says why a sample cannot be what it is taken for, and reports whether
// anything says so: the printed range lies outside of what the indicator can have,
// or the printed flag, H or L, points away from where the value lies, by the printed
// range or, without one, by the usual one. A flag inside a range says nothing:
// hospitals have limits of their own.
func Conflict(i *dictionary.Indicator, sample *jsontree.Node, flag string) (message.Phrase, bool) {
	var unit string
	if u := sample.Get("unit"); u != nil {
		unit = u.Text
	}
	x, isNumber := sample.Get("value").Float()
	standard, known := i.ToStandard(x, unit)
	if graded, ok := i.Graded(); !isNumber || !known || i.Kind == dictionary.Qualitative || ok && unit == graded {
		return message.Phrase{}, false
	}
	low, high := Ends(sample)
	printedAs := ""
	if !math.IsNaN(low) || !math.IsNaN(high) {
		printedAs = rangeText(sample.Get("reference"), &assess.Reference{Low: low, High: high})
	}
	least, _ := i.ToStandard(low, unit)
	most, _ := i.ToStandard(high, unit)
	if least > i.Plausible[1] || most < i.Plausible[0] {
		return message.RangeForeign.With("name", i.Called(), "range", printedAs), true
	}
	if printedAs == "" {
		least, most = i.Usual.Low, i.Usual.High
		if least == 0 {
			least = math.NaN()
		}
		if most == 0 {
			most = math.NaN()
		}
	}
	up, down := strings.HasPrefix(flag, "H") || flag == ">", strings.HasPrefix(flag, "L") || flag == "<"
	if up && standard < least || down && standard > most {
		return message.FlagContrary.With("name", i.Called(), "value", sample.Get("value").Raw, "flag", flag), true
	}
	return message.Phrase{}, false
}

// Ends are those of the range that is printed beside a sample, NaN where it is open or
// there is none.
func Ends(sample *jsontree.Node) (low, high float64) {
	if ends, misprinted := (&fields{}).reference(sample, ""); ends != nil && !misprinted {
		return ends.Low, ends.High
	}
	return math.NaN(), math.NaN()
}

// rangeText is a printed range as it was written.
func rangeText(r *jsontree.Node, ends *assess.Reference) string {
	if text := r.Get("text"); text != nil && text.Text != "" {
		return text.Text
	}
	var written []string
	for _, end := range []struct {
		at  string
		num float64
	}{{"≥", ends.Low}, {"≤", ends.High}} {
		if !math.IsNaN(end.num) {
			written = append(written, end.at+string(jsontree.NewFloat(end.num).Append(nil)))
		}
	}
	return strings.Join(written, " ")
}
