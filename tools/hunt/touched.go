package main

import (
	"slices"

	"tijian/engine/ruleset"
)

// touched keeps of a set what the judge's own has not word for word the same:
// tables by their indicators, and risks. The rest is proved already.
func (j *judge) touched(set *ruleset.Set) *ruleset.Set {
	c := *set
	c.Tables = others(set.Tables, j.set.Tables)
	c.Overlays = map[string]*ruleset.Overlay{}
	for namespace, o := range set.Overlays {
		if old := j.set.Overlays[namespace]; old == nil || len(others(o.Tables, old.Tables)) > 0 {
			c.Overlays[namespace] = o
		}
	}
	if slices.EqualFunc(set.Risks, j.set.Risks, sameRisk) {
		c.Risks = nil
	}
	return &c
}

func others(now, before map[string][]*ruleset.Table) map[string][]*ruleset.Table {
	list := map[string][]*ruleset.Table{}
	for indicator, tables := range now {
		if !slices.EqualFunc(before[indicator], tables, sameTable) {
			list[indicator] = tables
		}
	}
	return list
}

func sameTable(a, b *ruleset.Table) bool {
	return a.Indicator.Plausible == b.Indicator.Plausible && a.Indicator.PlausibleOnce() == b.Indicator.PlausibleOnce() && same(a.For, b.For) && slices.EqualFunc(a.Rows, b.Rows, func(a, b *ruleset.Row) bool {
		return same(a.When, b.When) && a.Level.ID == b.Level.ID && a.Color == b.Color
	})
}

func sameRisk(a, b *ruleset.Risk) bool {
	row := func(a, b *ruleset.RiskRow) bool { return same(a.When, b.When) && a.Flag == b.Flag }
	return a.ID == b.ID && slices.EqualFunc(a.Rules, b.Rules, func(a, b *ruleset.RiskRule) bool {
		return a.ID == b.ID && same(a.When, b.When) && slices.EqualFunc(a.Rows, b.Rows, row) && slices.EqualFunc(a.AtLeast, b.AtLeast, row)
	})
}

// same reports whether two conditions are written alike; there may be none.
func same[T interface {
	Canonical() string
	comparable
}](a, b T) bool {
	var none T
	if a == none || b == none {
		return a == b
	}
	return a.Canonical() == b.Canonical()
}
