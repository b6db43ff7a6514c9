package reference

import (
	"slices"

	"tijian/engine/assess"
	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// trace says how a sample's answer came about.
func (s *state) trace(out *assess.Trace, t *table, row int, rows []int, x float64) {
	r := t.Rows[row]
	out.File, out.Line, out.Row = r.At.File, r.At.Line, r.Number
	out.Sources = cite(r.Sources)
	if rows != nil {
		out.DistanceDown, out.DistanceUp = t.distances(rows, x)
	}
	for _, id := range t.Risks {
		if a := s.answer(id); a != nil {
			if a.trace == nil {
				a.trace = s.riskTrace(a)
			}
			out.Risks = append(out.Risks, *a.trace)
		}
	}
}

func cite(citations []ruleset.Citation) []assess.Source {
	sources := make([]assess.Source, len(citations))
	for i, c := range citations {
		sources[i] = assess.Source{Key: c.Key, Title: c.Title, Body: c.Body, Year: c.Year, Place: c.Place}
	}
	return sources
}

// riskTrace lists the inputs of the rule that answered, and behind derived
// ones what they were worked out from.
func (s *state) riskTrace(a *answer) *assess.RiskTrace {
	t := &assess.RiskTrace{ID: a.risk.ID, Rule: a.rule.ID, File: a.rule.At.File, Line: a.rule.At.Line, Sources: cite(a.rule.Sources)}
	w := &witness{state: s, trace: t}
	w.condition(a.rule.When)
	for _, row := range slices.Concat(a.rule.Rows, a.rule.AtLeast) {
		w.condition(row.When)
	}
	return t
}

// A witness collects inputs, each once, in order of mention.
type witness struct {
	*state
	trace *assess.RiskTrace
	seen  []int
}

func (w *witness) condition(c *expression.Condition) {
	if c != nil {
		w.slots(c.Inputs)
	}
}

func (w *witness) slots(slots []int) {
	for _, slot := range slots {
		if w.env.Known(slot) && !slices.Contains(w.seen, slot) {
			w.input(slot)
		}
	}
}

func (w *witness) input(slot int) {
	w.seen = append(w.seen, slot)
	v := w.set.Scope.Slot(slot)
	in := assess.Input{Name: v.Name, Value: w.env.Value(slot), From: w.from[slot].String()}
	d := w.gives[slot]
	if i, ok := w.set.Dictionary.Lookup(v.Name); ok {
		in.Unit = i.Unit
	} else if d != nil {
		in.Unit = d.Unit
	}
	w.trace.Inputs = append(w.trace.Inputs, in)
	if w.from[slot] == fromDerived && d != nil {
		w.behind(d)
	}
}

// behind lists what a derived value was worked out from.
func (w *witness) behind(d *ruleset.Derived) {
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
	for _, a := range w.assumed[d] {
		v := w.set.Scope.Slot(a.Slot)
		if !slices.ContainsFunc(w.trace.Inputs, func(in assess.Input) bool { return in.Name == v.Name }) {
			w.trace.Inputs = append(w.trace.Inputs, assess.Input{Name: v.Name, Value: a.Value.Eval(w.env), From: fromAssumption.String()})
		}
		if !slices.Contains(w.trace.Assumptions, a.Text) {
			w.trace.Assumptions = append(w.trace.Assumptions, a.Text)
		}
	}
}
