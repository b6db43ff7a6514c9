package assess

import (
	"math"
	"slices"
	"strings"

	"tijian/engine/cells"
	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// none marks cells and values that no row answers.
const none = -1

// A table is a rule table made ready for answering. When its rows look at
// nothing but the value, the row of every cell of the value's axis is worked
// out once, by the same programs that would answer one by one.
type table struct {
	*ruleset.Table
	axis  cells.Axis
	exact bool  // the axis tells everything about the value
	fixed []int // row of each cell; nil when rows look at other inputs
	ideal []cells.Interval
	text  string // ideal, in the standard unit
}

func newTable(set *ruleset.Set, t *ruleset.Table) *table {
	c := &table{Table: t, exact: true}
	v := set.Scope.Slot(set.Names.Value)
	var bounds []float64
	others := false
	for _, r := range t.Rows {
		b := r.When.Bounds(v)
		bounds = append(bounds, b.Numbers...)
		c.exact = c.exact && b.Exact
		for _, slot := range slices.Concat(r.When.Inputs, r.When.Asked) {
			others = others || slot != v.Slot
		}
	}
	c.axis = cells.NewAxis(bounds...)
	if c.exact && !others {
		c.fixed = c.rowsOfCells(set.Scope.NewEnv(), v.Slot)
		c.ideal = c.idealOf(c.fixed)
		if c.text = idealText(t.Indicator, "", c.ideal); t.Indicator.Kind == dictionary.Qualitative {
			c.text = c.idealGrades(set.Dictionary.Grades(), c.fixed)
		}
	}
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

// idealLevel is the level whose values are the ideal range.
const idealLevel = "N0"

// idealOf joins neighbouring cells whose row is ideal.
func (t *table) idealOf(rows []int) []cells.Interval {
	var intervals []cells.Interval
	for first := 0; first < len(rows); first++ {
		if rows[first] == none || t.Rows[rows[first]].Level.ID != idealLevel {
			continue
		}
		last := first
		for last+1 < len(rows) && rows[last+1] != none && t.Rows[rows[last+1]].Level.ID == idealLevel {
			last++
		}
		intervals = append(intervals, t.axis.Span(first, last))
		first = last
	}
	return intervals
}

// idealGrades names the grades that are ideal.
func (t *table) idealGrades(grades *dictionary.Grades, rows []int) string {
	var words []string
	for _, g := range grades.Numbers() {
		row := rows[t.axis.Cell(g)]
		if row == none || t.Rows[row].Level.ID != idealLevel || !plausible(t.Indicator, g) {
			continue
		}
		word, _ := grades.Display(g)
		words = append(words, word)
	}
	return strings.Join(words, " 或 ")
}

// distances finds how far the nearest other level is on either side.
func (t *table) distances(rows []int, x float64) (down, up *Distance) {
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
			down = &Distance{By: apart(x, at), At: at, Level: level(cell)}
		}
	}
	for cell := here + 1; cell < len(rows) && up == nil; cell++ {
		if level(cell) != level(here) {
			at := t.axis.Begin(cell, true)
			up = &Distance{By: apart(at, x), At: at, Level: level(cell)}
		}
	}
	return down, up
}

// apart is a difference without the dust of binary fractions.
func apart(a, b float64) float64 { return math.Round((a-b)*1e9) / 1e9 }
