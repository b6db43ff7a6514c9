package mutate

import (
	"slices"

	"tijian/engine/diff"
	"tijian/engine/expression"
	"tijian/engine/grid"
	"tijian/engine/ruleset"
	"tijian/engine/verify"
)

// maxCells is how many cells of one indicator are compared at most.
const maxCells = 4e6

// ideal is the level whose values are the ideal range; unassessed is what a
// value without a row gets.
const (
	ideal      = "N0"
	unassessed = "U0"
)

// tables mutates the tables of one indicator.
func (r *runner) tables(tables []*ruleset.Table) {
	list := mutants(r.set, tables)
	conditions := conditionsOf(tables)
	for i := range list {
		conditions = append(conditions, conditionsOf(list[i].tables)...)
	}
	g := grid.New(tables[0].Indicator, grid.Side{Set: r.set, Conditions: conditions})
	j := &judge{set: r.set, grid: g, truths: g.Truths(r.set), exact: len(g.Inexact) == 0 && g.Size() <= maxCells}
	if j.exact {
		for _, c := range conditionsOf(tables) {
			j.truths.Of(c)
		}
		j.before = j.look(tables)
	}
	check := verify.Check(reduced(r.set, tables, nil))
	sound := len(check.Problems) == 0
	for i := range list {
		m := &list[i]
		j.decide(m)
		if m.Fate == "" {
			if sound {
				m.Refused = refused(reduced(r.set, m.tables, nil))
			}
			r.trials.try(m, reduced(r.set, m.tables, r.set.Derived))
			if m.Fate == Killed {
				m.Case = nil
			}
		}
		r.add(&m.Mutant)
	}
}

// refused gives the code of the first fault that rules check finds.
func refused(set *ruleset.Set) string {
	if problems := verify.Check(set).Problems; len(problems) > 0 {
		return problems[0].Code
	}
	return ""
}

// reduced is a set of the tables of one indicator, without risks, and with
// those derived values that the tables need.
func reduced(set *ruleset.Set, tables []*ruleset.Table, derived []*ruleset.Derived) *ruleset.Set {
	c := *set
	c.Overlays, c.Risks, c.Derived = nil, nil, nil
	plain := make([]*ruleset.Table, len(tables))
	for i, t := range tables {
		copied := *t
		copied.Risks = nil
		plain[i] = &copied
	}
	c.Tables = map[string][]*ruleset.Table{tables[0].Indicator.Name: plain}
	c.Derived = needed(derived, conditionsOf(tables))
	return &c
}

// needed picks, in order, the derived values that conditions look at, and those
// behind them.
func needed(derived []*ruleset.Derived, conditions []*expression.Condition) []*ruleset.Derived {
	slots := map[int]bool{}
	use := func(lists ...[]int) {
		for _, slot := range slices.Concat(lists...) {
			slots[slot] = true
		}
	}
	for _, c := range conditions {
		use(c.Inputs, c.Asked)
	}
	var list []*ruleset.Derived
	for _, d := range slices.Backward(derived) { // users come after what they use
		if !slots[d.Slot] && (d.Supplies == nil || !slots[d.SuppliesSlot]) {
			continue
		}
		list = append(list, d)
		if d.When != nil {
			use(d.When.Inputs, d.When.Asked)
		}
		for _, a := range d.Assume {
			use([]int{a.Slot}, a.Value.Inputs, a.Value.Asked)
		}
		for _, s := range d.Let {
			use(s.Formula.Inputs, s.Formula.Asked)
		}
		for _, k := range d.Cases {
			if k.When != nil {
				use(k.When.Inputs, k.When.Asked)
			}
			use(k.Formula.Inputs, k.Formula.Asked)
		}
	}
	slices.Reverse(list)
	return list
}

func conditionsOf(tables []*ruleset.Table) []*expression.Condition {
	var list []*expression.Condition
	for _, t := range tables {
		if t.For != nil {
			list = append(list, t.For)
		}
		for _, row := range t.Rows {
			list = append(list, row.When)
		}
	}
	return list
}

// A judge compares mutants with the tables as they are, cell by cell.
type judge struct {
	set    *ruleset.Set
	grid   *grid.Grid
	truths *grid.Truths
	exact  bool
	before []*ruleset.Row // by cell
}

// A column looks up the rows of one list of tables.
type column struct {
	tables []*ruleset.Table
	guards []*grid.Truth
	rows   [][]*grid.Truth
	table  int
}

func (j *judge) column(tables []*ruleset.Table) *column {
	c := &column{tables: tables}
	for _, t := range tables {
		var guard *grid.Truth
		if t.For != nil {
			guard = j.truths.Once(t.For)
		}
		c.guards = append(c.guards, guard)
		rows := make([]*grid.Truth, len(t.Rows))
		for i, row := range t.Rows {
			rows[i] = j.truths.Once(row.When)
		}
		c.rows = append(c.rows, rows)
	}
	return c
}

func (c *column) choose(point []int) bool {
	c.table = slices.IndexFunc(c.guards, func(g *grid.Truth) bool { return g == nil || g.At(point) == expression.True })
	return true
}

func (c *column) row(point []int) *ruleset.Row {
	if c.table < 0 {
		return nil
	}
	for i, t := range c.rows[c.table] {
		if t.At(point) == expression.True {
			return c.tables[c.table].Rows[i]
		}
	}
	return nil
}

func (j *judge) look(tables []*ruleset.Table) []*ruleset.Row {
	c := j.column(tables)
	var rows []*ruleset.Row
	j.grid.Each(c.choose, func(point []int) bool {
		rows = append(rows, c.row(point))
		return true
	})
	return rows
}

// decide finds out whether a mutant answers otherwise anywhere, and if so the
// case that shows it: one with a value that laboratories print, if there is.
func (j *judge) decide(m *changed) {
	if !j.exact {
		m.Unproved = true
		return
	}
	c := j.column(m.tables)
	value := &j.grid.Dimensions[len(j.grid.Dimensions)-1]
	plausible, decimals := value.Indicator.Plausible, value.Indicator.Decimals
	k := -1
	texts := false
	j.grid.Each(c.choose, func(point []int) bool {
		k++
		a, b := j.before[k], c.row(point)
		if a == b {
			return true
		}
		now, got := j.answer(a), j.answer(b)
		x := value.Points[point[len(point)-1]].(float64)
		if now == got {
			texts = texts || a != nil && b != nil && (a.Tip != b.Tip || a.Hint != b.Hint)
			return true
		}
		if x < plausible[0] || x > plausible[1] {
			if m.Case == nil && (now.Level == ideal) != (got.Level == ideal) {
				m.Case = &Case{grid: j.grid, point: slices.Clone(point), Now: now, Got: got, Ideal: true}
			}
			return true
		}
		printed := grid.Printed(x, decimals) == x && x != plausible[0]
		if m.Case == nil || m.Case.Ideal || printed {
			m.Case = &Case{grid: j.grid, point: slices.Clone(point), Now: now, Got: got}
		}
		return !printed
	})
	switch {
	case m.Case != nil:
	case texts:
		m.Fate = TextOnly
	default:
		m.Fate = Equivalent
	}
}

func (j *judge) answer(row *ruleset.Row) Answer {
	if row != nil {
		return Answer{row.Level.ID, row.Color}
	}
	a := Answer{Level: unassessed}
	if level := j.set.Level(unassessed); level != nil {
		a.Color = level.Color
	}
	return a
}

// An Answer is what a value gets.
type Answer struct {
	Level string
	Color int
}

// A Case tells a mutant from the rules as they are.
type Case struct {
	Now, Got Answer // with the rules as they are, and with the mutant
	Ideal    bool   // only the text of the ideal range differs
	grid     *grid.Grid
	point    []int
	risk     *diff.Risk // instead of a cell
}

// Inputs gives person and value, by the names of the rules; nil for what must
// not be sent. Nil for a risk, whose case names derived values.
func (c *Case) Inputs() map[string]any {
	if c.risk != nil {
		return nil
	}
	return c.grid.Inputs(c.point)
}

// Text writes person and value.
func (c *Case) Text(lang string) string {
	if c.risk != nil {
		return c.risk.Describe(lang)
	}
	return c.grid.DescribePoint(c.point, lang)
}
