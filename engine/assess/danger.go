package assess

import (
	"strings"

	"tijian/engine/expression"
)

// danger answers a value of somebody without a table that is dangerous at any age;
// false where it is not.
func (s *state) danger(i int, out *SampleResult, indicator *indicator, x float64) bool {
	d := s.set.Danger
	if !d.Of(indicator.Indicator) || s.request.Samples[i].Bound != "" || s.truth(*s.plan.danger) != expression.True {
		return false
	}
	age := s.in.Held(s.set.Names.Age)
	s.in.SetNumber(s.set.Names.Age, float64(d.Age))
	t, row := s.asOld(i, indicator, x)
	s.in.Put(s.set.Names.Age, age)
	if row < 0 || t.Rows[row].Level.Severity < d.Severity {
		return false
	}
	r, sample := t.Rows[row], &s.request.Samples[i]
	of := s.telling(indicator.Indicator, indicator.Title, sample, indicator.unit)
	*out = SampleResult{Level: r.Level.ID, Color: r.Color, Act: r.Act.Told(), Hint: d.Hint, Risks: noRisks}
	if late := s.set.LateFor(r.Level.Severity, s.days); s.days > 0 && late != nil {
		of.days, of.tip = s.days, ""
		out.Tip = s.texts.lates[late].write(of)
	} else {
		out.Tip = strings.NewReplacer("{zh}", of.title, "{result}", string(of.result(nil)), "{act}", r.Act.Name).Replace(d.Tip)
	}
	s.found[i].table, s.found[i].row = t, r
	return true
}

// asOld finds the table and row of a value for the age that the inputs now hold.
func (s *state) asOld(i int, indicator *indicator, x float64) (*table, int) {
	for _, t := range indicator.tables {
		if t.guard == everybody || s.plan.guards[t.guard].Eval(s.in) == expression.True {
			s.want(t.want)
			row, _, _ := s.look(t, s.found[i].background, x, "")
			return t, row
		}
	}
	return nil, none
}
