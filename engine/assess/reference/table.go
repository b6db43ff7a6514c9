package reference

import (
	"math"

	"tijian/engine/assess"
	"tijian/engine/assess/internal/ideal"
	"tijian/engine/cells"
	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// none marks cells and values that no row answers.
const none = -1

// A table knows where its conditions can change their answer.
type table struct {
	*ruleset.Table
	axis  cells.Axis
	exact bool // the axis tells everything about the value
}

func newTables(set *ruleset.Set, tables []*ruleset.Table) []*table {
	list := make([]*table, len(tables))
	for i, t := range tables {
		list[i] = newTable(set, t)
	}
	return list
}

func newTable(set *ruleset.Set, t *ruleset.Table) *table {
	c := &table{Table: t, exact: true}
	v := set.Scope.Slot(set.Names.Value)
	var bounds []float64
	for _, r := range t.Rows {
		b := r.When.Bounds(v)
		bounds = append(bounds, b.Numbers...)
		c.exact = c.exact && b.Exact
	}
	c.axis = cells.NewAxis(bounds...)
	return c
}

// row asks the rows one by one. undecided says that some condition lacked an
// input.
func (t *table) row(env *expression.Env) (row int, undecided bool) {
	for i, r := range t.Rows {
		switch r.When.Eval(env) {
		case expression.True:
			return i, false
		case expression.Unknown:
			undecided = true
		}
	}
	return none, undecided
}

// rowsOfCells gives the row of every cell for what env knows. It overwrites
// the value.
func (t *table) rowsOfCells(env *expression.Env, value int) []int {
	rows := make([]int, t.axis.Len())
	for cell := range rows {
		env.SetNumber(value, t.axis.Point(cell))
		rows[cell], _ = t.row(env)
	}
	return rows
}

// ideal says whether a cell's row is of the ideal level.
func (t *table) ideal(rows []int) func(cell int) bool {
	return func(cell int) bool { return rows[cell] != none && t.Rows[rows[cell]].Level.ID == ideal.Level }
}

// distances finds how far the nearest other level is on either side.
func (t *table) distances(rows []int, x float64) (down, up *assess.Distance) {
	level := func(cell int) string {
		if rows[cell] == none {
			return ""
		}
		return t.Rows[rows[cell]].Level.ID
	}
	here := t.axis.Cell(x)
	for cell := here - 1; cell >= 0 && down == nil; cell-- {
		if level(cell) != level(here) {
			at := t.axis.Begin(cell, false)
			down = &assess.Distance{By: apart(x, at), At: at, Level: level(cell)}
		}
	}
	for cell := here + 1; cell < len(rows) && up == nil; cell++ {
		if level(cell) != level(here) {
			at := t.axis.Begin(cell, true)
			up = &assess.Distance{By: apart(at, x), At: at, Level: level(cell)}
		}
	}
	return down, up
}

// apart is a difference without the dust of binary fractions.
func apart(a, b float64) float64 { return math.Round((a-b)*1e9) / 1e9 }
