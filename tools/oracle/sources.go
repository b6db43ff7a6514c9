package oracle

import (
	"maps"
	"slices"

	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// eachSource visits every condition and formula of a set, as written, with
// the names whose values it concerns beside those that it uses: the indicator
// of a table, the name of a step.
func eachSource(set *ruleset.Set, visit func(source string, about []string)) {
	condition := func(c *expression.Condition, about ...string) {
		if c != nil {
			visit(c.Text.Value, about)
		}
	}
	for _, a := range set.Arguments {
		condition(a.Required)
	}
	for _, u := range set.Unassessed {
		condition(u.When)
	}
	for _, r := range set.Remarks {
		condition(r.When)
	}
	for _, i := range set.Coherence {
		condition(i.When)
		condition(i.Holds)
	}
	for _, d := range set.OtherAges {
		condition(d.When)
	}
	for _, c := range set.Contexts {
		condition(c.When)
		for _, w := range c.Words {
			condition(w.When)
		}
	}
	tables := []map[string][]*ruleset.Table{set.Tables}
	for _, namespace := range slices.Sorted(maps.Keys(set.Overlays)) {
		tables = append(tables, set.Overlays[namespace].Tables)
	}
	for _, byName := range tables {
		for _, name := range slices.Sorted(maps.Keys(byName)) {
			for _, table := range byName[name] {
				condition(table.For)
				for _, row := range table.Rows {
					condition(row.When, name)
				}
			}
		}
	}
	for _, d := range set.Derived {
		condition(d.When)
		condition(d.Show)
		for _, a := range d.Assume {
			visit(a.Value.Text.Value, nil)
		}
		for _, step := range d.Let {
			visit(step.Formula.Text.Value, []string{set.Scope.Slot(step.Slot).Name})
		}
		for _, c := range d.Cases {
			condition(c.When)
			visit(c.Formula.Text.Value, nil)
		}
	}
	for _, risk := range set.Risks {
		for _, rule := range risk.Rules {
			condition(rule.When)
			for _, row := range slices.Concat(rule.Rows, rule.AtLeast) {
				condition(row.When)
			}
		}
	}
}
