package main

import (
	"slices"

	"tijian/engine/ruleset"
)

// required lists what a derived value with a single formula cannot do without.
func required(set *ruleset.Set, d *ruleset.Derived) []int {
	needs := d.Cases[0].Formula.Required(set.Scope)
	for _, s := range slices.Backward(d.Let) {
		if slices.Contains(needs, s.Slot) {
			needs = append(needs, s.Formula.Required(set.Scope)...)
		}
	}
	slices.Sort(needs)
	return slices.DeleteFunc(slices.Compact(needs), func(slot int) bool {
		return slices.ContainsFunc(d.Assume, func(a *ruleset.Assumption) bool { return a.Slot == slot }) ||
			slices.ContainsFunc(d.Let, func(s *ruleset.Step) bool { return s.Slot == slot })
	})
}
