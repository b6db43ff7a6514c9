package assess

import (
	"math"
	"slices"

	"tijian/engine/assess/internal/ideal"
	"tijian/engine/cells"
	"tijian/engine/compiled"
	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// What stands for a row where none answers.
const (
	none      = -1
	undecided = -2 // some condition lacked an input
)

// everybody is the guard of a table without one.
const everybody = -1

// A table is compiled for answering. Where comparisons with constants tell
// everything, the row of every cell of the value's axis is worked out ahead,
// once for each combination of the cells of the other inputs.
type table struct {
	*ruleset.Table
	guard   int // in plan.guards
	risks   int // in plan.lists
	when    []*compiled.Condition
	answers []SampleResult // by row: what does not depend on the sample
	sources [][]Source
	axis    cells.Axis
	exact   bool // the axis tells everything about the value
	others  []*dimension
	columns []*column // by index of the others' cells; nil when not worked out
}

// A column is the number line of values for one combination of other inputs.
type column struct {
	rows      []int // by cell of the axis
	intervals []cells.Interval
	ideal     string   // in the standard unit
	units     []string // other units of the indicator
	ideals    []string // in those
}

func (b *builder) table(source *ruleset.Table) *table {
	t := &table{Table: source, guard: b.guard(source.For), risks: b.list(source.Risks), exact: true}
	value := b.set.Scope.Slot(b.set.Names.Value)
	var bounds []float64
	var slots []int
	var conditions []*expression.Condition
	for _, r := range source.Rows {
		bound := r.When.Bounds(value)
		bounds = append(bounds, bound.Numbers...)
		t.exact = t.exact && bound.Exact
		slots = append(append(slots, r.When.Inputs...), r.When.Asked...)
		conditions = append(conditions, r.When)
		t.when = append(t.when, b.condition(r.When))
		t.answers = append(t.answers, SampleResult{Tip: r.Tip, Hint: r.Hint, Color: r.Color, Level: r.Level.ID})
		t.sources = append(t.sources, cite(r.Sources))
	}
	t.axis = cells.NewAxis(bounds...)
	slots = slices.DeleteFunc(slots, func(slot int) bool { return slot == value.Slot })
	others, exact := dimensionsOf(b.set, slots, conditions...)
	if !t.exact || !exact || size(others)*t.axis.Len() > maxCells {
		return t
	}
	t.others = others
	t.lay(b)
	if !t.agrees(b.probe) {
		b.mismatch(t.At, t.Indicator.Name)
		t.columns = nil
		for i, c := range conditions {
			t.when[i] = compiled.ByExpr(c)
		}
	}
	return t
}

// lay works out the columns; equal ones are shared.
func (t *table) lay(b *builder) {
	t.columns = make([]*column, size(t.others))
	var known []*column
	walk(t.others, b.probe.put, func(index int) {
		rows := make([]int, t.axis.Len())
		t.rowsOfCells(b.probe.in, b.set.Names.Value, rows)
		i := slices.IndexFunc(known, func(c *column) bool { return slices.Equal(c.rows, rows) })
		if i < 0 {
			i = len(known)
			known = append(known, t.column(rows, b.set.Dictionary.Grades()))
		}
		t.columns[index] = known[i]
	})
}

func (t *table) column(rows []int, grades *dictionary.Grades) *column {
	c := &column{rows: rows}
	if t.Indicator.Kind == dictionary.Qualitative {
		c.ideal = ideal.Grades(t.Indicator, grades, t.axis, t.ideal(rows))
		return c
	}
	c.intervals = ideal.Intervals(t.axis, t.ideal(rows))
	c.ideal = ideal.Text(t.Indicator, "", c.intervals)
	for _, u := range t.Indicator.Units {
		c.units = append(c.units, u.Unit)
		c.ideals = append(c.ideals, ideal.Text(t.Indicator, u.Unit, c.intervals))
	}
	return c
}

// ideal says whether the row of a cell is of the ideal level.
func (t *table) ideal(rows []int) func(cell int) bool {
	return func(cell int) bool { return rows[cell] >= 0 && t.Rows[rows[cell]].Level.ID == ideal.Level }
}

// idealText gives the ideal range in a unit of the indicator.
func (t *table) idealText(c *column, unit string) string {
	if unit == "" || unit == t.Indicator.Unit || t.Indicator.Kind == dictionary.Qualitative {
		return c.ideal
	}
	if i := slices.Index(c.units, unit); i >= 0 {
		return c.ideals[i]
	}
	return ideal.Text(t.Indicator, unit, c.intervals) // in another spelling
}

// row asks the rows one by one.
func (t *table) row(in *compiled.Inputs) int {
	row := none
	for i, c := range t.when {
		switch c.Eval(in) {
		case expression.True:
			return i
		case expression.Unknown:
			row = undecided
		}
	}
	return row
}

// rowsOfCells gives the row of every cell for the other inputs. It overwrites
// the value and makes it unknown.
func (t *table) rowsOfCells(in *compiled.Inputs, value int, rows []int) {
	for cell := range rows {
		in.SetNumber(value, t.axis.Point(cell))
		rows[cell] = t.row(in)
	}
	in.Unset(value)
}

// agrees asks expr in every cell, just beside each bound included, for the row
// that was worked out.
func (t *table) agrees(p *probe) bool {
	value := p.set.Names.Value
	var points []float64
	for cell := range t.axis.Len() {
		x := t.axis.Point(cell)
		points = append(points, x)
		if cell%2 == 1 {
			points = append(points, math.Nextafter(x, math.Inf(-1)), math.Nextafter(x, math.Inf(1)))
		}
	}
	ok := true
	walk(t.others, p.put, func(index int) {
		for _, x := range points {
			p.env.SetNumber(value, x)
			ok = ok && t.columns[index].rows[t.axis.Cell(x)] == t.rowByExpr(p.env)
		}
		p.env.Unset(value)
	})
	return ok
}

func (t *table) rowByExpr(env *expression.Env) int {
	row := none
	for i, r := range t.Rows {
		switch r.When.Eval(env) {
		case expression.True:
			return i
		case expression.Unknown:
			row = undecided
		}
	}
	return row
}

// distances finds how far the nearest other level is on either side.
func (t *table) distances(rows []int, x float64) (down, up *Distance) {
	level := func(cell int) string {
		if rows[cell] < 0 {
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
