package value

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/numeral"
)

// An Interval is a printed reference interval.
type Interval struct {
	Low, High float64 // -Inf and +Inf where open
	Decimals  int     // the most digits after the point of its limits
	// TwoSided is true when both limits are printed.
	TwoSided bool
}

// Position tells where a value lies: -1 below, 0 inside, +1 above.
func (i Interval) Position(v float64) int {
	switch {
	case v < i.Low:
		return -1
	case v > i.High:
		return 1
	}
	return 0
}

// Pointed gives the interval that was printed where its limits lost their
// points, if one of those that put them back is plausible and this one is not:
// 43-58 of red blood cells is 4.3-5.8. False when nothing was lost, and when
// more than one would do.
func (i Interval) Pointed(low, high float64) (Interval, bool) {
	if i.Decimals > 0 || !i.TwoSided || i.Low <= high {
		return i, false
	}
	found, n := i, 0
	for k := 1; k <= mostDecimals; k++ {
		p := i
		p.Low, p.High, p.Decimals = i.Low/math.Pow10(k), i.High/math.Pow10(k), k
		if low <= p.Low && p.High <= high {
			found = p
			n++
		}
	}
	return found, n == 1
}

// SameDigits tells that two intervals differ in their points only, which
// readers lose and do not invent.
func (i Interval) SameDigits(o Interval) bool {
	bare := func(i Interval) string { return strings.ReplaceAll(i.String(), ".", "") }
	return i.TwoSided && o.TwoSided && bare(i) == bare(o)
}

// String prints the interval as a laboratory would.
func (i Interval) String() string {
	f := func(v float64) string { return strconv.FormatFloat(v, 'f', i.Decimals, 64) }
	switch {
	case math.IsInf(i.Low, -1):
		return "<" + f(i.High)
	case math.IsInf(i.High, 1):
		return ">" + f(i.Low)
	}
	return f(i.Low) + "-" + f(i.High)
}

const printedNumber = `\d{1,6}(?:\.\d{1,4})?`

// intervalPattern finds two-sided intervals inside a text.
type intervalPattern struct{ find *regexp.Regexp }

func compileInterval(dashes []string) *intervalPattern {
	quoted := make([]string, len(dashes))
	for i, d := range dashes {
		quoted[i] = regexp.QuoteMeta(d)
	}
	return &intervalPattern{regexp.MustCompile(
		`(-?` + printedNumber + `) ?(` + strings.Join(quoted, "|") + `) ?([-+]?` + printedNumber + `)`)}
}

// Interval reads a compared number as a one-sided reference interval.
func (n Number) Interval() Interval {
	i := Interval{Low: math.Inf(-1), High: math.Inf(1), Decimals: n.Decimals}
	if n.Compare == "<" || n.Compare == "≤" {
		i.High = n.Value
	} else {
		i.Low = n.Value
	}
	return i
}

// IsOpen tells that a text is an interval of which one limit is printed and a dash stands for
// the other: 0.00-, --5.2. A number behind one stroke may be below nought.
func (w *Words) IsOpen(text string) bool {
	return slices.ContainsFunc(w.dashes, func(dash string) bool {
		low, above := strings.CutSuffix(text, dash)
		high, below := strings.CutPrefix(text, dash)
		return above && isPlain(low) || below && dash != "-" && isPlain(high)
	})
}

// newInterval is one between two limits that readers found, false where they
// make none or can be read in two ways.
func newInterval(low, dash, high string) (Interval, bool) {
	if sign, ok := strings.CutSuffix(dash, "-"); ok && sign != "-" && sign != "" && strings.HasPrefix(low, "-") {
		dash, high = sign, "-"+high // -3~-1
	}
	a, okA := ParseNumber(low)
	b, okB := ParseNumber(high)
	r, ok, _ := numeral.ReadEnds(a.Digits(), dash, b.Digits())
	if !okA || !okB || !ok || r.Low == r.High {
		return Interval{}, false
	}
	return Interval{Low: r.Low, High: r.High, Decimals: max(a.Decimals, b.Decimals), TwoSided: true}, true
}

// bracketed is an interval as mathematics writes it: (35,56), [0.4,8.0]. Two numbers in
// brackets are never one result in groups of digits.
var bracketed = regexp.MustCompile(`^[(\[] ?(-?` + printedNumber + `) ?[,;] ?(-?` + printedNumber + `) ?[)\]]$`)

// newBracketed reads a whole text as such an interval.
func newBracketed(text string) (Interval, bool) {
	m := bracketed.FindStringSubmatch(text)
	if m == nil {
		return Interval{}, false
	}
	return newInterval(m[1], "~", m[2])
}
