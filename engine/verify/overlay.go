package verify

import (
	"slices"

	"tijian/engine/expression"
	"tijian/engine/message"
	"tijian/engine/ruleset"
)

// overlay proves that whoever is assessed by the base tables of an indicator
// is assessed by those that replace them, too, unless the overlay says that it
// means to leave persons out.
func (c *checker) overlay(o *ruleset.Overlay) {
	for name, tables := range o.Tables {
		base := c.set.Tables[name]
		if len(base) == 0 || slices.Contains(o.FewerPersons, name) {
			continue
		}
		own, others := ruleset.Guards(tables), ruleset.Guards(base)
		if len(own) < len(tables) {
			continue // one of its tables admits everybody
		}
		s := c.space(nil, slices.Concat(own, others))
		if !c.provable(s, tables[0].At) {
			continue
		}
		truths := s.Truths(c.set)
		s.Each(nil, func(point []int) bool {
			admitted := func(g *expression.Condition) bool { return truths.Of(g).At(point) == expression.True }
			if len(others) == len(base) && !slices.ContainsFunc(others, admitted) || slices.ContainsFunc(own, admitted) {
				return true
			}
			c.problems.Add(message.OverlayLeavesOut.At(tables[0].At, "indicator", tables[0].Indicator.Called(),
				"witness", witness(s, point), "namespace", o.Namespace, "name", name))
			return false
		})
	}
}
