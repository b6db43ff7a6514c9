package value

import (
	"math"
	"regexp"
	"strconv"
	"strings"
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
		`(-?` + printedNumber + `) ?(?:` + strings.Join(quoted, "|") + `) ?([-+]?` + printedNumber + `)`)}
}

// ParseInterval reads a whole text as a reference interval: 3.9-6.1, 3.9~6.1,
// 0--40, (3.5 ～ 9.5), <5.2, ≥90. False otherwise, and when the limits are the
// wrong way round.
func (w *Words) ParseInterval(text string) (Interval, bool) {
	s := strings.Trim(Normalise(text), " ()[],;:")
	if m := w.interval.find.FindStringSubmatchIndex(s); m != nil && m[0] == 0 && m[1] == len(s) {
		return newInterval(s[m[2]:m[3]], s[m[4]:m[5]])
	}
	n, ok := ParseNumber(s)
	if !ok || n.Compare == "" {
		return Interval{}, false
	}
	return n.Interval(), true
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

func newInterval(low, high string) (Interval, bool) {
	a, okA := ParseNumber(low)
	b, okB := ParseNumber(high)
	if !okA || !okB || a.Value >= b.Value {
		return Interval{}, false
	}
	return Interval{Low: a.Value, High: b.Value, Decimals: max(a.Decimals, b.Decimals), TwoSided: true}, true
}
