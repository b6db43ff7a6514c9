package regress

import (
	"cmp"
	"math"
	"slices"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// A Part of a rule set that trials can reach.
type Part string

// The parts whose coverage is measured.
const (
	Rows     Part = "rows"      // of tables; of overlays those that the base rules do not have alike
	Bounds   Part = "bounds"    // each bound of each row, from both sides and at it
	Ages     Part = "ages"      // each age at which a table or row begins or ends, on either side
	RiskRows Part = "risk_rows" // of risks, floors included
	Cases    Part = "cases"     // of derived values
	Units    Part = "units"     // each unit of each indicator besides the standard one
	Lent     Part = "lent"      // each row that is told to persons who have no table, at its bounds
)

// Parts lists them in the order of reports.
var Parts = []Part{Rows, Bounds, Ages, Lent, RiskRows, Cases, Units}

// A Count says how much of a part was reached.
type Count struct {
	All int `json:"all"`
	Hit int `json:"hit"`
}

// Share is the part reached, in percent; of nothing all is reached.
func (c Count) Share() float64 {
	if c.All == 0 {
		return 100
	}
	return 100 * float64(c.Hit) / float64(c.All)
}

// A Coverage says which parts of a rule set the trials of a report reached.
type Coverage struct {
	Counts map[Part]Count
	Missed []Missed // sorted by place
	// Unsigned counts the trials whose expectation awaits a doctor's
	// signature.
	Unsigned int
}

// Min is the smallest share of all parts, in percent.
func (c *Coverage) Min() float64 {
	share := 100.0
	for _, count := range c.Counts {
		share = math.Min(share, count.Share())
	}
	return share
}

// Missed is what no trial reached.
type Missed struct {
	Part  Part
	At    problem.Place
	Name  string  // of the indicator, risk or derived value
	Title string  // for readers
	Row   int     // in its table, rule or list of cases, from 1; 0 for a table's guard
	When  string  // its condition as written
	Side  Side    // of a bound
	Bound float64 // of a bound: value or age
	Value float64 // of a bound: what to send, in the standard unit or in years
	Unit  string  // that no case converts
	table *ruleset.Table
	row   *ruleset.Row
	space string // namespace of the overlay that the table stands in
	age   *ageBound

	tables []*ruleset.Table // of the indicator, of a row that is lent

	indicator *dictionary.Indicator // of a unit
}

// Cover compares a report with a rule set. A bound counts as reached by a trial
// that the row's table answered, whose value is the bound or its printed
// neighbour, and for whose person the row begins or ends there. Bounds and
// rows that no person can meet are not asked for. A unit counts as reached
// when a trial says what a value in it is in the standard unit.
func Cover(set *ruleset.Set, r *Report) Coverage {
	c := newCoverer(set, r)
	c.tablesOf(set.Tables, "")
	for name, o := range set.Overlays {
		c.tablesOf(o.Tables, name)
	}
	for _, t := range r.trials {
		c.trial(t)
	}
	for _, t := range c.all {
		c.rows(t)
		c.ages(t)
	}
	c.lent()
	c.risks()
	c.derived()
	c.conversions()
	slices.SortStableFunc(c.out.Missed, func(a, b Missed) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Bound, b.Bound), cmp.Compare(a.Side, b.Side))
	})
	return c.out
}

// rowKey finds a row by what a trace says of it.
type rowKey struct {
	file      string
	line, row int
}

type tableHits struct {
	*ruleset.Table
	space string
	rows  []rowHits
	ages  []*ageBound
}

// rowHits are a row's bounds, and whether a trial met it.
type rowHits struct {
	met      bool
	possible bool // otherwise: some person can meet it
	copied   bool // an overlay has it as the base rules do, and nothing is asked of it
	bounds   []bound
}

// A bound of a row with the printed values beside it, and which were tried.
type bound struct {
	at       float64
	axis     lattice.Axis // all bounds of the row
	points   []point
	tried    []bool
	possible bool // where some were not: some person can meet it
}

func (b *bound) done() bool { return !slices.Contains(b.tried, false) }

type coverer struct {
	ofTexts bool // rows that differ from the base rules in texts only count, too
	set     *ruleset.Set
	report  *Report
	all     []*tableHits
	tables  map[rowKey]*tableHits
	named   map[[2]string][]*tableHits // by namespace ("" is the base) and indicator
	reached map[problem.Place]bool     // risk rows and derived cases
	units   map[[2]string]bool         // indicator and unit
	told    map[*ruleset.Row][]float64 // values of persons without a table that a row told
	in      *expression.Inputs
	engine  *assess.Engine // where it is asked
	out     Coverage
}

func newCoverer(set *ruleset.Set, r *Report) *coverer {
	return &coverer{
		set: set, report: r, tables: map[rowKey]*tableHits{}, named: map[[2]string][]*tableHits{}, reached: map[problem.Place]bool{}, units: map[[2]string]bool{}, told: map[*ruleset.Row][]float64{},
		in: set.Scope.NewInputs(), out: Coverage{Counts: map[Part]Count{}, Unsigned: r.Unsigned},
	}
}

func (c *coverer) tablesOf(byName map[string][]*ruleset.Table, space string) {
	for _, tables := range byName {
		for _, t := range tables {
			h := &tableHits{Table: t, space: space, rows: make([]rowHits, len(t.Rows)), ages: ageBounds(c.set, t)}
			for i, row := range t.Rows {
				c.tables[rowKey{row.At.File, row.At.Line, row.Number}] = h
				if h.rows[i].copied = c.copied(space, t, row); h.rows[i].copied {
					continue
				}
				axis := axisOf(c.set, row)
				for _, x := range axis.Bounds {
					points := beside(c.set, t.Indicator, x)
					h.rows[i].bounds = append(h.rows[i].bounds, bound{at: x, axis: axis, points: points, tried: make([]bool, len(points))})
				}
			}
			h.ages = slices.DeleteFunc(h.ages, func(b *ageBound) bool { return c.copied(space, t, b.row) })
			c.all = append(c.all, h)
			key := [2]string{space, t.Indicator.Name}
			c.named[key] = append(c.named[key], h)
		}
	}
}

// copied reports whether the base rules have a row of an overlay, for the same persons
// and with the same answer; nil is the guard alone.
func (c *coverer) copied(space string, t *ruleset.Table, row *ruleset.Row) bool {
	return space != "" && !c.ofTexts && slices.ContainsFunc(c.set.Tables[t.Indicator.Name], func(base *ruleset.Table) bool {
		return base.Guard() == t.Guard() && base.Printed == t.Printed && (row == nil || slices.ContainsFunc(base.Rows, func(r *ruleset.Row) bool {
			return r.When.Canonical() == row.When.Canonical() && r.Level == row.Level && r.Color == row.Color && r.Urgency == row.Urgency
		}))
	})
}

// axisOf cuts the values at the bounds of a row.
func axisOf(set *ruleset.Set, row *ruleset.Row) lattice.Axis {
	return lattice.NewAxis(row.When.Bounds(set.Scope.Slot(set.Names.Value)).Numbers...)
}

// trial notes what one trial reached.
func (c *coverer) trial(t answered) {
	if t.result.Version != c.set.Version {
		return // another version answers this namespace
	}
	c.converted(t)
	seen := t.result.Seen
	see(c.in, seen.All)
	for _, at := range seen.Cases {
		c.reached[at] = true
	}
	rules := map[string]string{} // risk -> rule that answered
	for i, s := range t.result.Samples {
		for _, risk := range s.Trace.Risks {
			rules[risk.ID] = risk.Rule
		}
		for _, k := range seen.Own[i] {
			c.in.Put(k.Slot, k.Value)
		}
		if table := c.tables[rowKey{s.Trace.File, s.Trace.Line, s.Trace.Row}]; table != nil {
			c.sample(table, c.in, s.Trace)
		} else if _, row := c.set.Lent(tablesOf(c.answering(t.request, i)), c.in); row != nil && row.Level.ID == s.Level {
			c.told[row] = append(c.told[row], s.Trace.StandardValue)
		}
		c.agesOf(t.request, i, c.in)
		for _, k := range seen.Own[i] {
			c.in.Unset(k.Slot)
		}
	}
	for _, risk := range c.set.Risks {
		if rule, ok := rules[risk.ID]; ok {
			for _, at := range reachedBy(c.in, risk, rule) {
				c.reached[at] = true
			}
		}
	}
}

// see has inputs hold what the rules saw of a request, and nothing else.
func see(in *expression.Inputs, known []assess.Known) {
	in.Reset()
	for _, k := range known {
		in.Put(k.Slot, k.Value)
	}
}

// inputsOf are those that the rules see of a request; false where they refuse it.
func inputsOf(set *ruleset.Set, engine Assessor, r *assess.Request) (*expression.Inputs, bool) {
	asked := *r
	asked.Seen = true
	result, err := engine.Assess(&asked)
	if err != nil || result.Version != set.Version {
		return nil, false
	}
	in := set.Scope.NewInputs()
	see(in, result.Seen.All)
	return in, true
}

// reachedBy gives the row of the rule that answered, and the floors that held.
func reachedBy(in *expression.Inputs, r *ruleset.Risk, rule string) []problem.Place {
	var reached []problem.Place
	for _, candidate := range r.Rules {
		if candidate.ID != rule {
			continue
		}
		for _, row := range candidate.Rows {
			if row.When.Eval(in) == expression.True {
				reached = append(reached, row.At)
				break
			}
		}
		for _, floor := range candidate.AtLeast {
			if floor.When.Eval(in) == expression.True {
				reached = append(reached, floor.At)
			}
		}
	}
	return reached
}

// answering are the tables for a sample.
func (c *coverer) answering(r *assess.Request, i int) []*tableHits {
	if tables, overlaid := c.named[[2]string{r.Namespace, r.Samples[i].Name}]; overlaid {
		return tables
	}
	return c.named[[2]string{"", r.Samples[i].Name}]
}

// agesOf notes which ages beside a bound the person of a sample has.
func (c *coverer) agesOf(r *assess.Request, i int, in *expression.Inputs) {
	for _, t := range c.answering(r, i) {
		admitted := t.For == nil || t.For.Eval(in) == expression.True
		for _, b := range t.ages {
			if admitted || b.row == nil {
				b.try(in, c.set.Names.Age)
			}
		}
	}
}

func (c *coverer) sample(t *tableHits, in *expression.Inputs, trace *assess.Trace) {
	t.rows[trace.Row-1].met = true
	slot := c.set.Names.Value
	for i, row := range t.rows {
		for _, b := range row.bounds {
			for k, p := range b.points {
				if !b.tried[k] && same(p.value, trace.StandardValue) && changes(t.Rows[i].When, in, slot, b.axis, b.at) {
					b.tried[k] = true
				}
			}
		}
	}
}

// same forgives what converting a unit leaves of a printed value.
func same(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(1, math.Abs(a)) }

// rows counts a table. The search for persons who can meet a bound or row is
// only needed for those that no trial met.
func (c *coverer) rows(t *tableHits) {
	c.search(t)
	for i, row := range t.Rows {
		m := Missed{Part: Rows, At: row.At, Name: t.Indicator.Name, Title: t.Indicator.Title, Row: row.Number, When: row.When.Text.Value, table: t.Table, row: row, space: t.space}
		hits := &t.rows[i]
		if hits.copied {
			continue
		}
		if hits.met || hits.possible {
			c.count(hits.met, m)
		}
		m.Part = Bounds
		for _, b := range hits.bounds {
			for n, p := range b.points {
				if b.tried[n] || b.possible {
					m.Bound, m.Side, m.Value = b.at, p.side, p.value
					c.count(b.tried[n], m)
				}
			}
		}
	}
}

// ages counts the ages beside the bounds of a table's guard and rows. Where
// trials do not show what is needed, persons are searched.
func (c *coverer) ages(t *tableHits) {
	open := slices.DeleteFunc(slices.Clone(t.ages), (*ageBound).done)
	if len(open) > 0 {
		contexts(c.set, t.Table, func(_ context, in *expression.Inputs) bool {
			for _, b := range open {
				if !b.done() {
					b.search(c.set, t.Table, in)
				}
			}
			return true
		})
	}
	for _, b := range t.ages {
		m := Missed{Part: Ages, At: b.when.Text.At, Name: t.Indicator.Name, Title: t.Indicator.Title, When: b.when.Text.Value, Bound: b.at, table: t.Table, row: b.row, space: t.space, age: b}
		if b.row != nil {
			m.At, m.Row = b.row.At, b.row.Number
		}
		for side, needed := range b.needed {
			if needed {
				m.Side, m.Value = Side(side), b.ages[side]
				c.count(b.tried[side], m)
			}
		}
	}
}

func (c *coverer) count(hit bool, m Missed) {
	count := c.out.Counts[m.Part]
	count.All++
	if hit {
		count.Hit++
	} else {
		c.out.Missed = append(c.out.Missed, m)
	}
	c.out.Counts[m.Part] = count
}

// search looks for persons who meet what no trial met.
func (c *coverer) search(t *tableHits) {
	left := 0
	for _, row := range t.rows {
		if !row.met && !row.copied {
			left++
		}
		for _, b := range row.bounds {
			if !b.done() {
				left++
			}
		}
	}
	if left == 0 {
		return
	}
	contexts(c.set, t.Table, func(_ context, in *expression.Inputs) bool {
		for i := range t.rows {
			hits, row := &t.rows[i], t.Rows[i]
			if !hits.met && !hits.possible && !hits.copied {
				if _, hits.possible = valueFor(c.set, t.Table, row, in); hits.possible {
					left--
				}
			}
			for k := range hits.bounds {
				b := &hits.bounds[k]
				if !b.possible && !b.done() && changes(row.When, in, c.set.Names.Value, b.axis, b.at) {
					b.possible = true
					left--
				}
			}
		}
		return left > 0
	})
}

// valueFor gives a plausible value that leads to the row, printed where
// possible, and a limit of what is plausible only if no other will do.
func valueFor(set *ruleset.Set, t *ruleset.Table, row *ruleset.Row, in *expression.Inputs) (found float64, ok bool) {
	slot := set.Names.Value
	defer in.Unset(slot)
	for _, p := range plausibleValues(set, t, row) {
		in.Set(slot, p)
		if row.When.Eval(in) != expression.True {
			continue
		}
		found, ok = p.(float64), true
		if !slices.Contains(t.Indicator.Plausible[:], found) {
			break
		}
	}
	return found, ok
}

func (c *coverer) risks() {
	for _, r := range c.set.Risks {
		for _, rule := range r.Rules {
			for i, row := range slices.Concat(rule.Rows, rule.AtLeast) {
				c.count(c.reached[row.At], Missed{Part: RiskRows, At: row.At, Name: r.ID + "/" + rule.ID, Title: r.Name, Row: i + 1, When: row.When.Text.Value})
			}
		}
	}
}

func (c *coverer) derived() {
	for _, d := range c.set.Derived {
		for i, k := range d.Cases {
			m := Missed{Part: Cases, At: k.Formula.Text.At, Name: d.ID, Title: d.Title, Row: i + 1, When: "true"}
			if k.When != nil {
				m.When = k.When.Text.Value
			}
			c.count(c.reached[m.At], m)
		}
	}
}
