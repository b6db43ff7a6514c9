package regress

import (
	"slices"
	"time"

	"tijian/engine/assess"
	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/ruleset"
)

func tablesOf(hits []*tableHits) []*ruleset.Table {
	tables := make([]*ruleset.Table, len(hits))
	for i, h := range hits {
		tables[i] = h.Table
	}
	return tables
}

// lent counts the rows that are told to persons who have no table: of each the values
// within it beside its bounds, for these move when somebody mends the row for its own
// persons.
func (c *coverer) lent() {
	for _, t := range c.all {
		tables := tablesOf(c.named[[2]string{t.space, t.Indicator.Name}])
		if len(lattice.Lenders(c.set, tables)) == 0 {
			continue
		}
		var open []Missed
		for i, row := range t.Rows {
			if !slices.ContainsFunc(c.set.LentBy(t.Indicator), func(d *ruleset.OtherAge) bool { return d.Meant(t.Indicator, row) }) {
				continue
			}
			for _, b := range t.rows[i].bounds {
				m := Missed{Part: Lent, At: row.At, Name: t.Indicator.Name, Title: t.Indicator.Title, Row: row.Number, When: row.When.Text.Value, Bound: b.at, table: t.Table, row: row, space: t.space, tables: tables}
				if k := slices.IndexFunc(b.points, func(p point) bool {
					return slices.ContainsFunc(c.told[row], func(x float64) bool { return same(x, p.value) })
				}); k >= 0 {
					c.count(true, m)
					continue
				}
				open = append(open, m)
			}
		}
		if len(open) > 0 {
			c.unlent(open)
		}
	}
}

// unlent counts what no trial was told, where somebody can be made who is: what others
// say of a person, such as a derived value, may not go together with having no table.
func (c *coverer) unlent(open []Missed) {
	if c.engine == nil {
		c.engine = assess.New(c.set)
	}
	at, err := time.Parse(time.DateOnly, c.set.Released)
	if err != nil {
		return // checked when the rules were loaded
	}
	g := &generator{set: c.set, engine: c.engine, at: at, persons: map[string]string{}}
	g.table(open, &Report{})
	for _, m := range open {
		for _, w := range g.made {
			last := w.Request.Samples[len(w.Request.Samples)-1]
			if w.At == m.At && slices.ContainsFunc(beside(c.set, m.table.Indicator, m.Bound), func(p point) bool { return same(p.value, last.Value) }) {
				m.Value = last.Value
				c.count(false, m)
				break
			}
		}
	}
}

// borrowers calls visit for persons who have no table of a missed row's indicator, and
// whom somebody lends one.
func borrowers(set *ruleset.Set, m *Missed, visit func(context, *expression.Inputs) bool) {
	conditions := slices.Concat(ruleset.Guards(m.tables), m.table.Conditions())
	lenders := lattice.Lenders(set, m.tables)
	for _, d := range lenders {
		conditions = append(conditions, d.When)
	}
	admits := func(in *expression.Inputs) bool {
		return !slices.ContainsFunc(m.tables, func(t *ruleset.Table) bool { return t.For.Eval(in) == expression.True }) &&
			slices.ContainsFunc(lenders, func(d *ruleset.OtherAge) bool { return d.When.Eval(in) == expression.True })
	}
	contextsOf(set, m.table.Indicator, conditions, admits, visit)
}

// lentValue is what to send beside the bound of a missed row that is lent; false where
// this person is not told it.
func lentValue(set *ruleset.Set, m *Missed, in *expression.Inputs) (float64, bool) {
	slot := set.Names.Value
	defer in.Unset(slot)
	for _, p := range beside(set, m.table.Indicator, m.Bound) {
		if in.SetNumber(slot, p.value); !plausible(m.table.Indicator, p.value) {
			continue
		}
		if _, row := set.Lent(m.tables, in); row == m.row {
			return p.value, true
		}
	}
	return 0, false
}
