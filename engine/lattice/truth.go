package lattice

import (
	"slices"

	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// A Truth is the truth of one condition in every cell of its own inputs.
type Truth struct {
	at, stride []int // dimensions of the space, and how far apart their points lie
	values     []expression.Truth
}

// Truth asks expr for a condition of one rule set in every cell. in belongs to
// the set and knows nothing before and after.
func (s *Space) Truth(set *ruleset.Set, in *expression.Inputs, c *expression.Condition) *Truth {
	t := &Truth{}
	own := c.Slots()
	var slots []int
	size := 1
	for i := len(s.Dimensions) - 1; i >= 0; i-- {
		v, ok := set.Scope.Lookup(s.Dimensions[i].Name)
		if !ok || !slices.Contains(own, v.Slot) {
			continue
		}
		t.at, t.stride = append(t.at, i), append(t.stride, size)
		slots = append(slots, v.Slot)
		size *= len(s.Dimensions[i].Points)
	}
	t.values = make([]expression.Truth, size)
	for k := range t.values {
		for i, slot := range slots {
			d := &s.Dimensions[t.at[i]]
			if k%t.stride[i] == 0 {
				in.Set(slot, d.Points[k/t.stride[i]%len(d.Points)])
			}
		}
		t.values[k] = c.Eval(in)
	}
	for _, slot := range slots {
		in.Unset(slot)
	}
	return t
}

// At gives the truth at a point of the space.
func (t *Truth) At(point []int) expression.Truth {
	k := 0
	for i, at := range t.at {
		k += point[at] * t.stride[i]
	}
	return t.values[k]
}

// Truths looks conditions of one rule set up, each asked of expr once.
type Truths struct {
	space *Space
	set   *ruleset.Set
	in    *expression.Inputs
	known map[*expression.Condition]*Truth
}

// Truths makes an empty store for the conditions of one side.
func (s *Space) Truths(set *ruleset.Set) *Truths { return s.TruthsWith(set, set.Scope.NewInputs()) }

// TruthsWith is Truths for those who have inputs, which know nothing before and
// after: new ones take memory for every variable of the rules.
func (s *Space) TruthsWith(set *ruleset.Set, in *expression.Inputs) *Truths {
	return &Truths{s, set, in, map[*expression.Condition]*Truth{}}
}

// Of gives the truth of a condition; a nil condition has none.
func (t *Truths) Of(c *expression.Condition) *Truth {
	if c == nil {
		return nil
	}
	known, ok := t.known[c]
	if !ok {
		known = t.space.Truth(t.set, t.in, c)
		t.known[c] = known
	}
	return known
}

// Once is Of for a condition that will not be asked for again.
func (t *Truths) Once(c *expression.Condition) *Truth {
	if known, ok := t.known[c]; ok {
		return known
	}
	return t.space.Truth(t.set, t.in, c)
}
