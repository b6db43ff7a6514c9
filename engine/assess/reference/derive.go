package reference

import (
	"slices"

	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// derive works out every derived value that can be, in order of dependence.
func (s *state) derive() {
	for _, d := range s.set.Derived {
		x, assumed, ok := s.withAssumptions(d)
		if !ok {
			continue
		}
		s.derived[d.ID] = x
		if len(assumed) > 0 {
			s.assumed[d] = assumed
		}
		for _, slot := range [...]int{d.Slot, d.SuppliesSlot} {
			if slot == d.SuppliesSlot && d.Supplies == nil || s.from[slot] == fromSample {
				continue // a sample that was sent goes before
			}
			s.put(slot, x, fromDerived)
		}
	}
}

// withAssumptions works out a value, with the documented assumptions in place
// of what was not sent. It tells which of them mattered.
func (s *state) withAssumptions(d *ruleset.Derived) (x any, mattered []*ruleset.Assumption, ok bool) {
	var made []*ruleset.Assumption
	for _, a := range d.Assume {
		if s.env.Known(a.Slot) {
			continue
		}
		if value := a.Value.Eval(s.env); value != nil {
			s.put(a.Slot, value, fromAssumption)
			made = append(made, a)
		}
	}
	x, ok = s.compute(d)
	for _, a := range made {
		value := s.env.Value(a.Slot)
		s.env.Unset(a.Slot)
		s.from[a.Slot] = unknown
		if !ok {
			continue
		}
		if _, without := s.compute(d); !without {
			mattered = append(mattered, a)
			s.env.Set(a.Slot, value) // for judging the others
		}
	}
	for _, a := range mattered {
		s.env.Unset(a.Slot)
	}
	return x, mattered, ok
}

// compute works out a value from what is known.
func (s *state) compute(d *ruleset.Derived) (any, bool) {
	for _, step := range d.Let {
		s.env.Unset(step.Slot)
	}
	if d.When != nil && d.When.Eval(s.env) != expression.True {
		return nil, false
	}
	for _, step := range d.Let {
		if x, ok := step.Formula.Number(s.env); ok {
			s.env.SetNumber(step.Slot, x)
		}
	}
	for _, c := range d.Cases {
		if c.When != nil {
			switch c.When.Eval(s.env) {
			case expression.False:
				continue
			case expression.Unknown:
				return nil, false // it may be this case or a later one
			}
		}
		x := c.Formula.Eval(s.env)
		return x, x != nil
	}
	return nil, false
}

// assumptions lists the texts of every assumption made, each once.
func (s *state) assumptions() []string {
	var texts []string
	for _, d := range s.set.Derived {
		for _, a := range s.assumed[d] {
			if !slices.Contains(texts, a.Text) {
				texts = append(texts, a.Text)
			}
		}
	}
	return texts
}
