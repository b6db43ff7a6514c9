package mutate

import (
	"fmt"
	"math"
	"slices"

	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// A changed list of an indicator's tables.
type changed struct {
	Mutant
	tables []*ruleset.Table
	at     int            // the table whose rows are changed, whole when a guard is
	left   []*trial       // that may find it, though not by conditions alone
	ideals []*observation // that may find it by the ideal range
}

// whole stands for all tables of an indicator.
const whole = -1

// maker makes every mutant of the tables of one indicator.
type maker struct {
	set    *ruleset.Set
	tables []*ruleset.Table
	seen   map[string]bool
	out    []changed
}

// mutants of the tables of one indicator, each different.
func mutants(set *ruleset.Set, tables []*ruleset.Table) []changed {
	m := &maker{set: set, tables: tables, seen: map[string]bool{}}
	for i, t := range tables {
		m.bounds(i, t)
		for k, row := range t.Rows {
			for _, e := range editsOf(set, row.When, t.Indicator.Name) {
				m.rows(i, e.kind, e, map[int][]edit{k: {e}})
			}
		}
		m.guard(i, t)
		m.levels(i, t)
		m.drops(i, t)
	}
	return m.out
}

// with replaces one table.
func (m *maker) with(i int, change func(t *ruleset.Table)) []*ruleset.Table {
	t := *m.tables[i]
	t.Rows = slices.Clone(t.Rows)
	change(&t)
	tables := slices.Clone(m.tables)
	tables[i] = &t
	return tables
}

func (m *maker) add(mutant Mutant, at int, tables []*ruleset.Table) {
	indicator := m.tables[0].Indicator
	mutant.Subject, mutant.Title = indicator.Name, indicator.Title
	m.out = append(m.out, changed{Mutant: mutant, tables: tables, at: at})
}

// rows changes conditions of some rows of a table; first says where and what.
func (m *maker) rows(i int, kind Kind, first edit, edits map[int][]edit) {
	t := m.tables[i]
	at := -1
	var conditions []*expression.Condition
	key := fmt.Sprint(i)
	for k := range t.Rows {
		conditions = append(conditions, nil)
		if len(edits[k]) == 0 {
			continue
		}
		if at < 0 {
			at = k
		}
		if conditions[k] = apply(m.set, t.Rows[k].When, edits[k]...); conditions[k] == nil {
			return
		}
		key += fmt.Sprintf(" %d %s", k, conditions[k].Canonical())
	}
	if m.seen[key] {
		return
	}
	m.seen[key] = true
	m.add(Mutant{Kind: kind, At: t.Rows[at].When.Text.PlaceOf(first.from), From: first.before, To: first.after}, i, m.with(i, func(t *ruleset.Table) {
		for k, c := range conditions {
			if c != nil {
				row := *t.Rows[k]
				row.When = c
				t.Rows[k] = &row
			}
		}
	}))
}

// bounds moves every bound of the value, in all rows that have it, and gives
// it to the other side.
func (m *maker) bounds(i int, t *ruleset.Table) {
	type change struct {
		kind   Kind
		number float64
		up     bool
	}
	var order []change
	rows := map[change]map[int][]edit{}
	for k, row := range t.Rows {
		for _, e := range editsOf(m.set, row.When, t.Indicator.Name) {
			c := change{number: e.number, up: e.up}
			switch {
			case e.variable != "value" || math.IsNaN(e.number):
				continue
			case e.kind == Constant:
				c.kind = Bound
			case e.kind == Operator && e.before != "==" && e.before != "!=":
				c.kind = Side
			default:
				continue
			}
			if rows[c] == nil {
				rows[c] = map[int][]edit{}
				order = append(order, c)
			}
			rows[c][k] = append(rows[c][k], e)
		}
	}
	for _, c := range order {
		for k := range t.Rows {
			if list := rows[c][k]; len(list) > 0 {
				m.rows(i, c.kind, list[0], rows[c])
				break
			}
		}
	}
}

func (m *maker) guard(i int, t *ruleset.Table) {
	if t.For == nil {
		return
	}
	seen := map[string]bool{}
	for _, w := range wrongPersons(m.set, t.For) {
		if written := w.condition.Canonical(); !seen[written] {
			seen[written] = true
			m.add(w.Mutant, whole, m.with(i, func(t *ruleset.Table) { t.For = w.condition }))
		}
	}
}

// levels swaps those of neighbouring rows, with their colours.
func (m *maker) levels(i int, t *ruleset.Table) {
	for k := 1; k < len(t.Rows); k++ {
		a, b := *t.Rows[k-1], *t.Rows[k]
		from := a.Level.ID + ", " + b.Level.ID
		a.Level, a.Color, b.Level, b.Color = b.Level, b.Color, a.Level, a.Color
		m.add(Mutant{Kind: Level, At: t.Rows[k-1].At, From: from, To: a.Level.ID + ", " + b.Level.ID}, i, m.with(i, func(t *ruleset.Table) {
			t.Rows[k-1], t.Rows[k] = &a, &b
		}))
	}
}

func (m *maker) drops(i int, t *ruleset.Table) {
	for k, row := range t.Rows {
		m.add(Mutant{Kind: Dropped, At: row.At, From: row.When.Text.Value}, i, m.with(i, func(t *ruleset.Table) {
			t.Rows = slices.Delete(t.Rows, k, k+1)
		}))
	}
}
