package regress

import (
	"slices"

	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// A Coverage says which rows of tables the trials of a report reached.
type Coverage struct {
	Rows, Hit int
	Missed    []Missed // sorted by place
}

// A Missed row answered no trial.
type Missed struct {
	At        problem.Place
	Indicator string
	Row       int // in its table, from 1
	When      string
}

// Cover compares a report with the base tables of a rule set.
func Cover(set *ruleset.Set, r *Report) Coverage {
	var c Coverage
	for _, tables := range set.Tables {
		for _, t := range tables {
			for _, row := range t.Rows {
				c.Rows++
				if r.Hits[problem.Place{File: row.At.File, Line: row.At.Line}] > 0 {
					c.Hit++
					continue
				}
				c.Missed = append(c.Missed, Missed{At: row.At, Indicator: t.Indicator.Name, Row: row.Number, When: row.When.Text.Value})
			}
		}
	}
	slices.SortFunc(c.Missed, func(a, b Missed) int { return a.At.Compare(b.At) })
	return c
}
