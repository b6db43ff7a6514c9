package regress

import (
	"slices"
	"time"

	"tijian/engine/assess"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// A Witness is a request made for one row, bound or age of a table: the rest of
// the person is drawn so that the table applies. Its last sample is the table's.
type Witness struct {
	Request *assess.Request
	Table   *ruleset.Table
	At      problem.Place // of the row, or of the table's guard
}

// Witnesses makes a request for every row of some tables and for every bound and
// age, on both sides. Tables are by namespace, then by indicator. Left are the
// rows for which none is found.
func Witnesses(set *ruleset.Set, engine Assessor, tables map[string]map[string][]*ruleset.Table, at time.Time) (made []Witness, left []*ruleset.Row) {
	c := newCoverer(set, &Report{})
	c.ofTexts = true
	for space, byName := range tables {
		c.tablesOf(byName, space)
	}
	for _, t := range c.all {
		c.rows(t)
		c.ages(t)
	}
	g := &generator{set: set, engine: engine, at: at, persons: map[string]string{}}
	for _, missed := range byTable(c.out.Missed) {
		g.table(missed, c.report)
	}
	tried := map[problem.Place]bool{}
	for _, w := range g.made {
		tried[w.At] = true
	}
	for _, t := range c.all {
		for _, row := range t.Rows {
			if !tried[row.At] {
				left = append(left, row)
			}
		}
	}
	slices.SortFunc(left, func(a, b *ruleset.Row) int { return a.At.Compare(b.At) })
	return g.made, left
}
