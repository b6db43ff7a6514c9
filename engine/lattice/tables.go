package lattice

import (
	"slices"

	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// Deciding lists every condition that decides what the tables of one indicator
// answer: theirs, and whom others' tables are lent to.
func Deciding(set *ruleset.Set, tables []*ruleset.Table) []*expression.Condition {
	list := ruleset.ConditionsOf(tables)
	for _, o := range Lenders(set, tables) {
		list = append(list, o.When)
	}
	return list
}

// Lenders tell values of the tables' indicator to persons whom no guard admits.
func Lenders(set *ruleset.Set, tables []*ruleset.Table) []*ruleset.OtherAge {
	if len(tables) == 0 || slices.ContainsFunc(tables, func(t *ruleset.Table) bool { return t.For == nil }) {
		return nil
	}
	return set.LentBy(tables[0].Indicator)
}

// Tables looks up which row of one indicator's tables answers in a cell.
type Tables struct {
	tables  []*ruleset.Table
	guards  []*Truth // nil admits everybody
	rows    [][]*Truth
	chosen  int // that admits the person of the current column; -1 for none
	lacking bool
	unsaid  bool // where an input is lacking, nothing else is answered
	lent    []lent
	age     int   // dimension; -1 for none
	older   []int // a point at another age
}

// A lent table is one that a person would have at another age.
type lent struct {
	*ruleset.OtherAge
	when *Truth
	at   int // point of its age
}

// Tables asks of, which is Of or Once of a store, for every condition of tables.
// A nil set lends nobody a table.
func (s *Space) Tables(set *ruleset.Set, tables []*ruleset.Table, of func(*expression.Condition) *Truth) *Tables {
	t := &Tables{tables: tables, chosen: -1, age: slices.IndexFunc(s.Dimensions, func(d Dimension) bool { return d.age })}
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
	if set == nil {
		return t
	}
	t.unsaid = set.Texts.Insufficient != ""
	for _, o := range Lenders(set, tables) {
		one := lent{OtherAge: o, when: of(o.When)}
		if t.age >= 0 {
			d := &s.Dimensions[t.age]
			one.at = slices.Index(d.cell, d.axis.Cell(float64(o.Age)))
		}
		t.lent = append(t.lent, one)
	}
	return t
}

// Choose finds the table of a column, as the service does: the first whose
// guard admits the person. It reports true, so that Each goes in.
func (t *Tables) Choose(point []int) bool {
	t.chosen = t.admits(point)
	t.lacking = t.chosen < 0 && slices.ContainsFunc(t.guards, func(g *Truth) bool { return g.At(point) == expression.Unknown })
	return true
}

func (t *Tables) admits(point []int) int {
	return slices.IndexFunc(t.guards, func(g *Truth) bool { return g == nil || g.At(point) == expression.True })
}

// Table is the chosen table, nil when there is none.
func (t *Tables) Table() *ruleset.Table {
	if t.chosen < 0 {
		return nil
	}
	return t.tables[t.chosen]
}

// Row finds the row of a cell in the chosen table, nil when there is none.
func (t *Tables) Row(point []int) *ruleset.Row { return t.row(t.chosen, point) }

func (t *Tables) row(table int, point []int) *ruleset.Row {
	if table < 0 {
		return nil
	}
	for i, truth := range t.rows[table] {
		if truth.At(point) == expression.True {
			return t.tables[table].Rows[i]
		}
	}
	return nil
}

// A Told row answers in a cell.
type Told struct {
	Row *ruleset.Row      // nil where none does
	By  *ruleset.OtherAge // lends it to whoever has no table; nil for a row of their own
}

// Told finds what answers in a cell, of the chosen table or lent to those for
// whom there is none.
func (t *Tables) Told(point []int) Told {
	if t.chosen >= 0 || t.lacking && t.unsaid {
		return Told{Row: t.Row(point)}
	}
	for _, l := range t.lent {
		if l.when.At(point) != expression.True {
			continue
		}
		t.older = append(t.older[:0], point...)
		if t.age >= 0 {
			t.older[t.age] = l.at
		}
		at := t.admits(t.older)
		if row := t.row(at, t.older); row != nil && l.Meant(t.tables[at].Indicator, row) {
			return Told{row, l.OtherAge}
		}
	}
	return Told{}
}
