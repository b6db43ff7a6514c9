package mutate

import (
	"fmt"
	"strconv"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/problem"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
)

// factors makes every factor of an indicator's units ten times as large and as
// small.
func (r *runner) factors(i *dictionary.Indicator) {
	for _, u := range i.Units {
		for _, factor := range []float64{u.Factor * 10, u.Factor / 10} {
			m := Mutant{Kind: Factor, Subject: i.Name, Title: i.Title, At: u.At, From: number(u.Factor), To: number(factor)}
			changed := *r.set
			var faults problem.List
			changed.Dictionary, faults = r.set.Dictionary.WithFactor(i.Name, u.Unit, factor)
			if len(faults) > 0 {
				m.Refused = faults[0].Code
			}
			r.trials.tryUnit(&m, &changed, u.Unit)
			if m.Fate == Survived {
				printed, standard := regress.Conversion(i, u.Unit)
				m.Case = &Case{conversion: fmt.Sprintf("values: {%s %s: %s}", printed, u.Unit, standard)}
			}
			r.add(&m)
		}
	}
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }

// tryUnit runs the trials that send the mutant's indicator in a unit. What such
// a value is in the standard unit does not need the rules, so cases that say it
// are asked first.
func (t *trials) tryUnit(m *Mutant, set *ruleset.Set, unit string) {
	m.Fate = Survived
	units := set.Dictionary.Units()
	var sent []*trial
	for _, one := range t.all {
		for _, s := range one.Request.Samples {
			if s.Name != m.Subject {
				continue
			}
			if canonical, _ := units.Canonical(s.Unit); canonical == unit {
				sent = append(sent, one)
				break
			}
		}
	}
	plain := bare(set)
	plain.Risks, plain.Overlays = nil, nil
	for _, step := range []struct {
		set    *ruleset.Set
		wanted func(regress.Check) bool
	}{
		{plain, func(c regress.Check) bool { return c.Kind == regress.Value }},
		{set, func(c regress.Check) bool { return c.Kind != regress.Value }},
	} {
		var engine *assess.Engine
		for _, one := range sent {
			var checks []regress.Check
			for _, c := range one.Checks {
				if step.wanted(c) {
					checks = append(checks, c)
				}
			}
			if len(checks) == 0 || !t.ready(one) {
				continue
			}
			if engine == nil {
				engine = assess.New(step.set)
			}
			request := one.Request
			if got, err := engine.Assess(&request); err != nil || !one.passes(got, checks) {
				m.Fate, m.Killer = Killed, one.suite+": "+one.Name
				return
			}
		}
	}
}
