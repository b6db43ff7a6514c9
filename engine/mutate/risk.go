package mutate

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"sync"

	"tijian/engine/assess"
	"tijian/engine/change"
	"tijian/engine/diff"
	"tijian/engine/expression"
	"tijian/engine/population"
	"tijian/engine/problem"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
)

// tries is how many persons are tried to find one whose flag a mutant changes.
const tries = 300

// risk mutates the rules of a risk.
func (r *runner) risk(risk *ruleset.Risk, list []*changedRisk) {
	tables, all := r.trials.tablesFor(r.set, risk.ID), showingTables(r.set, risk.ID)
	others := r.trials.observedRisk(risk, list)
	before := onlyRisk(r.set, risk, tables)
	sound := sync.OnceValue(func() bool { return refused(bare(before)) == "" })
	engine := sync.OnceValue(func() *assess.Engine { return assess.New(before) })
	people := sync.OnceValue(func() []*assess.Request { return slices.Collect(first(tries, population.Near(1, before))) })
	for _, m := range list {
		if m.Fate == "" {
			r.decide(m, risk, before, tables, all, others)
		}
		if m.Fate == Survived && !r.quick {
			if sound() {
				m.Refused = refused(bare(onlyRisk(r.set, m.risk, tables)))
			}
			// Rules above may answer before the changed one is asked.
			m.Case.person = find(before, risk.ID, engine(), assess.New(onlyRisk(r.set, m.risk, tables)), people(), m.Case.risk)
			m.Unproved = m.Unproved || m.Case.person == nil
		}
		r.add(&m.Mutant)
	}
}

// decide finds out what becomes of a mutant of a risk that no trial shows to be
// answered otherwise by conditions alone.
func (r *runner) decide(m *changedRisk, risk *ruleset.Risk, before *ruleset.Set, tables, all map[string][]*ruleset.Table, others []*trial) {
	if r.alike(risk, m.risk, all) {
		m.Fate = Equivalent
		return
	}
	after := onlyRisk(r.set, m.risk, tables)
	if m.Fate = Survived; len(others) > 0 {
		if tryRisk(&m.Mutant, risk.ID, assess.New(after), others); m.Fate == Killed {
			return
		}
	}
	if r.quick {
		return
	}
	m.Case = &Case{}
	report := diff.Answers(bare(before), bare(after))
	m.Unproved = len(report.Inexact) > 0
	// Trials look at flags; what is told with them is no mutant's doing.
	report.Risks = slices.DeleteFunc(report.Risks, func(d change.Change[int]) bool { return d.FromTold != nil && *d.From == *d.To })
	if len(report.Risks) > 0 {
		m.Case.risk = &report.Risks[0]
	}
}

func first[T any](n int, all iter.Seq[T]) iter.Seq[T] {
	return func(yield func(T) bool) {
		k := 0
		for x := range all {
			if k++; k > n || !yield(x) {
				return
			}
		}
	}
}

// find looks for a person whose flag differs, first among those who are put
// where the changed rule differs.
func find(set *ruleset.Set, id string, right, wrong *assess.Engine, people []*assess.Request, where *change.Change[int]) *person {
	var inputs map[string]any
	if where != nil && where.Within != nil {
		inputs = where.Within.Witness
	}
	for _, moved := range []bool{true, false} {
		for _, one := range people {
			if moved {
				one = population.Put(set, one, inputs)
			}
			x, errX := right.Assess(one)
			y, errY := wrong.Assess(one)
			if errX != nil || errY != nil {
				continue
			}
			now, got := flagOf(x, id), flagOf(y, id)
			if now == got {
				continue
			}
			one = population.Shrink(one, func(r *assess.Request) bool {
				x, errX := right.Assess(r)
				y, errY := wrong.Assess(r)
				return errX == nil && errY == nil && flagOf(x, id) == now && flagOf(y, id) == got
			})
			return &person{population.Describe(set, one, problem.Chinese), population.Describe(set, one, problem.English), now, got}
		}
	}
	return nil
}

// flagOf is a risk's flag, "" when no sample shows it.
func flagOf(r *assess.Result, id string) string {
	for _, s := range r.Samples {
		for _, k := range s.Risks {
			if k.ID == id {
				return strconv.Itoa(k.Flag)
			}
		}
	}
	return ""
}

// bare is a set without tables and derived values, for looking at its risks
// alone.
func bare(set *ruleset.Set) *ruleset.Set {
	c := *set
	c.Tables, c.Derived = nil, nil
	return &c
}

// onlyRisk is a set with one risk, the tables that show it, and the derived
// values that these need.
func onlyRisk(set *ruleset.Set, risk *ruleset.Risk, tables map[string][]*ruleset.Table) *ruleset.Set {
	c := *set
	c.Overlays, c.Tables, c.Risks = nil, tables, []*ruleset.Risk{risk}
	var conditions []*expression.Condition
	for _, list := range tables {
		conditions = append(conditions, ruleset.ConditionsOf(list)...)
	}
	for _, rule := range risk.Rules {
		conditions = append(conditions, rule.Conditions()...)
	}
	c.Derived = set.Behind(slotsOf(conditions))
	return &c
}

// tablesFor gives the tables that show a risk, of the indicators that its
// trials send.
func (t *trials) tablesFor(set *ruleset.Set, id string) map[string][]*ruleset.Table {
	tables := map[string][]*ruleset.Table{}
	for _, one := range t.byRisk[id] {
		for _, s := range one.Request.Samples {
			if tables[s.Name] != nil {
				continue
			}
			for _, table := range set.Tables[s.Name] {
				tables[s.Name] = append(tables[s.Name], showing(table, id))
			}
		}
	}
	if len(tables) > 0 {
		return tables
	}
	return showingTables(set, id) // no trial: for finding persons all the same
}

// showingTables gives all tables that show a risk.
func showingTables(set *ruleset.Set, id string) map[string][]*ruleset.Table {
	tables := map[string][]*ruleset.Table{}
	for name, list := range set.Tables {
		for _, table := range list {
			if slices.Contains(table.Risks, id) {
				tables[name] = append(tables[name], showing(table, id))
			}
		}
	}
	return tables
}

// showing is a table that bears on no other risk.
func showing(t *ruleset.Table, id string) *ruleset.Table {
	c := *t
	c.Risks = nil
	if slices.Contains(t.Risks, id) {
		c.Risks = []string{id}
	}
	return &c
}

// tryRisk runs trials that expect something of the risk and are right.
func tryRisk(m *Mutant, id string, engine *assess.Engine, others []*trial) {
	for _, one := range others {
		checks := only(one.Checks, func(c regress.Check) bool { return c.Kind == regress.Risk && c.Name == id })
		request := one.Request
		got, err := engine.Assess(&request)
		if err != nil || !one.passes(got, checks) {
			m.kill(one)
			return
		}
	}
}

type changedRisk struct {
	Mutant
	risk *ruleset.Risk
}

// riskMaker makes every mutant of one risk.
type riskMaker struct {
	set  *ruleset.Set
	risk *ruleset.Risk
	out  []*changedRisk
}

func riskMutants(set *ruleset.Set, risk *ruleset.Risk) []*changedRisk {
	m := &riskMaker{set: set, risk: risk}
	for i, rule := range risk.Rules {
		if rule.When != nil {
			for _, w := range wrongPersons(set, rule.When) {
				if w.Kind != Negated || len(rule.When.Tokens()) > 1 { // else a word is turned round
					m.add(i, w.Mutant, func(rule *ruleset.RiskRule) { rule.When = w.condition })
				}
			}
		}
		m.rows(i, rule.Rows, func(rule *ruleset.RiskRule) *[]*ruleset.RiskRow { return &rule.Rows })
		m.rows(i, rule.AtLeast, func(rule *ruleset.RiskRule) *[]*ruleset.RiskRow { return &rule.AtLeast })
	}
	return m.out
}

func (m *riskMaker) add(i int, mutant Mutant, change func(rule *ruleset.RiskRule)) {
	risk, rule := *m.risk, *m.risk.Rules[i]
	rule.Rows, rule.AtLeast = slices.Clone(rule.Rows), slices.Clone(rule.AtLeast)
	change(&rule)
	risk.Rules = slices.Clone(risk.Rules)
	risk.Rules[i] = &rule
	mutant.Subject, mutant.Title = m.risk.ID+" / "+rule.ID, m.risk.Name
	m.out = append(m.out, &changedRisk{mutant, &risk})
}

func (m *riskMaker) rows(i int, rows []*ruleset.RiskRow, of func(*ruleset.RiskRule) *[]*ruleset.RiskRow) {
	for k, row := range rows {
		for _, w := range wrongs(m.set, row.When, "") {
			m.add(i, w.Mutant, func(rule *ruleset.RiskRule) {
				changed := *row
				changed.When = w.condition
				(*of(rule))[k] = &changed
			})
		}
		m.add(i, Mutant{Kind: Dropped, At: row.At, From: row.When.Text.Value}, func(rule *ruleset.RiskRule) {
			*of(rule) = slices.Delete(*of(rule), k, k+1)
		})
		if k == 0 {
			continue
		}
		a, b := *rows[k-1], *row
		a.Flag, b.Flag = b.Flag, a.Flag
		m.add(i, Mutant{Kind: Level, At: rows[k-1].At, From: fmt.Sprintf("%d, %d", b.Flag, a.Flag), To: fmt.Sprintf("%d, %d", a.Flag, b.Flag)}, func(rule *ruleset.RiskRule) {
			(*of(rule))[k-1], (*of(rule))[k] = &a, &b
		})
	}
}
