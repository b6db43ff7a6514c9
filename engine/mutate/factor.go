package mutate

import (
	"fmt"
	"slices"
	"strconv"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/problem"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
)

// factors makes every factor of an indicator's units ten times as large and as
// small. Units of steps have none.
func (r *runner) factors(i *dictionary.Indicator) {
	for _, u := range i.Units {
		if len(u.Steps) > 0 {
			continue
		}
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
// a value is in the standard unit follows from the dictionary alone, so cases
// that say it are asked first.
func (t *trials) tryUnit(m *Mutant, set *ruleset.Set, unit string) {
	m.Fate = Survived
	indicator, _ := set.Dictionary.Lookup(m.Subject)
	units := set.Dictionary.Units()
	var sent []*trial
	for _, one := range t.all {
		converted, in := &assess.Result{Samples: make([]assess.SampleResult, len(one.Request.Samples))}, false
		for i, s := range one.Request.Samples {
			if s.Name != m.Subject {
				continue
			}
			x, _ := indicator.ToStandard(s.Value, s.Unit)
			converted.Samples[i].Trace = &assess.Trace{StandardValue: x}
			canonical, _ := units.Canonical(s.Unit)
			in = in || canonical == unit
		}
		if !in || !t.ready(one) {
			continue
		}
		sent = append(sent, one)
		if checks := only(one.Checks, func(c regress.Check) bool { return c.Kind == regress.Value && c.Name == m.Subject }); len(checks) > 0 && !one.passes(converted, checks) {
			m.kill(one)
			return
		}
	}
	if len(sent) == 0 {
		return
	}
	engine := assess.New(set)
	for _, one := range sent {
		request := one.Request
		if got, err := engine.Assess(&request); err != nil || !one.passes(got, one.Checks) {
			m.kill(one)
			return
		}
	}
}

func only(checks []regress.Check, wanted func(regress.Check) bool) []regress.Check {
	return slices.DeleteFunc(slices.Clone(checks), func(c regress.Check) bool { return !wanted(c) })
}
