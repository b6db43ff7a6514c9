package scale

import (
	"fmt"
	"html"
	"math"
	"strconv"
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

// MostStretches is how many stretches a line has room for.
const MostStretches = 16

// SVG draws the line for a page that has many of them: the value pointed at, the
// ideal range underlined. The page's style sheet gives it size, places and colours:
// the svg has the class n and the number of stretches; each is a group of the class
// c and the colour's code, with text.at for the bound at its beginning (for a grade,
// which stands below, text.of) and rect.ideal for the line below; the pointer is the
// page's #hand. Without stretches, or with too many, it is "".
func (m *Mark) SVG() string {
	stretches := m.levels()
	n := len(stretches)
	if n == 0 || n > MostStretches {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="mark n%d" aria-hidden="true">`, n)
	hand := 0.0
	for k, s := range stretches {
		if s.Row == nil {
			b.WriteString("<g><rect/><text>–</text>")
		} else {
			fmt.Fprintf(&b, `<g class="c%d"><rect/><text>%s</text>`, s.Row.Color, s.Row.Level.ID)
			if s.Row.Level.ID == ruleset.LevelIdeal {
				b.WriteString(`<rect class="ideal"/>`)
			}
		}
		if m.Indicator.Kind == dictionary.Qualitative {
			fmt.Fprintf(&b, `<text class="of">%s</text>`, html.EscapeString(m.grades(s.Interval)))
		} else if k > 0 {
			fmt.Fprintf(&b, `<text class="at">%s</text>`, html.EscapeString(m.bound(s.Low.At)))
		}
		b.WriteString("</g>")
		if s.Interval.Holds(m.Value) {
			hand = 100 * (float64(k) + share(s.Interval, m.Value)) / float64(n)
		}
	}
	fmt.Fprintf(&b, `<use href="#hand" x="%s%%"/></svg>`, strconv.FormatFloat(math.Round(hand*100)/100, 'f', -1, 64))
	return b.String()
}

// levels are the stretches by their levels: rows that differ in what they say alone are
// one stretch.
func (m *Mark) levels() (all []assess.Stretch) {
	for _, s := range m.Stretches {
		last := len(all) - 1
		if last >= 0 && s.Row != nil && all[last].Row != nil && s.Row.Level == all[last].Row.Level && s.Row.Color == all[last].Row.Color {
			all[last].Interval.High = s.Interval.High
		} else {
			all = append(all, s)
		}
	}
	return all
}

// bound writes a bound in the unit of the value, as finely as people read it: bounds
// that are converted, or that a formula gives, have digits without end.
func (m *Mark) bound(x float64) string {
	least := m.Indicator.Decimals
	if m.Unit != "" && !m.Indicator.IsStandard(m.Unit) {
		if y, ok := m.Indicator.FromStandard(x, m.Unit); ok {
			x, least = y, 0
		}
	}
	fine := least
	if x != 0 {
		fine = max(fine, significant-1-int(math.Floor(math.Log10(math.Abs(x)))))
	}
	written := strconv.FormatFloat(x, 'f', fine, 64)
	for ; fine > least && strings.HasSuffix(written, "0"); fine-- {
		written = strings.TrimSuffix(written, "0")
	}
	return strings.TrimSuffix(written, ".")
}

// significant are the digits of a bound on a line.
const significant = 3

// grades are the first and the last one of a stretch.
func (m *Mark) grades(i lattice.Interval) string {
	var words []string
	for _, x := range m.Set.Dictionary.Grades().Numbers() {
		if word, ok := m.Set.Dictionary.Grades().Display(x); ok && i.Holds(x) {
			words = append(words, word)
		}
	}
	if len(words) > 2 {
		words = []string{words[0], words[len(words)-1]}
	}
	return strings.Join(words, "–")
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
