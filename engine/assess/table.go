package assess

import (
	"math"
	"slices"

	"tijian/engine/assess/internal/ideal"
	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/jsontree"
	"tijian/engine/lattice"
	"tijian/engine/ruleset"
)

// What stands for a row where none answers.
const (
	none      = -1
	undecided = -2 // some condition lacked an input
)

// everybody is the guard of a table without one.
const everybody = -1

// maxCells is how many cells of a table are asked of expr ahead.
const maxCells = 1 << 14

// A table is ready for answering. Where comparisons with constants tell
// everything, the row of every cell of the value's axis is asked of expr ahead,
// once for each combination of the cells of the other inputs.
type table struct {
	*ruleset.Table
	texts   *ruleset.Texts
	guard   int            // in plan.guards
	risks   int            // in plan.lists
	want    int            // in plan.wants
	answers []SampleResult // by row: what does not depend on the sample
	sources [][]Source
	axis    lattice.Axis
	exact   bool           // the axis tells everything about the value
	facets  []looked       // of the sample, that its rows look at
	index   *lattice.Index // of the other inputs
	columns []*column      // by their cells; nil when not worked out
}

// A column is the number line of values for one combination of other inputs.
type column struct {
	rows      []int // by cell of the axis
	intervals []lattice.Interval
	ideal     ideal.Range   // in the standard unit
	units     []string      // other units of the indicator
	ideals    []ideal.Range // in those
}

func (b *builder) table(source *ruleset.Table) *table {
	t := &table{Table: source, texts: &b.set.Texts, guard: b.guard(source.For), risks: b.list(source.Risks), exact: true}
	value := b.set.Scope.Slot(b.set.Names.Value)
	var bounds []float64
	var conditions []*expression.Condition
	for _, r := range source.Rows {
		bound := r.When.Bounds(value)
		bounds = append(bounds, bound.Numbers...)
		t.exact = t.exact && bound.Exact
		conditions = append(conditions, r.When)
		t.look(b.set, r.When)
		t.answers = append(t.answers, SampleResult{Tip: r.Tip, Hint: r.Hint, Plain: jsontree.Plain(r.Tip) && jsontree.Plain(r.Hint), Color: r.Color, Level: r.Level.ID, Act: r.Act.Told()})
		t.sources = append(t.sources, cite(r.Sources))
	}
	t.axis = lattice.NewAxis(bounds...)
	t.want = b.want(conditions...)
	if space := lattice.Complete(b.set, source.Indicator, conditions...); len(space.Inexact) == 0 && space.Size() <= maxCells {
		t.lay(b, space)
	}
	return t
}

// lay asks expr for every row in every cell; equal columns are shared.
func (t *table) lay(b *builder, space *lattice.Space) {
	truths := space.TruthsWith(b.set, b.in)
	rows := make([]*lattice.Truth, len(t.Rows))
	for i, r := range t.Rows {
		rows[i] = truths.Of(r.When)
	}
	t.index = space.Index(b.in)
	var known []*column
	var now []int
	space.Each(nil, func(point []int) bool {
		if now = append(now, firstRow(len(rows), func(i int) expression.Truth { return rows[i].At(point) })); len(now) < t.axis.Len() {
			return true
		}
		i := slices.IndexFunc(known, func(c *column) bool { return slices.Equal(c.rows, now) })
		if i < 0 {
			i = len(known)
			known = append(known, t.column(slices.Clone(now), b.set.Dictionary.Grades()))
		}
		t.columns = append(t.columns, known[i])
		now = now[:0]
		return true
	})
}

func (t *table) column(rows []int, grades *dictionary.Grades) *column {
	c := &column{rows: rows}
	qualitative := t.Indicator.Kind == dictionary.Qualitative
	if qualitative {
		c.ideal.Text = ideal.Grades(t.Indicator, grades, t.axis, t.ideal(rows), t.texts.Or)
	} else {
		c.intervals = ideal.Intervals(t.axis, t.ideal(rows))
		c.ideal = ideal.Of(t.Indicator, "", c.intervals, t.texts)
	}
	for _, u := range t.Indicator.Units {
		in := c.ideal
		if steps := t.Indicator.Steps(u.Unit); steps != nil {
			in = ideal.Steps(steps, t.Indicator.InWords(u.Unit), grades, func(step [2]float64) bool { return t.ideal(rows)(t.axis.Cell(step[1])) }, t.texts)
		} else if !qualitative {
			in = ideal.Of(t.Indicator, u.Unit, c.intervals, t.texts)
		}
		c.units, c.ideals = append(c.units, u.Unit), append(c.ideals, in)
	}
	return c
}

// ideal reports whether the row of a cell is of the ideal level.
func (t *table) ideal(rows []int) func(cell int) bool {
	return func(cell int) bool { return rows[cell] >= 0 && t.Rows[rows[cell]].Level.ID == ruleset.LevelIdeal }
}

// idealIn returns the ideal range in a unit of the indicator.
func (t *table) idealIn(c *column, unit string) ideal.Range {
	if unit == "" || unit == t.Indicator.Unit {
		return c.ideal
	}
	steps := t.Indicator.Steps(unit)
	alike := func(u string) bool { return u == unit || steps != nil && t.Indicator.SameUnit(u, unit) }
	if i := slices.IndexFunc(c.units, alike); i >= 0 {
		return c.ideals[i]
	}
	if t.Indicator.Kind == dictionary.Qualitative {
		return c.ideal
	}
	return ideal.Of(t.Indicator, unit, c.intervals, t.texts) // in another spelling
}

// firstRow finds the first row that is true.
func firstRow(rows int, truth func(i int) expression.Truth) int {
	row := none
	for i := range rows {
		switch truth(i) {
		case expression.True:
			return i
		case expression.Unknown:
			row = undecided
		}
	}
	return row
}

// row asks the rows one by one.
func (t *table) row(in *expression.Inputs) int {
	return firstRow(len(t.Rows), func(i int) expression.Truth { return t.Rows[i].When.Eval(in) })
}

// distances finds how far the nearest other level is on either side.
func (t *table) distances(l line, x float64) (down, up *Distance) {
	rows := l.rows
	level := func(cell int) string {
		if rows[cell] < 0 {
			return ""
		}
		return t.Rows[rows[cell]].Level.ID
	}
	here := l.axis.Cell(x)
	for cell := here - 1; cell >= 0 && down == nil; cell-- {
		if level(cell) != level(here) {
			at := l.axis.Begin(cell, false)
			down = &Distance{By: apart(x, at), At: at, Level: level(cell)}
		}
	}
	for cell := here + 1; cell < len(rows) && up == nil; cell++ {
		if level(cell) != level(here) {
			at := l.axis.Begin(cell, true)
			up = &Distance{By: apart(at, x), At: at, Level: level(cell)}
		}
	}
	return down, up
}

// apart is a difference without the dust of binary fractions.
func apart(a, b float64) float64 { return math.Round((a-b)*1e9) / 1e9 }
