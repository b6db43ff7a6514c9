package assess

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/assess/internal/ideal"
	"tijian/engine/lattice"
	"tijian/engine/ruleset"
)

// A printedScale reads values by the printed range where a table's own is one of many:
// what lies within is ideal, and what lies beyond is so many times the printed
// end as the table's bounds are of its own.
type printedScale struct {
	own       lattice.Interval // by the table: ideal or acceptable
	core      lattice.Interval // ideal alone
	printed   lattice.Interval // the same with the printed ends
	low, high bool             // which end was printed
}

// scaled finds the scale of a table for this person; false when its own bounds
// decide.
func (t *table) scaled(c *column, b *Background) (printedScale, bool) {
	if !t.Printed || b == nil || c == nil || len(c.intervals) != 1 {
		return printedScale{}, false
	}
	normal := ideal.Intervals(t.axis, func(cell int) bool { return c.rows[cell] >= 0 && t.Rows[c.rows[cell]].Level.ID[0] == 'N' })
	if len(normal) != 1 {
		return printedScale{}, false
	}
	own, core := normal[0], c.intervals[0]
	if own.Low.None { // what lies below is acceptable
		own.Low = core.Low
	}
	if own.High.None {
		own.High = core.High
	}
	s := printedScale{own: own, core: core, printed: core, low: !own.Low.None && own.Low.At > 0 && b.Low > 0, high: !own.High.None && own.High.At > 0 && b.High > 0}
	if s.low {
		s.printed.Low = lattice.End{At: b.Low}
	}
	if s.high {
		s.printed.High = lattice.End{At: b.High}
	}
	turned := !s.printed.Low.None && !s.printed.High.None && s.printed.Low.At >= s.printed.High.At // one end printed, beyond the other of the table
	return s, (s.low || s.high) && !turned
}

// at is the value on the table's own scale.
func (s *printedScale) at(x float64) float64 {
	low, high := s.own.Low.At, s.own.High.At
	switch {
	case s.high && x > s.printed.High.At:
		return max(tidy(x*high/s.printed.High.At), math.Nextafter(high, math.Inf(1)))
	case s.low && x < s.printed.Low.At:
		return min(tidy(x*low/s.printed.Low.At), math.Nextafter(low, math.Inf(-1)))
	case s.high && x >= s.core.High.At && !s.core.High.None, s.low && x <= s.core.Low.At && !s.core.Low.None:
		return s.inside()
	}
	return x
}

// inside is a value of the table's ideal range.
func (s *printedScale) inside() float64 {
	switch {
	case s.core.Low.None:
		return s.core.High.At / 2
	case s.core.High.None:
		return s.core.Low.At * 2
	}
	return s.core.Low.At + (s.core.High.At-s.core.Low.At)/2
}

// look finds the row of a value by the printed range. What is severe by the
// table's own bounds stays so.
func (s *printedScale) look(t *table, c *column, x float64, unit string) (row int, l line, best ideal.Range, printed bool) {
	row, printed = c.rows[t.axis.Cell(s.at(x))], true
	if own := c.rows[t.axis.Cell(x)]; own >= 0 && t.Rows[own].Level.Severity >= ruleset.Severe {
		row, printed = own, false
	}
	bounds := s.bounds(t.axis)
	if axis := lattice.NewAxis(bounds...); printed && slices.Equal(axis.Bounds, bounds) && c.rows[axis.Cell(x)] == row {
		l = line{axis, c.rows}
	}
	return row, l, ideal.Of(t.Indicator, unit, []lattice.Interval{s.printed}, t.texts), printed
}

// bounds are those of the table, moved as the printed range moves them.
func (s *printedScale) bounds(own lattice.Axis) []float64 {
	bounds := make([]float64, len(own.Bounds))
	for i, y := range own.Bounds {
		switch {
		case s.high && y >= s.own.High.At:
			y = tidy(y * s.printed.High.At / s.own.High.At)
		case s.low && y <= s.own.Low.At:
			y = tidy(y * s.printed.Low.At / s.own.Low.At)
		}
		bounds[i] = y
	}
	return bounds
}

// disagrees says that the printed range and the rules are not of one mind about a
// value, and why.
func (s *state) disagrees(i int, out *SampleResult, row *ruleset.Row) {
	texts, sample := s.set.Texts.Printed, &s.request.Samples[i]
	if texts == nil || sample.Reference == nil || sample.Bound != "" || s.misprinted(i, s.found[i].background) {
		return
	}
	low, high := sample.Reference.Low, sample.Reference.High
	outside := sample.Value < low || sample.Value > high
	text := ""
	switch {
	case row == nil || row.Level.ID[0] == 'U':
		if outside {
			text = texts.Unjudged
		}
	case row.Level.Severity > 0 && !outside:
		text = texts.Within
	case row.Level.Severity == 0 && outside:
		text = texts.Outside
	}
	if text == "" {
		return
	}
	source := ""
	if row != nil && len(row.Sources) > 0 {
		source = row.Sources[0].Title
	}
	of := s.tellingOf(i)
	out.Tip, out.Plain = strings.NewReplacer("{tip}", out.Tip, "{printed}", printedEnds(low, high), "{source}", source, "{zh}", of.title, "{result}", string(of.result(nil))).Replace(text), false
}

// beyondRange says of a result that nothing judges that it lies beyond its printed range,
// and is no more to be taken lightly for that; it reports whether anything is said.
func (s *state) beyondRange(i int, out *SampleResult) bool {
	texts, sample := s.set.Texts.Printed, &s.request.Samples[i]
	if texts == nil || texts.Beyond == nil || sample.Reference == nil || sample.Misprinted {
		return false
	}
	low, high := sample.Reference.Low, sample.Reference.High
	up, down := sample.Value > high && sample.Bound != "<" && sample.Bound != "<=", sample.Value < low && sample.Bound != ">" && sample.Bound != ">="
	if !up && !down {
		return false
	}
	u, _ := s.overdue(ruleset.Urgency{Act: s.set.ActOf(texts.Beyond.ActFor(sample.Value, low, high))}, false)
	act := u.Act
	out.Tip = strings.NewReplacer("{tip}", strings.TrimSuffix(out.Tip, "。"), "{printed}", printedEnds(low, high), "{act}", act.Name).Replace(texts.Beyond.Text)
	out.Act, out.Plain, s.found[i].beyond = act.Told(), false, true
	return true
}

// printedEnds writes a printed range; an open end is NaN.
func printedEnds(low, high float64) string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	switch {
	case low != low:
		return "≤" + number(high)
	case high != high:
		return "≥" + number(low)
	}
	return number(low) + "–" + number(high)
}
