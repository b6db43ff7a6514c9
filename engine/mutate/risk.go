package mutate

import (
	"fmt"
	"slices"

	"tijian/engine/assess"
	"tijian/engine/diff"
	"tijian/engine/expression"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
)

// risk mutates the rules of a risk.
func (r *runner) risk(risk *ruleset.Risk) {
	before := onlyRisk(r.set, risk, nil)
	sound := refused(before) == ""
	tables := r.trials.tablesFor(r.set, risk.ID)
	for _, m := range riskMutants(r.set, risk) {
		after := onlyRisk(r.set, m.risk, nil)
		report := diff.Compare(before, after)
		m.Unproved = len(report.Inexact) > 0
		if len(report.Risks) == 0 && !m.Unproved {
			m.Fate = Equivalent
			r.add(&m.Mutant)
			continue
		}
		if sound {
			m.Refused = refused(after)
		}
		r.trials.tryRisk(&m.Mutant, risk.ID, onlyRisk(r.set, m.risk, tables))
		if m.Fate == Survived && len(report.Risks) > 0 {
			m.Case = &Case{risk: &report.Risks[0]}
		}
		r.add(&m.Mutant)
	}
}

// onlyRisk is a set with one risk, with tables as far as needed to show it.
func onlyRisk(set *ruleset.Set, risk *ruleset.Risk, tables map[string][]*ruleset.Table) *ruleset.Set {
	c := *set
	c.Overlays, c.Tables, c.Risks, c.Derived = nil, tables, []*ruleset.Risk{risk}, nil
	if tables == nil {
		return &c
	}
	var conditions []*expression.Condition
	for _, list := range tables {
		conditions = append(conditions, conditionsOf(list)...)
	}
	for _, rule := range risk.Rules {
		if rule.When != nil {
			conditions = append(conditions, rule.When)
		}
		for _, row := range slices.Concat(rule.Rows, rule.AtLeast) {
			conditions = append(conditions, row.When)
		}
	}
	c.Derived = needed(set.Derived, conditions)
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
				copied := *table
				copied.Risks = nil
				if slices.Contains(table.Risks, id) {
					copied.Risks = []string{id}
				}
				tables[s.Name] = append(tables[s.Name], &copied)
			}
		}
	}
	return tables
}

// tryRisk runs the trials that expect something of the risk.
func (t *trials) tryRisk(m *Mutant, id string, set *ruleset.Set) {
	m.Fate = Survived
	engine := assess.New(set)
	for _, one := range t.byRisk[id] {
		if !t.ready(one) {
			continue
		}
		checks := slices.DeleteFunc(slices.Clone(one.Checks), func(c regress.Check) bool { return c.Kind != regress.Risk || c.Name != id })
		request := one.Request
		got, err := engine.Assess(&request)
		if err != nil || !one.passes(got, checks) {
			m.Fate, m.Killer = Killed, one.suite+": "+one.Name
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
			for _, e := range editsOf(set, rule.When, "") {
				m.condition(i, e, rule.When, func(rule *ruleset.RiskRule, c *expression.Condition) { rule.When = c })
			}
			text := rule.When.Text.Value
			if c := compile(set, "not ("+text+")"); c != nil && len(rule.When.Tokens()) > 1 {
				e := edit{before: text, after: "not (" + text + ")"}
				m.add(i, Mutant{Kind: Negated, At: e.place(rule.When), From: e.before, To: e.after}, func(rule *ruleset.RiskRule) { rule.When = c })
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

func (m *riskMaker) condition(i int, e edit, from *expression.Condition, put func(*ruleset.RiskRule, *expression.Condition)) {
	if c := apply(m.set, from, e); c != nil {
		m.add(i, Mutant{Kind: e.kind, At: e.place(from), From: e.before, To: e.after}, func(rule *ruleset.RiskRule) { put(rule, c) })
	}
}

func (m *riskMaker) rows(i int, rows []*ruleset.RiskRow, of func(*ruleset.RiskRule) *[]*ruleset.RiskRow) {
	for k, row := range rows {
		for _, e := range editsOf(m.set, row.When, "") {
			m.condition(i, e, row.When, func(rule *ruleset.RiskRule, c *expression.Condition) {
				changed := *row
				changed.When = c
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
