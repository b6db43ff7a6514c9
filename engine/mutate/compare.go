package mutate

import (
	"slices"
	"sync"

	"tijian/engine/change"
	"tijian/engine/derive"
	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/message"
	"tijian/engine/ruleset"
	"tijian/engine/verify"
)

// maxCells is how many cells of one indicator are compared at most.
const maxCells = 4e6

// tables mutates the tables of one indicator. Changes of rows are compared
// within their table, for guards exclude each other.
func (r *runner) tables(tables []*ruleset.Table, list []changed) {
	if len(tables) == 0 {
		return
	}
	r.trials.observed(tables, list)
	sound := sync.OnceValue(func() bool { return refused(reduced(r.set, tables)) == "" })
	for at := whole; at < len(tables); at++ {
		var some []*changed
		for i := range list {
			if list[i].at == at && list[i].Fate == "" {
				some = append(some, &list[i])
			}
		}
		if len(some) == 0 {
			continue
		}
		j := r.comparer(tables, at, some)
		for _, m := range some {
			if j.decide(m); m.Fate != "" {
				continue
			}
			set := reduced(r.set, m.tables)
			m.left = append(m.left, r.trials.otherIdeals(tables, m)...)
			r.trials.try(m, set)
			switch {
			case m.Fate == Killed:
				m.Case = nil
			case !r.quick && sound():
				m.Refused = refused(set)
			}
		}
	}
	for i := range list {
		r.add(&list[i].Mutant)
	}
}

// comparer prepares to compare some mutants with one table, or with all.
func (r *runner) comparer(tables []*ruleset.Table, at int, some []*changed) *comparer {
	part := func(tables []*ruleset.Table) []*ruleset.Table {
		if at == whole {
			return tables
		}
		return tables[at : at+1]
	}
	// A changed row differs for its own table's persons if it does for those to
	// whom the table is lent; of a changed guard that is not so.
	lends, deciding := (*ruleset.Set)(nil), ruleset.ConditionsOf
	if at == whole {
		lends, deciding = r.set, func(tables []*ruleset.Table) []*expression.Condition { return lattice.Deciding(r.set, tables) }
	}
	conditions := deciding(part(tables))
	for _, m := range some {
		conditions = append(conditions, deciding(part(m.tables))...)
	}
	g := lattice.New(tables[0].Indicator, lattice.Side{Set: r.set, Conditions: conditions})
	j := &comparer{set: r.set, lends: lends, space: g, part: part, truths: g.Truths(r.set), exact: len(g.Inexact) == 0 && g.Size() <= maxCells}
	if j.exact {
		for _, c := range ruleset.ConditionsOf(part(tables)) {
			j.truths.Of(c)
		}
		j.people = sync.OnceValue(func() *derive.People { return derive.PeopleOf(r.set, g) })
		j.before = j.look(part(tables))
	}
	return j
}

// refused gives the code of the first fault that rules check finds.
func refused(set *ruleset.Set) string {
	if problems := verify.Check(set).Problems; len(problems) > 0 {
		return problems[0].Code
	}
	return ""
}

// reduced is a set of the tables of one indicator, without risks, and with
// those derived values that the tables, and lending them, need.
func reduced(set *ruleset.Set, tables []*ruleset.Table) *ruleset.Set {
	c := *set
	c.Overlays, c.Risks, c.Derived = nil, nil, nil
	plain := make([]*ruleset.Table, len(tables))
	for i, t := range tables {
		copied := *t
		copied.Risks = nil
		plain[i] = &copied
	}
	c.Tables = map[string][]*ruleset.Table{tables[0].Indicator.Name: plain}
	c.Derived = set.Behind(slotsOf(lattice.Deciding(set, tables)))
	return &c
}

func slotsOf(conditions []*expression.Condition) []int {
	var slots []int
	for _, c := range conditions {
		slots = append(slots, c.Slots()...)
	}
	return slots
}

// A comparer compares mutants with the tables as they are, cell by cell.
type comparer struct {
	set    *ruleset.Set
	lends  *ruleset.Set // tables to those who have none; nil where that does not matter
	space  *lattice.Space
	part   func([]*ruleset.Table) []*ruleset.Table // the tables that are compared
	truths *lattice.Truths
	people func() *derive.People
	exact  bool
	before []*ruleset.Row // by cell
}

func (j *comparer) look(tables []*ruleset.Table) []*ruleset.Row {
	c := j.space.Tables(j.lends, tables, j.truths.Once)
	var rows []*ruleset.Row
	j.space.Each(c.Choose, func(point []int) bool {
		rows = append(rows, c.Told(point).Row)
		return true
	})
	return rows
}

// decide finds out whether a mutant answers otherwise anywhere, and if so the
// case that shows it: one with a value that laboratories print, if there is.
func (j *comparer) decide(m *changed) {
	if !j.exact {
		m.Unproved = true
		return
	}
	c := j.space.Tables(j.lends, j.part(m.tables), j.truths.Once)
	value := j.space.Last()
	plausible, decimals := value.Indicator.Plausible, value.Indicator.Decimals
	k := -1
	texts := false
	j.space.Each(c.Choose, func(point []int) bool {
		k++
		a, b := j.before[k], c.Told(point).Row
		if a == b || !j.people().Possible(point) {
			return true
		}
		now, got := gradeOf(j.set, a), gradeOf(j.set, b)
		x := value.Points[point[len(point)-1]].(float64)
		if now == got {
			texts = texts || a != nil && b != nil && (a.Tip != b.Tip || a.Hint != b.Hint)
			return true
		}
		if x < plausible[0] || x > plausible[1] {
			if m.Case == nil && (now.Level == ruleset.LevelIdeal) != (got.Level == ruleset.LevelIdeal) {
				m.Case = &Case{space: j.space, point: slices.Clone(point), Now: now, Got: got, Ideal: true}
			}
			return true
		}
		printed := lattice.Printed(x, decimals) == x && x != plausible[0]
		if m.Case == nil || m.Case.Ideal || printed {
			m.Case = &Case{space: j.space, point: slices.Clone(point), Now: now, Got: got}
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

// A Case tells a mutant from the rules as they are.
type Case struct {
	Now, Got change.Grade // with the rules as they are, and with the mutant
	Ideal    bool         // only the text of the ideal range differs
	space    *lattice.Space
	point    []int
	// Of a risk, instead of a cell: where the changed rule differs, and a person
	// whose flag it changes, as far as one was found.
	risk   *change.Change[int]
	person *person
	// Of a factor: how a suite says it.
	conversion string
}

// A person whose flag a mutant changes.
type person struct{ zh, en, now, got string }

// Inputs gives person and value, by the names of the rules; nil for what must
// not be sent. Nil for a risk, whose case names derived values.
func (c *Case) Inputs() map[string]any {
	if c.space == nil {
		return nil
	}
	return c.space.Inputs(c.point)
}

// Text writes person and value.
func (c *Case) Text(lang string) string {
	switch {
	case c.conversion != "":
		return c.conversion
	case c.person != nil:
		return message.Pick(lang, c.person.zh, c.person.en)
	case c.risk != nil:
		return c.risk.Within.Describe(lang)
	case c.space == nil:
		return ""
	}
	return c.space.DescribePoint(c.point, lang)
}
