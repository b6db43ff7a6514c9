package assess_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tijian/engine/assess"
	"tijian/engine/ruleset"
)

// What is only known to be too high or too low is at least the mildest of what it
// can be, and is found out as soon as the gravest of it asks for, today at the
// soonest; also where the value chooses its table.
func TestBoundAsksForTheGravest(t *testing.T) {
	set := newest(t)
	e := assess.New(set)
	rank := func(act string) int { return set.ActOf(act).Rank() }
	today := rank("today")
	told := 0
	rapid.Check(t, func(t *rapid.T) {
		i := rapid.SampledFrom(set.Dictionary.All()).Draw(t, "indicator")
		s := assess.Sample{Name: i.Name, Bound: rapid.SampledFrom([]assess.Bound{"<", "<=", ">", ">="}).Draw(t, "bound")}
		low, high := i.Plausible[0], i.Plausible[1]
		s.Value = rapid.Float64Range(low, high).Draw(t, "limit")
		whole := answer(t, e, ruleset.Female, s).Samples[0]
		if whole.Level[0] == 'U' {
			return
		}
		told++
		if s.Bound[0] == '<' {
			high = s.Value
		} else {
			low = s.Value
		}
		limit, itself := s.Value, len(s.Bound) == 2
		s.Bound, s.Value = "", rapid.Float64Range(low, high).Draw(t, "meant")
		if s.Value == limit && !itself {
			return // <3.5 is not 3.5
		}
		single := answer(t, e, ruleset.Female, s).Samples[0]
		if single.Level[0] == 'U' {
			return // an end that is not within
		}
		if rank(whole.Act) > max(rank(single.Act), today) {
			t.Errorf("the bound is %s, %s; %v is %s, %s", whole.Level, whole.Act, s.Value, single.Level, single.Act)
		}
		if single.Level[1] > whole.Level[1] && whole.Level[0] != 'N' && !strings.Contains(whole.Tip, "至少") {
			t.Errorf("%q does not say that it can be %s", whole.Tip, single.Level)
		}
	})
	if told == 0 {
		t.Error("no bound was judged")
	}
}

// Of the person's own words and of what says the result is explained nothing is lost.
func TestBoundsAreTold(t *testing.T) {
	e := assess.New(newest(t))
	for _, c := range []struct {
		sample     assess.Sample
		level, act string
		tip, never string
	}{
		{assess.Sample{Name: "potassium", Bound: "<", Value: 3.5}, "L1", "today", "钾的结果只写了 <3.5 mmol/L，至少是轻度偏低", ""},
		{assess.Sample{Name: "hemoglobin", Bound: "<", Value: 115}, "L1", "today", "至少是轻度偏低", "还不到"},
		{assess.Sample{Name: "potassium", Bound: "<", Value: 2}, "L4", "now", "", "至少"},
		{assess.Sample{Name: "ldl_cholesterol", Bound: ">", Value: 3.6}, "H1", "days_7", "至少是轻度偏高", ""},
		{assess.Sample{Name: "ldl_cholesterol", Bound: ">", Value: 5.2}, "H3", "days_7", "", "至少"},
		{assess.Sample{Name: "total_cholesterol", Bound: ">=", Value: 8}, "H3", "days_7", "", "至少"},
		{assess.Sample{Name: "tsh", Bound: "<", Value: 0.005}, "L2", "days_30", "", "至少"},
	} {
		got := answer(t, e, ruleset.Female, c.sample).Samples[0]
		if got.Level != c.level || got.Act != c.act || !strings.Contains(got.Tip, c.tip) || c.never != "" && strings.Contains(got.Tip, c.never) {
			t.Errorf("%s%v: %+v", c.sample.Name, c.sample.Value, got)
		}
	}
}
