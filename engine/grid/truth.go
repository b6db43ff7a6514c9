package grid

import (
	"slices"

	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// A Truth is the truth of one condition in every cell of its own inputs.
type Truth struct {
	at, stride []int // dimensions of the grid, and how far apart their points lie
	values     []expression.Truth
}

// Truth evaluates a condition of one side in every cell. env belongs to the
// side and knows nothing before and after.
func (g *Grid) Truth(set *ruleset.Set, env *expression.Env, c *expression.Condition) *Truth {
	t := &Truth{}
	var slots []int
	size := 1
	for i := len(g.Dimensions) - 1; i >= 0; i-- {
		v, ok := set.Scope.Lookup(g.Dimensions[i].Name)
		if !ok || !slices.Contains(c.Inputs, v.Slot) && !slices.Contains(c.Asked, v.Slot) {
			continue
		}
		t.at, t.stride = append(t.at, i), append(t.stride, size)
		slots = append(slots, v.Slot)
		size *= len(g.Dimensions[i].Points)
	}
	t.values = make([]expression.Truth, size)
	for k := range t.values {
		for i, slot := range slots {
			d := &g.Dimensions[t.at[i]]
			if k%t.stride[i] == 0 {
				env.Set(slot, d.Points[k/t.stride[i]%len(d.Points)])
			}
		}
		t.values[k] = c.Eval(env)
	}
	for _, slot := range slots {
		env.Unset(slot)
	}
	return t
}

// At gives the truth at a point of the grid.
func (t *Truth) At(point []int) expression.Truth {
	k := 0
	for i, at := range t.at {
		k += point[at] * t.stride[i]
	}
	return t.values[k]
}

// Truths looks conditions up, each worked out once.
type Truths struct {
	grid  *Grid
	set   *ruleset.Set
	env   *expression.Env
	known map[*expression.Condition]*Truth
}

// Truths makes an empty store for the conditions of one side.
func (g *Grid) Truths(set *ruleset.Set) *Truths {
	return &Truths{g, set, set.Scope.NewEnv(), map[*expression.Condition]*Truth{}}
}

// Of gives the truth of a condition; a nil condition has none.
func (t *Truths) Of(c *expression.Condition) *Truth {
	if c == nil {
		return nil
	}
	known, ok := t.known[c]
	if !ok {
		known = t.grid.Truth(t.set, t.env, c)
		t.known[c] = known
	}
	return known
}

// Once is Of for a condition that will not be asked for again.
func (t *Truths) Once(c *expression.Condition) *Truth {
	if known, ok := t.known[c]; ok {
		return known
	}
	return t.grid.Truth(t.set, t.env, c)
}
