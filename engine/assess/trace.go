package assess

import (
	"math"
	"slices"

	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// trace says how a sample's answer came about.
func (s *state) trace(out *Trace, t *table, row int, cells line, x float64) {
	r := t.Rows[row]
	out.File, out.Line, out.Row = r.At.File, r.At.Line, r.Number
	out.Sources = t.sources[row]
	if s.request.Lines {
		out.rule, out.table, out.line = r, t, line{cells.axis, slices.Clone(cells.rows)}
	}
	if cells.rows != nil {
		out.DistanceDown, out.DistanceUp = t.distances(cells, x)
	}
	out.Risks = s.riskTraces(t.risks)
}

// told says which range decided, where one was printed, and what else than the
// value the table looked at.
func (s *state) told(out *Trace, i int, t *table, b *Background, x float64) {
	if s.misprinted(i, b) {
		out.Range = IgnoredRange
	}
	if b == nil {
		return
	}
	if !math.IsNaN(b.Low) || !math.IsNaN(b.High) {
		out.Range = TableRange
	}
	if c := s.column(t); t.Printed && len(t.facets) == 0 {
		if by, ok := t.scaled(c, b); ok {
			if _, _, _, printed := by.look(t, c, x, ""); printed {
				out.Range = PrintedRange
			}
		}
	}
	for _, f := range t.facets {
		v := b.Facet(f.Facet, x)
		if math.IsNaN(v) {
			continue
		}
		if f.Facet.OfReference() {
			out.Range = PrintedRange
		}
		out.Inputs = append(out.Inputs, Input{Name: ruleset.Facets[f.Facet].Name, Value: v, From: fromSample.String()})
	}
}

// misprinted reports whether a range was sent with a sample that is none.
func (s *state) misprinted(i int, b *Background) bool {
	sample := &s.request.Samples[i]
	return sample.Misprinted || sample.Reference != nil && b != nil && math.IsNaN(b.Low) && math.IsNaN(b.High)
}

// riskTraces gives the traces of a list's risks; samples with the same list
// share them.
func (s *state) riskTraces(list int) []RiskTrace {
	if s.traces[list] == nil {
		for _, i := range s.plan.lists[list] {
			if a := s.answer(i); a.rule != nil {
				if a.trace == nil {
					a.trace = s.riskTrace(s.plan.risks[i].Risk, a.rule)
				}
				s.traces[list] = append(s.traces[list], *a.trace)
			}
		}
	}
	return slices.Clip(s.traces[list])
}

func cite(citations []ruleset.Citation) []Source {
	sources := make([]Source, len(citations))
	for i, c := range citations {
		sources[i] = Source{Key: c.Key, Title: c.Title, Body: c.Body, Year: c.Year, Place: c.Place}
	}
	return sources
}

// riskTrace lists the inputs of the rule that answered, and behind derived
// ones what they were worked out from.
func (s *state) riskTrace(r *ruleset.Risk, rule *riskRule) *RiskTrace {
	t := &RiskTrace{ID: r.ID, Rule: rule.ID, File: rule.At.File, Line: rule.At.Line, Sources: rule.sources}
	w := &witness{state: s, trace: t}
	w.condition(rule.When)
	for _, row := range slices.Concat(rule.Rows, rule.AtLeast) {
		w.condition(row.When)
	}
	return t
}

// A witness collects inputs, each once, in order of mention.
type witness struct {
	*state
	trace *RiskTrace
	seen  []int
}

func (w *witness) condition(c *expression.Condition) {
	if c != nil {
		w.slots(c.Inputs)
	}
}

func (w *witness) slots(slots []int) {
	for _, slot := range slots {
		if w.in.Known(slot) && !slices.Contains(w.seen, slot) {
			w.input(slot)
		}
	}
}

func (w *witness) input(slot int) {
	w.seen = append(w.seen, slot)
	v := w.set.Scope.Slot(slot)
	in := Input{Name: v.Name, Value: w.in.Value(slot), From: w.from[slot].String()}
	var d *ruleset.Derived
	i, given := w.gives[slot]
	if given {
		d = w.set.Derived[i]
	}
	if known, ok := w.set.Dictionary.Lookup(v.Name); ok {
		in.Unit = known.Unit
	} else if d != nil {
		in.Unit = d.Unit
	}
	w.trace.Inputs = append(w.trace.Inputs, in)
	if w.from[slot] == fromDerived && d != nil {
		w.behind(i, d)
	}
}

// behind lists what a derived value was worked out from.
func (w *witness) behind(i int, d *ruleset.Derived) {
	steps := make([]int, len(d.Let))
	for i, step := range d.Let {
		steps[i] = step.Slot
	}
	used := func(slots []int) {
		w.slots(slices.DeleteFunc(slices.Clone(slots), func(slot int) bool { return slices.Contains(steps, slot) }))
	}
	if d.When != nil {
		used(d.When.Inputs)
	}
	for _, step := range d.Let {
		used(step.Formula.Inputs)
	}
	for _, c := range d.Cases {
		if c.When != nil {
			used(c.When.Inputs)
		}
		used(c.Formula.Inputs)
	}
	for _, a := range w.assumed[i] {
		v := w.set.Scope.Slot(a.Slot)
		if !slices.ContainsFunc(w.trace.Inputs, func(in Input) bool { return in.Name == v.Name }) {
			w.trace.Inputs = append(w.trace.Inputs, Input{Name: v.Name, Value: a.Value.Eval(w.in), From: fromAssumption.String()})
		}
		if !slices.Contains(w.trace.Assumptions, a.Text) {
			w.trace.Assumptions = append(w.trace.Assumptions, a.Text)
		}
	}
}
