package lattice

import (
	"slices"

	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// total reports whether a slot holds a derived truth value that every person
// has, whatever was sent: "has(a) and a > 3", but not "a > 3".
func total(set *ruleset.Set, slot int) bool {
	i := slices.IndexFunc(set.Derived, func(d *ruleset.Derived) bool { return d.Slot == slot })
	if i < 0 {
		return false
	}
	d := set.Derived[i]
	if d.Type != expression.Boolean || d.When != nil || len(d.Let)+len(d.Assume) > 0 || len(d.Cases) != 1 || d.Cases[0].When != nil {
		return false
	}
	return d.Everybody(set, func() bool { return everywhere(set, d.Cases[0].Formula) })
}

// everywhere reports whether a formula has a value in every cell of its inputs.
func everywhere(set *ruleset.Set, formula *expression.Formula) bool {
	c := newCutter(nil)
	c.source(set, formula)
	s := c.space
	for i := range s.Dimensions {
		s.Dimensions[i].cut(c.bounds[s.Dimensions[i].Name], []Side{{Set: set}})
	}
	if len(s.Inexact) > 0 || s.Size() > maxAhead {
		return false
	}
	known, in := true, set.Scope.NewInputs()
	put := s.Putter(set)
	s.Each(nil, func(point []int) bool {
		put(in, point)
		known = formula.Value(in).Known()
		return known
	})
	return known
}
