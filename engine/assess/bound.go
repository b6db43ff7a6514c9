package assess

import (
	"math"
	"slices"
	"strings"

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

// span is the lowest and the highest value that can be meant, of those that are
// plausible.
func (b Bound) span(x float64, plausible [2]float64) (from, to float64) {
	low, high := plausible[0], plausible[1]
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
	from, to := b.span(x, s.plausible(i))
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

// A within is what rules answer within a bound.
type within struct {
	table         *table
	row           int // the mildest of too high or too low, of normal ones the least reassuring; or why there is none
	act           *ruleset.Act
	graver        bool // other rows are more severe
	sooner        bool // other rows act sooner
	severalNormal bool // other rows are normal, too
}

// bounded finds the rows of a result that is only a bound: every value within it
// must be answered alike, as too high, as too low or as normal. t is the table that is
// chosen without the value.
func (s *state) bounded(t *table, i int, x float64) within {
	sample, indicator := &s.request.Samples[i], s.found[i].indicator
	from, to := sample.Bound.span(x, s.plausible(indicator))
	if texts := s.set.Texts.Bound; texts == nil || !texts.ByTable || !indicator.circular || s.from[indicator.slot] == fromSample || s.sentAgain(i) {
		w := within{table: t, row: none}
		s.widen(&w, t, i, from, to)
		return w
	}
	w := within{row: none}
	for _, part := range s.parts(i, from, to) {
		o := s.supposing(i, part[0])
		chosen, _ := o.table(indicator)
		alike := chosen != nil && o.widen(&w, chosen, i, part[0], part[1])
		o.request, o.result = nil, nil
		s.pool.Put(o)
		if !alike {
			return within{table: t, row: min(w.row, none)}
		}
	}
	return w
}

// widen adds what a table says of the values from one to another, and reports whether
// all are answered alike; row says why not.
func (s *state) widen(w *within, t *table, i int, from, to float64) bool {
	if !t.exact {
		w.row = none
		return false
	}
	b := s.found[i].background
	points := s.points(t, b, from, to)
	if s.request.Samples[i].Bound[0] == '<' {
		slices.Reverse(points) // the limit first
	}
	for _, at := range points {
		next, _, _ := s.look(t, b, at, "")
		if next < 0 {
			w.row = next
			return false
		}
		r := t.Rows[next]
		if w.row == none {
			w.table, w.row, w.act = t, next, r.Act
			continue
		}
		mildest := w.table.Rows[w.row]
		if r.Level.ID[0] != mildest.Level.ID[0] {
			w.row = none
			return false
		}
		w.severalNormal = w.severalNormal || r != mildest && mildest.Level.Severity == 0
		w.graver = w.graver || r.Level.Severity != mildest.Level.Severity
		w.sooner = w.sooner || r.Act.Rank() != w.act.Rank()
		if r.Act.Rank() < w.act.Rank() {
			w.act = r.Act
		}
		if milder(r.Level, mildest.Level) {
			w.table, w.row = t, next
		}
	}
	return true
}

// byBound fills in what is said of a bound within which some results are graver than
// others: at least the mildest, and to find out the result as soon as the most urgent
// of them asks for. It returns the row that says so.
func (s *state) byBound(i int, out *SampleResult, mildest *ruleset.Row, w within) *ruleset.Row {
	texts := s.set.Texts.Bound
	act := s.set.ActOf(texts.Soonest.Value)
	if w.act.Rank() > act.Rank() {
		act = w.act
	}
	of := s.tellingOf(i)
	told := *mildest
	told.Urgency = told.Urgency.With(act)
	told.Tip = strings.NewReplacer("{zh}", of.title, "{result}", string(of.result(nil)), "{level}", told.Level.Name, "{act}", act.Name).Replace(texts.Graver)
	told.Hint = texts.Hint
	out.Tip, out.Hint, out.Plain, out.Act = told.Tip, told.Hint, false, act.Told()
	return &told
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

// What is said of a bound that decides nothing, and of one that only says that all is
// well.
var (
	undecidedBound  = newTemplate(message.BoundUndecided.With("name", "{zh}", "result", "{result}").ZH + "。")
	acceptableBound = newTemplate(message.BoundAcceptable.With("name", "{zh}", "result", "{result}").ZH)
)
