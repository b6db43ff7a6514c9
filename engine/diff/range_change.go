package diff

import (
	"slices"

	"tijian/engine/change"
	"tijian/engine/lattice"
	"tijian/engine/message"
	"tijian/engine/ruleset"
)

// printedRange writes what becomes of the printed range.
func printedRange(used bool, lang string) string {
	if used {
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
			if c.nobody {
				uses = [2]bool{}
			}
		}
		return uses[0], uses[1], 0
	}) {
		a, b := c.chosen(r.Box.First())
		c.report.Ranges = append(c.report.Ranges, change.Change[bool]{Namespace: c.namespace, Indicator: c.space.Dimensions[last].Indicator.Name, From: &r.From, To: &r.To,
			FromAt: change.Row(a.At), ToAt: change.Row(b.At), Region: c.region(r.Box).Persons()})
	}
}

// chosen are both sides' tables for the person of a cell, nil where there is
// none.
func (c *comparison) chosen(point []int) (from, to *ruleset.Table) {
	column := slices.Clone(point)
	column[len(column)-1] = 0
	c.settled(column)
	return c.sides[0].Table(), c.sides[1].Table()
}
