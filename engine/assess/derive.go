package assess

import (
	"slices"

	"tijian/engine/compiled"
	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// A derived value, compiled.
type derived struct {
	// required inputs without which there is no value; assumable ones and steps
	// are not among them.
	required []int
	when     *compiled.Condition // nil: always
	assume   []*assumption
	steps    []step
	cases    []derivedCase
	text     bool // not a number
	*ruleset.Derived
}

type assumption struct {
	*ruleset.Assumption
	value    *compiled.Formula
	required bool // there is no value without it
}

type step struct {
	slot    int
	formula compiled.Formula
}

// A derivedCase works out only the steps that it needs.
type derivedCase struct {
	when    *compiled.Condition // nil: always
	formula compiled.Formula
	first   []int // steps that the condition needs, in order
	then    []int // steps that the formula needs
}

// A quantity is a derived value as worked out, a number or a text.
type quantity struct {
	number float64
	text   string
	ok     bool
}

// derive works out every derived value that can be, in order of dependence.
func (s *state) derive() {
	for i := range s.plan.derived {
		d := &s.plan.derived[i]
		if !s.in.AllKnown(d.required) {
			continue
		}
		q := s.withAssumptions(i, d)
		if !q.ok {
			continue
		}
		s.quantities[i] = q
		s.supply(d, d.Slot, q)
		if d.Supplies != nil {
			s.supply(d, d.SuppliesSlot, q)
		}
	}
}

// supply gives a value to the rules; a sample that was sent goes before.
func (s *state) supply(d *derived, slot int, q quantity) {
	if s.from[slot] == fromSample {
		return
	}
	s.from[slot] = fromDerived
	if d.text {
		s.in.SetString(slot, q.text)
	} else {
		s.in.SetNumber(slot, q.number)
	}
}

// withAssumptions works out a value, with the documented assumptions in place
// of what was not sent, and notes which of them mattered.
func (s *state) withAssumptions(i int, d *derived) quantity {
	if len(d.assume) == 0 {
		return s.compute(d)
	}
	made := s.made[:0]
	for _, a := range d.assume {
		if !s.in.Known(a.Slot) && a.value.Assign(s.in, a.Slot) {
			s.from[a.Slot] = fromAssumption
			made = append(made, a)
		}
	}
	s.made = made
	q := s.compute(d)
	for _, a := range made {
		value := s.in.Value(a.Slot)
		s.in.Unset(a.Slot)
		s.from[a.Slot] = unknown
		if q.ok && (a.required || !s.compute(d).ok) {
			s.assumed[i] = append(s.assumed[i], a)
			s.in.Set(a.Slot, value) // for judging the others
		}
	}
	for _, a := range s.assumed[i] {
		s.in.Unset(a.Slot)
	}
	if len(s.assumed[i]) > 0 {
		s.assuming = append(s.assuming, i)
	}
	return q
}

// compute works out a value from what is known.
func (s *state) compute(d *derived) quantity {
	if d.when != nil && d.when.Eval(s.in) != expression.True {
		return quantity{}
	}
	s.round++
	for i := range d.cases {
		c := &d.cases[i]
		if c.when != nil {
			s.steps(d, c.first)
			switch c.when.Eval(s.in) {
			case expression.False:
				continue
			case expression.Unknown:
				return quantity{} // it may be this case or a later one
			}
		}
		s.steps(d, c.then)
		var q quantity
		if d.text {
			q.text, q.ok = c.formula.Text(s.in)
		} else {
			q.number, q.ok = c.formula.Number(s.in)
		}
		return q
	}
	return quantity{}
}

// steps works out those steps that were not in this round.
func (s *state) steps(d *derived, which []int) {
	for _, i := range which {
		step := &d.steps[i]
		if s.done[step.slot] == s.round {
			continue
		}
		s.done[step.slot] = s.round
		x, _ := step.formula.Number(s.in)
		s.in.SetNumber(step.slot, x)
	}
}

// values gives every derived value by id.
func (s *state) values() {
	if s.result.Derived == nil {
		count := 0
		for i := range s.quantities {
			if s.quantities[i].ok {
				count++
			}
		}
		s.result.Derived = make(map[string]any, count)
	}
	for i := range s.plan.derived {
		switch d, q := &s.plan.derived[i], &s.quantities[i]; {
		case !q.ok:
		case d.text:
			s.result.Derived[d.ID] = q.text
		default:
			s.result.Derived[d.ID] = q.number
		}
	}
}

// assumptions lists the texts of every assumption made, each once.
func (s *state) assumptions() {
	texts := &s.result.Assumptions
	for _, i := range s.assuming {
		for _, a := range s.assumed[i] {
			if !slices.Contains(*texts, a.Text) {
				*texts = append(*texts, a.Text)
			}
		}
	}
}
