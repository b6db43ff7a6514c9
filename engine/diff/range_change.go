package diff

import (
	"slices"

	"tijian/engine/dictionary"
	"tijian/engine/lattice"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// A RangeChange is a group of persons whose values are read by the range that their
// report prints, or no longer.
type RangeChange struct {
	Namespace    string
	Indicator    *dictionary.Indicator
	From, To     bool
	FromAt, ToAt problem.Place // of the tables
	region
}

// Change writes what becomes of the printed range.
func (p *RangeChange) Change(lang string) string {
	if p.To {
		return message.Pick(lang, "改为以报告印的范围为准", "now read by the range that the report prints")
	}
	return message.Pick(lang, "不再以报告印的范围为准", "no longer read by the range that the report prints")
}

// printed finds whose tables read values by the printed range on one side only.
// Where nobody had a table, or nobody has one now, the levels tell.
func (c *comparison) printed() {
	if !slices.ContainsFunc(c.sides[:], func(s *answers) bool {
		return slices.ContainsFunc(s.tables, func(t *ruleset.Table) bool { return t.Printed })
	}) {
		return
	}
	last := len(c.space.Dimensions) - 1
	var uses [2]bool
	for _, r := range lattice.Regions(c.space, func(point []int) (from, to bool, tag int) {
		if point[last] == 0 {
			a, b := c.chosen(point)
			uses = [2]bool{a != nil && b != nil && a.Printed, a != nil && b != nil && b.Printed}
		}
		return uses[0], uses[1], 0
	}) {
		p := RangeChange{Namespace: c.namespace, Indicator: c.space.Dimensions[last].Indicator, From: r.From, To: r.To, region: region{c.space, r.Box}}
		a, b := c.chosen(r.Box.First())
		p.FromAt, p.ToAt = a.At, b.At
		c.report.Ranges = append(c.report.Ranges, p)
	}
}

// chosen are both sides' tables for the person of a cell, nil where there is
// none.
func (c *comparison) chosen(point []int) (from, to *ruleset.Table) {
	for _, s := range c.sides {
		s.Choose(point)
	}
	return c.sides[0].Table(), c.sides[1].Table()
}
