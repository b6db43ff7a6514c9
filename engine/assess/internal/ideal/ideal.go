// Package ideal writes ideal ranges for readers.
package ideal

import (
	"math"
	"strconv"
	"strings"

	"tijian/engine/dictionary"
	"tijian/engine/lattice"
	"tijian/engine/ruleset"
)

// significant digits, at least, of bounds in another unit than the standard
// one.
const significant = 3

// A Range is an ideal range in the unit of the sample.
type Range struct {
	Text string // for readers; "" for none
	Ends        // none where the text is of several intervals, or of grades
}

// Ends are the numbers that bound a range, as its text writes them.
type Ends struct {
	Low, High       float64
	HasLow, HasHigh bool
}

// Of writes ideal intervals in the unit of the sample: 115-150 with both ends,
// ≥3.9 且 <6.1 otherwise, joined by the words of the rules.
func Of(i *dictionary.Indicator, unit string, intervals []lattice.Interval, words *ruleset.Texts) Range {
	var r Range
	parts := make([]string, 0, len(intervals))
	for _, s := range intervals {
		write := boundText
		if words.IdealDigits > 0 && !i.IsStandard(unit) {
			write = rounded(words.IdealDigits, i, unit, s)
		}
		low, high := write(i, unit, s.Low, math.Ceil), write(i, unit, s.High, math.Floor)
		text := intervalText(s, low, high, words)
		if text == "" {
			continue
		}
		parts = append(parts, text)
		r.Low, r.HasLow = number(low)
		r.High, r.HasHigh = number(high)
	}
	if r.Text = strings.Join(parts, " "+words.Or+" "); len(parts) != 1 {
		r.Ends = Ends{}
	}
	return r
}

func number(text string) (x float64, ok bool) {
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil
}

func intervalText(s lattice.Interval, low, high string, words *ruleset.Texts) string {
	switch {
	case s.Low.None && s.High.None:
		return ""
	case s.Low.None:
		return sign(s.High.Open, "<", "≤") + high
	case s.High.None:
		return sign(s.Low.Open, ">", "≥") + low
	case s.Low.At == s.High.At:
		return low
	case s.Low.Open || s.High.Open:
		return sign(s.Low.Open, ">", "≥") + low + " " + words.And + " " + sign(s.High.Open, "<", "≤") + high
	case s.Low.At < 0:
		return low + "~" + high // a hyphen would look like a second minus
	default:
		return low + "-" + high
	}
}

func sign(open bool, ifOpen, ifClosed string) string {
	if open {
		return ifOpen
	}
	return ifClosed
}

// boundText writes a bound with the decimals that laboratories print, or more
// when the rule has more. In another unit a bound that needs too many digits is
// rounded into the range, so that no value inside the text is outside the range.
func boundText(i *dictionary.Indicator, unit string, end lattice.End, inwards func(float64) float64) string {
	if end.None {
		return ""
	}
	if i.IsStandard(unit) {
		shortest := strconv.FormatFloat(end.At, 'f', -1, 64)
		_, fraction, _ := strings.Cut(shortest, ".")
		return strconv.FormatFloat(end.At, 'f', max(i.Decimals, len(fraction)), 64)
	}
	x, _ := i.FromStandard(end.At, unit) // the unit was converted from before
	if x == 0 {
		return "0"
	}
	decimals := lattice.Decimals(x, significant)
	for more := range 2 {
		scale := math.Pow10(decimals + more)
		if math.Abs(math.Round(x*scale)-x*scale) < 1e-9*math.Abs(x*scale) {
			return strconv.FormatFloat(x, 'f', decimals+more, 64)
		}
	}
	scale := math.Pow10(decimals + 1)
	return strconv.FormatFloat(inwards(x*scale)/scale, 'f', decimals+1, 64)
}

// rounded writes both ends with the decimals that give the larger one so many
// digits, as people write them: 0.65-1.09. It rounds into the range.
func rounded(digits int, i *dictionary.Indicator, unit string, s lattice.Interval) func(*dictionary.Indicator, string, lattice.End, func(float64) float64) string {
	largest := 0.0
	for _, end := range []lattice.End{s.Low, s.High} {
		if x, _ := i.FromStandard(end.At, unit); !end.None {
			largest = max(largest, math.Abs(x))
		}
	}
	decimals := lattice.Decimals(largest, digits)
	scale := math.Pow10(decimals)
	return func(i *dictionary.Indicator, unit string, end lattice.End, inwards func(float64) float64) string {
		if end.None {
			return ""
		}
		x, _ := i.FromStandard(end.At, unit) // the unit was converted from before
		if nearest := math.Round(x * scale); math.Abs(nearest-x*scale) < 1e-9*math.Abs(x*scale) {
			return strconv.FormatFloat(nearest/scale, 'f', decimals, 64)
		}
		return strconv.FormatFloat(inwards(x*scale)/scale, 'f', decimals, 64)
	}
}

// Intervals joins neighbouring cells of an axis that are ideal.
func Intervals(axis lattice.Axis, ideal func(cell int) bool) []lattice.Interval {
	var intervals []lattice.Interval
	for first := 0; first < axis.Len(); first++ {
		if !ideal(first) {
			continue
		}
		last := first
		for last+1 < axis.Len() && ideal(last+1) {
			last++
		}
		intervals = append(intervals, axis.Span(first, last))
		first = last
	}
	return intervals
}

// Steps writes which steps of a unit are ideal: the words, or the
// numbers against their cut-off.
func Steps(steps [][2]float64, inWords bool, grades *dictionary.Grades, ideal func(step [2]float64) bool, words *ruleset.Texts) Range {
	var parts []string
	var r Range
	for k := 0; k < len(steps); k++ {
		from := steps[k][0]
		if math.IsNaN(steps[k][1]) || !ideal(steps[k]) {
			continue
		}
		if inWords {
			word, _ := grades.Display(from)
			parts = append(parts, word)
			continue
		}
		s := lattice.Interval{Low: lattice.End{At: from, None: k == 0}, High: lattice.End{None: true}}
		for k+1 < len(steps) && ideal(steps[k+1]) {
			k++
		}
		r.Low, r.HasLow = from, !s.Low.None
		if k+1 < len(steps) {
			s.High = lattice.End{At: steps[k+1][0], Open: true}
			r.High, r.HasHigh = s.High.At, true
		}
		shortest := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
		parts = append(parts, intervalText(s, shortest(s.Low.At), shortest(s.High.At), words))
	}
	if r.Text = strings.Join(parts, " "+words.Or+" "); len(parts) != 1 || inWords {
		r.Ends = Ends{}
	}
	return r
}

// Grades names the grades that are ideal and plausible, in their order.
func Grades(i *dictionary.Indicator, grades *dictionary.Grades, axis lattice.Axis, ideal func(cell int) bool, or string) string {
	var words []string
	for _, g := range grades.Numbers() {
		if !ideal(axis.Cell(g)) || g < i.Plausible[0] || g > i.Plausible[1] {
			continue
		}
		word, _ := grades.Display(g)
		words = append(words, word)
	}
	return strings.Join(words, " "+or+" ")
}
