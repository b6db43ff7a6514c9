// Package derive works out derived values: body mass index, eGFR, the scores of
// risk models. It is the one place that does.
package derive

import (
	"slices"

	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/ruleset"
)

// A Value is a derived value, ready to be worked out. It is safe for
// concurrent use.
type Value struct {
	*ruleset.Derived
	// required are slots without which there is no value; assumable ones and
	// steps are not among them.
	required []int
	when     *lattice.Decision // nil: always
	assume   []assumption
	steps    []step
	cases    []oneCase
}

type assumption struct {
	*ruleset.Assumption
	value *lattice.Formula
}

type step struct {
	slot    int
	formula *lattice.Formula
}

type oneCase struct {
	*ruleset.Case
	when    *lattice.Decision // nil: always
	formula *lattice.Formula
	// first are the steps that the condition needs, then those that the formula
	// needs; neither those that an earlier case has done.
	first, then []int
}

// New prepares the derived values of a set, in the order in which they can be
// worked out.
func New(set *ruleset.Set) []*Value {
	in := set.Scope.NewInputs()
	values := make([]*Value, len(set.Derived))
	var steps expression.Sharing
	for i, d := range set.Derived {
		v := &Value{Derived: d, when: lattice.Decide(set, in, d.When)}
		for _, a := range d.Assume {
			v.assume = append(v.assume, assumption{a, lattice.Work(set, in, a.Value)})
		}
		for _, s := range d.Let {
			formula := lattice.Work(set, in, s.Formula)
			formula.Share(&steps)
			v.steps = append(v.steps, step{s.Slot, formula})
		}
		for _, c := range d.Cases {
			v.cases = append(v.cases, oneCase{Case: c, when: lattice.Decide(set, in, c.When), formula: lattice.Work(set, in, c.Formula)})
		}
		v.needs(set.Scope)
		values[i] = v
	}
	return values
}

// Known works out a value from what is known, without assumptions. It returns
// the case that gave it, nil when there is no value. The slots of steps are
// overwritten, those only that are needed.
func (v *Value) Known(in *expression.Inputs) (expression.Value, *ruleset.Case) {
	if !in.AllKnown(v.required) || v.when != nil && v.when.Eval(in) != expression.True {
		return 0, nil
	}
	for i := range v.cases {
		c := &v.cases[i]
		if c.when != nil {
			v.work(in, c.first)
			switch c.when.Eval(in) {
			case expression.False:
				continue
			case expression.Unknown:
				return 0, nil // it may be this case or a later one
			}
		}
		v.work(in, c.then)
		if x := c.formula.Value(in); x.Known() {
			return x, c.Case
		}
		return 0, nil
	}
	return 0, nil
}

// work works out steps in their order.
func (v *Value) work(in *expression.Inputs, steps []int) {
	for _, i := range steps {
		in.Put(v.steps[i].slot, v.steps[i].formula.Value(in))
	}
}

// Assuming works out a value with its assumptions in place of what was not
// sent, and returns those that mattered: without them there is no value. What
// is known is afterwards as it was before.
func (v *Value) Assuming(in *expression.Inputs) (x expression.Value, c *ruleset.Case, mattered []*ruleset.Assumption) {
	if len(v.assume) == 0 || !in.AllKnown(v.required) {
		x, c = v.Known(in)
		return x, c, nil
	}
	var made []*ruleset.Assumption
	for _, a := range v.assume {
		if in.Known(a.Slot) {
			continue
		}
		if value := a.value.Value(in); value.Known() {
			in.Put(a.Slot, value)
			made = append(made, a.Assumption)
		}
	}
	x, c = v.Known(in)
	for _, a := range made {
		value := in.Held(a.Slot)
		in.Unset(a.Slot)
		if c == nil {
			continue
		}
		if _, without := v.Known(in); without == nil {
			mattered = append(mattered, a)
			in.Put(a.Slot, value) // for weighing the others
		}
	}
	for _, a := range mattered {
		in.Unset(a.Slot)
	}
	return x, c, mattered
}

// needs finds out what every case needs, and the inputs without which no case
// gives a value.
func (v *Value) needs(scope *expression.Scope) {
	var slots, done []int
	for i := range v.cases {
		c := &v.cases[i]
		needs := c.Formula.Required(scope)
		if c.When != nil {
			needs = append(needs, c.When.Required(scope)...)
			c.first = v.behind(c.When.Slots(), done)
			done = append(done, c.first...)
		}
		c.then = v.behind(c.Formula.Slots(), done)
		for _, s := range slices.Backward(v.steps) {
			if slices.Contains(needs, s.slot) {
				needs = append(needs, s.formula.Required(scope)...)
			}
		}
		if i == 0 {
			slots = needs
		} else {
			slots = slices.DeleteFunc(slots, func(slot int) bool { return !slices.Contains(needs, slot) })
		}
	}
	if v.When != nil {
		slots = append(slots, v.When.Required(scope)...)
	}
	slices.Sort(slots)
	v.required = slices.DeleteFunc(slices.Compact(slots), func(slot int) bool {
		return slices.ContainsFunc(v.Assume, func(a *ruleset.Assumption) bool { return a.Slot == slot }) ||
			slices.ContainsFunc(v.steps, func(s step) bool { return s.slot == slot })
	})
	slices.Reverse(v.required) // the person, always known, has the first slots
}

// behind lists the steps, in their order, without which slots cannot be known
// and which are not done.
func (v *Value) behind(slots, done []int) []int {
	var list []int
	for i := len(v.steps) - 1; i >= 0; i-- {
		if slices.Contains(slots, v.steps[i].slot) && !slices.Contains(done, i) {
			list = append(list, i)
			slots = append(slots, v.steps[i].formula.Slots()...)
		}
	}
	slices.Reverse(list)
	return list
}
