package assess

import (
	"math"
	"slices"

	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/message"
	"tijian/engine/ruleset"
)

// A Bound says that a value is only a limit of what was measured: the result
// was <0.5. Blank, it is the value itself.
type Bound string

// Known reports whether it is one of <, <=, > and >=.
func (b Bound) Known() bool { return b == "<" || b == "<=" || b == ">" || b == ">=" }

// span is the lowest and the highest value that can be meant, of those from low
// to high.
func (b Bound) span(x, low, high float64) (from, to float64) {
	from, to = x, x
	switch b {
	case "<":
		from, to = low, math.Nextafter(x, math.Inf(-1))
	case "<=":
		from = low
	case ">":
		from, to = math.Nextafter(x, math.Inf(1)), high
	case ">=":
		to = high
	}
	if from > to {
		return x, x
	}
	return from, to
}

// near is the end of a span at which its limit stands.
func (b Bound) near(from, to float64) float64 {
	if b[0] == '<' {
		return to
	}
	return from
}

// standIn returns a value that rules answer as they answer every other one
// within a bound, and reports whether there is one.
func (s *state) standIn(i *indicator, b Bound, x float64) (float64, bool) {
	from, to := b.span(x, i.low, i.high)
	c := s.plan.compared()[i.slot]
	crossed := slices.ContainsFunc(c.numbers, func(at float64) bool { return from <= at && at <= to })
	return b.near(from, to), from == to || !c.computed && !crossed
}

// comparisons of a slot in all rules.
type comparisons struct {
	numbers  []float64
	computed bool // it is also used otherwise
}

// comparisonsOf goes through every expression of a set.
func comparisonsOf(set *ruleset.Set) map[int]comparisons {
	all := map[int]comparisons{}
	for _, e := range set.Expressions() {
		for _, slot := range e.Slots() {
			v := set.Scope.Slot(slot)
			if v.Type != expression.Number {
				continue
			}
			b, c := e.Bounds(v), all[slot]
			all[slot] = comparisons{append(c.numbers, b.Numbers...), c.computed || !b.Exact}
		}
	}
	return all
}

// bounded finds the row of a result that is only a bound: every value within it
// must be answered alike. Where all are too high, or all too low, it is the
// mildest of their rows; where all are normal, the least reassuring, whose tip
// is then one of several.
func (s *state) bounded(t *table, i int, x float64) (row int, severalNormal bool) {
	if !t.exact {
		return none, false
	}
	sample, indicator, background := &s.request.Samples[i], s.found[i].indicator, s.found[i].background
	from, to := sample.Bound.span(x, indicator.low, indicator.high)
	points := s.points(t, background, from, to)
	if sample.Bound[0] == '<' {
		slices.Reverse(points) // the limit first
	}
	row = none
	for _, at := range points {
		next, _, _ := s.look(t, background, at, "")
		switch {
		case next < 0:
			return next, false
		case row == none:
			row = next
		case t.Rows[next].Level.ID[0] != t.Rows[row].Level.ID[0]:
			return none, false
		}
		severalNormal = severalNormal || next != row && t.Rows[row].Level.Severity == 0
		if milder(t.Rows[next].Level, t.Rows[row].Level) {
			row = next
		}
	}
	return row, severalNormal
}

// milder reports whether of two levels of a kind the first says less.
func milder(a, b *ruleset.Level) bool {
	if a.Severity == 0 {
		return a.ID > b.ID
	}
	return a.Severity < b.Severity
}

// points are the ends of a span, the values within it at which the answer can
// change, and one value between each two of them, in order.
func (s *state) points(t *table, b *Background, from, to float64) []float64 {
	axis := t.axis
	if b != nil {
		axis = t.line(b)
	}
	cuts := append([]float64{from, to}, axis.Bounds...)
	if c := s.column(t); c != nil {
		if by, ok := t.scaled(c, b); ok {
			cuts = append(cuts, by.bounds(t.axis)...)
		}
	}
	cuts = slices.DeleteFunc(cuts, func(at float64) bool { return at < from || at > to })
	axis = lattice.NewAxis(cuts...)
	var points []float64
	for cell := 1; cell < axis.Len()-1; cell++ {
		points = append(points, axis.Point(cell))
	}
	return points
}

// What is said of a bound that decides nothing, and of one that only says that
// all is well.
var (
	undecidedBound  = newTemplate(message.BoundUndecided.With("name", "{zh}", "result", "{result}").ZH + "。")
	acceptableBound = newTemplate(message.BoundAcceptable.With("name", "{zh}", "result", "{result}").ZH)
)
