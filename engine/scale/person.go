package scale

import (
	"fmt"
	"html"
	"math"
	"strings"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/lattice"
	"tijian/engine/ruleset"
)

// A Mark is a value on one person's own number line.
type Mark struct {
	Set       *ruleset.Set
	Indicator *dictionary.Indicator
	Stretches []assess.Stretch
	Value     float64 // in the standard unit
	Unit      string  // to write bounds in; "" is the standard one
}

// Heights of a mark's picture, in pixels.
const (
	markTop    = 10 // of the bar, below the pointer
	markBar    = 20
	markHeight = 48
)

// SVG draws the line as wide as there is room, the value pointed at and the
// ideal range underlined. Letters keep their size and take their colour from the
// page. Without stretches it is "".
func (m *Mark) SVG(title string) string {
	if len(m.Stretches) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" class="mark" width="100%%" height="%d" role="img"><title>%s</title>`, markHeight, html.EscapeString(title))
	width := 100 / float64(len(m.Stretches))
	at := 0.0
	for k, s := range m.Stretches {
		from := float64(k) * width
		fill, level := "none", "–"
		if s.Row != nil {
			fill, level = hex(m.Set, s.Row.Color), s.Row.Level.ID
		}
		fmt.Fprintf(&b, `<rect x="%.2f%%" y="%d" width="%.2f%%" height="%d" fill="%s" stroke="#fff" stroke-width="1"/>`, from, markTop, width, markBar, fill)
		fmt.Fprintf(&b, `<text x="%.2f%%" y="%d" font-size="11" text-anchor="middle" fill="%s">%s</text>`, from+width/2, markTop+14, ink(fill), level)
		if s.Row != nil && s.Row.Level.ID == ruleset.LevelIdeal {
			fmt.Fprintf(&b, `<rect x="%.2f%%" y="%d" width="%.2f%%" height="3" fill="currentColor"/>`, from, markTop+markBar, width)
		}
		if m.Indicator.Kind == dictionary.Qualitative {
			fmt.Fprintf(&b, `<text x="%.2f%%" y="%d" font-size="11" text-anchor="middle" fill="currentColor">%s</text>`, from+width/2, markTop+markBar+15, html.EscapeString(m.grades(s.Interval)))
		} else if k > 0 {
			fmt.Fprintf(&b, `<text x="%.2f%%" y="%d" font-size="11" text-anchor="middle" fill="currentColor">%s</text>`, from, markTop+markBar+15, html.EscapeString(m.bound(s.Low.At)))
		}
		if in(s.Interval, m.Value) {
			at = from + width*share(s.Interval, m.Value)
		}
	}
	fmt.Fprintf(&b, `<svg x="%.2f%%" overflow="visible"><path d="M-6 0h12l-6 10z" fill="currentColor"/><path d="M0 8v%d" stroke="currentColor" stroke-width="2"/></svg></svg>`, at, markTop+markBar-8)
	return b.String()
}

// bound writes a bound in the unit of the value.
func (m *Mark) bound(x float64) string {
	if m.Unit != "" && !m.Indicator.IsStandard(m.Unit) {
		if y, ok := m.Indicator.FromStandard(x, m.Unit); ok {
			return fmt.Sprintf("%.4g", y)
		}
	}
	d := lattice.Dimension{Indicator: m.Indicator}
	return d.Number(x)
}

// grades are the first and the last one of a stretch.
func (m *Mark) grades(i lattice.Interval) string {
	var words []string
	for _, x := range m.Set.Dictionary.Grades().Numbers() {
		if word, ok := m.Set.Dictionary.Grades().Display(x); ok && in(i, x) {
			words = append(words, word)
		}
	}
	if len(words) > 2 {
		words = []string{words[0], words[len(words)-1]}
	}
	return strings.Join(words, "–")
}

// in reports whether an interval has a number.
func in(i lattice.Interval, x float64) bool {
	return (i.Low.None || x > i.Low.At || x == i.Low.At && !i.Low.Open) &&
		(i.High.None || x < i.High.At || x == i.High.At && !i.High.Open)
}

// share is how far into an interval a number lies, 0 to 1. An interval without
// an end is as long as its other end is large, and longer ones crowd together.
func share(i lattice.Interval, x float64) float64 {
	switch {
	case i.Low.None && i.High.None:
		return 0.5
	case i.Low.None:
		return math.Exp(-beyond(i.High.At, x) * 2)
	case i.High.None:
		return 1 - math.Exp(-beyond(i.Low.At, x)*2)
	case i.High.At == i.Low.At:
		return 0.5
	}
	return (x - i.Low.At) / (i.High.At - i.Low.At)
}

func beyond(bound, x float64) float64 {
	return math.Abs(x-bound) / max(math.Abs(bound), 1e-9)
}
