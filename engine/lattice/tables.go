package lattice

import (
	"slices"

	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// Tables looks up which row of one indicator's tables answers in a cell.
type Tables struct {
	tables []*ruleset.Table
	guards []*Truth // nil admits everybody
	rows   [][]*Truth
	chosen int // that admits the person of the current column; -1 for none
}

// Tables asks of, which is Of or Once of a store, for every condition of tables.
func (s *Space) Tables(tables []*ruleset.Table, of func(*expression.Condition) *Truth) *Tables {
	t := &Tables{tables: tables, chosen: -1}
	for _, table := range tables {
		var guard *Truth
		if table.For != nil {
			guard = of(table.For)
		}
		t.guards = append(t.guards, guard)
		rows := make([]*Truth, len(table.Rows))
		for i, r := range table.Rows {
			rows[i] = of(r.When)
		}
		t.rows = append(t.rows, rows)
	}
	return t
}

// Choose finds the table of a column, as the service does: the first whose
// guard admits the person. It reports true, so that Each goes in.
func (t *Tables) Choose(point []int) bool {
	t.chosen = slices.IndexFunc(t.guards, func(g *Truth) bool { return g == nil || g.At(point) == expression.True })
	return true
}

// Table is the chosen table, nil when there is none.
func (t *Tables) Table() *ruleset.Table {
	if t.chosen < 0 {
		return nil
	}
	return t.tables[t.chosen]
}

// Row finds the row of a cell in the chosen table, nil when there is none.
func (t *Tables) Row(point []int) *ruleset.Row {
	if t.chosen < 0 {
		return nil
	}
	for i, truth := range t.rows[t.chosen] {
		if truth.At(point) == expression.True {
			return t.tables[t.chosen].Rows[i]
		}
	}
	return nil
}
