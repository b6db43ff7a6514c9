package assess

import (
	"strings"

	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

type otherAge struct {
	*ruleset.OtherAge
	when decision
}

// byOtherAge answers a value of somebody without a table that means the same at another
// age; false where it does not.
func (s *state) byOtherAge(i int, out *SampleResult, indicator *indicator, x float64) bool {
	if b := s.request.Samples[i].Bound; b != "" {
		if s.set.Texts.Bound == nil {
			return false
		}
		x = b.near(b.span(x, s.plausible(indicator))) // at least so grave
	}
	for _, d := range s.plan.dangers {
		if s.truth(d.when) != expression.True {
			continue
		}
		for _, t := range indicator.tables {
			s.want(t.want) // what is worked out stays, so by the age that the person has
		}
		age := s.in.Held(s.set.Names.Age)
		s.in.SetNumber(s.set.Names.Age, float64(d.Age))
		t, row := s.asOld(i, indicator, x)
		s.in.Put(s.set.Names.Age, age)
		if row >= 0 && d.Meant(indicator.Indicator, t.Rows[row]) {
			s.asOtherAge(i, out, indicator, d.OtherAge, t, row)
			return true
		}
	}
	return false
}

func (s *state) asOtherAge(i int, out *SampleResult, indicator *indicator, d *ruleset.OtherAge, t *table, row int) {
	r := d.Told(t.Rows[row])
	act := ""
	if r.Act != nil { // rules need not have acts
		act = r.Act.Name
	}
	of := s.tellingOf(i)
	*out = SampleResult{Level: r.Level.ID, Color: r.Color, Act: r.Act.Told(), Hint: d.Hint, Risks: noRisks}
	out.Tip = strings.NewReplacer("{zh}", of.title, "{result}", string(of.result(nil)), "{act}", act, "{means}", s.set.MeaningOf(indicator.Indicator, t.Rows[row])).Replace(d.Tip)
	if late := s.set.LateFor(r.Level.Severity, s.days); s.days > 0 && late != nil {
		of.days, of.tip = s.days, out.Tip
		out.Tip = s.texts.lates[late].write(of)
	}
	s.found[i].table, s.found[i].row = t, r
	if d.Patterned {
		s.inPattern(i, out)
	}
}

// asOld finds the table and row of a value for the age that the inputs now hold.
func (s *state) asOld(i int, indicator *indicator, x float64) (*table, int) {
	for _, t := range indicator.tables {
		if t.guard == everybody || s.plan.guards[t.guard].Eval(s.in) == expression.True {
			row, _, _ := s.look(t, s.found[i].background, x, "")
			return t, row
		}
	}
	return nil, none
}
