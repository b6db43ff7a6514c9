package mutate

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/problem"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
)

// factors makes every factor of an indicator's units ten times as large and as
// small; of units of steps, each step after the first begins at a neighbouring
// printed value, or is not there.
func (r *runner) factors(i *dictionary.Indicator) {
	for _, u := range i.Units {
		if len(u.Steps) == 0 {
			for _, factor := range []float64{u.Factor * 10, u.Factor / 10} {
				changed := u
				changed.Factor = factor
				r.unit(i, changed, Factor, number(u.Factor), number(factor))
			}
			continue
		}
		for k := 1; k < len(u.Steps); k++ {
			if len(u.Steps[k]) == 1 {
				continue // such a request is refused, which no case expects; the dictionary's tests do
			}
			changed := u
			changed.Steps = slices.Delete(slices.Clone(u.Steps), k, k+1)
			r.unit(i, changed, Step, number(u.Steps[k][0]), "")
			for _, begin := range r.beside(u, k) {
				changed.Steps = slices.Clone(u.Steps)
				changed.Steps[k] = append([]float64{begin}, u.Steps[k][1:]...)
				r.unit(i, changed, Step, number(u.Steps[k][0]), number(begin))
			}
		}
	}
}

// beside are printed values next to where a step of a unit begins, between the
// steps beside it: a grade, else a tenth away.
func (r *runner) beside(u dictionary.Unit, k int) []float64 {
	at, high := u.Steps[k][0], math.Inf(1)
	if k+1 < len(u.Steps) {
		high = u.Steps[k+1][0]
	}
	near := []float64{at * 0.9, at * 1.1}
	if u.Unit == dictionary.GradeUnit {
		grades := r.set.Dictionary.Grades().Numbers()
		n, _ := slices.BinarySearch(grades, at)
		near = slices.Concat(grades[max(n-1, 0):n], grades[min(n+1, len(grades)):min(n+2, len(grades))])
	}
	return slices.DeleteFunc(near, func(x float64) bool { return x <= u.Steps[k-1][0] || x >= high })
}

// unit tries a unit that is written otherwise.
func (r *runner) unit(i *dictionary.Indicator, u dictionary.Unit, kind Kind, from, to string) {
	m := Mutant{Kind: kind, Subject: i.Name, Title: i.Title, At: u.At, From: from, To: to}
	changed := *r.set
	var faults problem.List
	changed.Dictionary, faults = r.set.Dictionary.WithUnit(i.Name, u)
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
