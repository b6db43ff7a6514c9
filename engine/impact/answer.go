package impact

import (
	"strings"

	"tijian/engine/assess"
	"tijian/engine/change"
	"tijian/engine/lattice"
	"tijian/engine/population"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// An Answer is what both versions tell of one sample of a person made for a change,
// where they tell anything otherwise.
type Answer struct {
	Request       *assess.Request
	Sample        int
	Before, After Side
	derived       map[string]any
	set           *ruleset.Set
}

// A Side is what one version tells.
type Side struct {
	assess.SampleResult
	change.Instruction // of the summary
}

func toldOf(r *assess.Result, sample int) Side {
	t := Side{r.Samples[sample], change.NothingTold}
	if r.Summary == nil {
		return t
	}
	for _, e := range r.Summary.Entries {
		for _, f := range e.Findings {
			if f.Sample == sample {
				t.Alert, t.Department, t.Recheck = f.Alert, e.Department, change.Days(e.Recheck)
			}
		}
	}
	return t
}

// By reports whether a row told it; none is a row of which nothing is asked.
func (t *Side) By(row change.Row) bool {
	return row.File == "" || t.Trace != nil && t.Trace.File == row.File && t.Trace.Line == row.Line
}

// text is the level, how soon to act and the tip.
func (t *Side) text() string {
	return strings.TrimSpace(strings.Join([]string{t.Level, t.Act, t.Tip}, " "))
}

// Name is the indicator.
func (a *Answer) Name() string { return a.Request.Samples[a.Sample].Name }

// In reports whether the person is within a region, as far as that can be told.
func (a *Answer) In(r *change.Region) bool {
	if r == nil {
		return true
	}
	person := &a.Request.Person
	for i := range r.Where {
		w := &r.Where[i]
		var value any
		switch flag := person.BackgroundNamed(w.Input); {
		case w.Input == lattice.Value:
			value = a.Before.Trace.StandardValue
		case w.Input == "age":
			value = float64(person.Age())
		case w.Input == ruleset.AgeDays:
			value = float64(person.DaysOld())
		case w.Input == "sex":
			value = string(person.Sex)
		case flag != nil:
			value = *flag
		default:
			if d, is := a.derived[w.Input]; is {
				value = d
				break
			}
			continue
		}
		if !w.Holds(value) {
			return false
		}
	}
	return true
}

// Example is the person with what is told before and after, and what more of each.
func (a *Answer) Example(from, to string) *change.Example {
	return exampleOf(a.set, a.Request, strings.TrimSpace(a.Before.text()+" "+from), strings.TrimSpace(a.After.text()+" "+to))
}

// exampleOf is a person with what is answered before and after.
func exampleOf(set *ruleset.Set, r *assess.Request, from, to string) *change.Example {
	return &change.Example{Person: population.Describe(set, r, problem.Chinese), PersonEN: population.Describe(set, r, problem.English), From: from, To: to}
}

// Witness finds a person made for a change to whom something applies; nil where there is
// none.
func (c *Constructed) Witness(namespace, indicator string, holds func(a *Answer) bool) *Answer {
	for i := range c.answers[indicator] {
		if a := &c.answers[indicator][i]; a.Request.Namespace == namespace && holds(a) {
			return a
		}
	}
	return nil
}
