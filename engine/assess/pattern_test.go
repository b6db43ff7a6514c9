package assess_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tijian/engine/assess"
	"tijian/engine/population"
	"tijian/engine/ruleset"
	"tijian/internal/drawn"
)

// A pattern and who somebody is make no result milder: it asks to act at least as
// soon as its row does, and what asks to act at once still says so itself.
func TestNothingSilencesAnUrgentResult(t *testing.T) {
	set := newest(t)
	model, list := population.Adults(set.Dictionary)
	if len(list) > 0 {
		t.Fatal(list)
	}
	e, made, joined := assess.New(set), 0, 0
	for r := range model.Varied(1500, 7, set) {
		if made++; !drawn.One(made, 3) {
			continue
		}
		r.NoTrace, r.Lines = false, true
		got, err := e.Assess(r)
		if err != nil {
			continue
		}
		for i, s := range got.Samples {
			row := s.Trace.Rule()
			if row == nil {
				continue
			}
			soonest := row.Act.Rank()
			if late := set.LateFor(ruleset.Gravest, r.DaysSince()); late != nil { // nothing is of minutes days later
				soonest = max(soonest, set.ActOf(late.Act.Value).Rank())
			}
			if set.ActOf(s.Act).Rank() > soonest {
				t.Errorf("%s %v is %s, its row %s", r.Samples[i].Name, r.Samples[i].Value, s.Act, row.Act.ID)
			}
			if sends(set, row.Tip) && row.Act.Rank() <= set.ActOf("days_7").Rank() && r.DaysSince() == 0 && !sends(set, s.Tip) && !strings.Contains(s.Tip, "科") {
				t.Errorf("%s %v sends to nobody: %q, its row %q", r.Samples[i].Name, r.Samples[i].Value, s.Tip, row.Tip)
			}
			if s.Tip == "" || strings.HasPrefix(s.Tip, "；") {
				t.Errorf("%s %v says %q", r.Samples[i].Name, r.Samples[i].Value, s.Tip)
			}
			if strings.Contains(s.Tip, "合起来看") {
				joined++
			}
			if said := strings.Split(row.Tip, "，")[0]; row.Level.Severity == ruleset.Gravest && row.Act.Rank() == 0 && r.DaysSince() == 0 && !strings.Contains(s.Tip, said) && !strings.Contains(s.Tip, "立即") && !strings.Contains(s.Tip, "马上") {
				t.Errorf("%s %v says %q instead of %q", r.Samples[i].Name, r.Samples[i].Value, s.Tip, row.Tip)
			}
		}
	}
	if joined < 15 {
		t.Errorf("%d results belong to a pattern", joined)
	}
}

// sends reports whether a text sends to a doctor.
func sends(set *ruleset.Set, text string) bool {
	return slices.ContainsFunc(slices.Concat(set.Wording.SeeDoctor, set.Wording.AtOnce), func(word string) bool { return strings.Contains(text, word) })
}

// A pattern that reassures says nothing of more urgent results beside it.
func TestReassuringPatternLeavesUrgentResults(t *testing.T) {
	set := newest(t)
	at := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	ask := func(samples ...assess.Sample) []assess.SampleResult {
		t.Helper()
		got, err := assess.New(set).Assess(&assess.Request{Person: ruleset.Person{At: at, Born: at.AddDate(-30, 0, 0), Sex: ruleset.Male}, Samples: samples, NoTrace: true})
		if err != nil {
			t.Fatal(err)
		}
		return got.Samples
	}
	urgent := []assess.Sample{{Name: "systolic_bp", Value: 170}, {Name: "hba1c", Value: 10.5}, {Name: "ca199", Value: 400}, {Name: "tsh", Value: 60}}
	gilbert := []assess.Sample{{Name: "total_bilirubin", Value: 32}, {Name: "direct_bilirubin", Value: 5}, {Name: "alt", Value: 20}, {Name: "ast", Value: 20},
		{Name: "ggt", Value: 20}, {Name: "alp", Value: 70}, {Name: "hemoglobin", Value: 150}, {Name: "reticulocyte_percentage", Value: 1}, {Name: "ldh", Value: 160}, {Name: "albumin", Value: 45}}
	alone, beside := ask(urgent...), ask(append(gilbert, urgent...)...)
	if tip := beside[0].Tip; !strings.Contains(tip, "Gilbert") {
		t.Fatalf("no such pattern: %q", tip)
	}
	for i := range urgent {
		if got := beside[len(gilbert)+i].Tip; got != alone[i].Tip {
			t.Errorf("%s says %q, alone %q", urgent[i].Name, got, alone[i].Tip)
		}
	}
}

// What is worked out for a child is worked out for its age, whoever's table a value
// is told by: the simple form, which works out what is asked for, says as the full.
func TestChildrenAreToldAlikeInBothForms(t *testing.T) {
	set := newest(t)
	e := assess.New(set)
	at := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	told := 0
	requests := [][]assess.Sample{{{Name: "uric_acid", Value: 900}, {Name: "creatinine", Value: 150}, {Name: "potassium", Value: 5.6}}}
	all := set.Dictionary.All()
	for first := 0; first < len(all); first += 5 { // what comes first is worked out first
		for _, part := range []float64{0.02, 0.98} {
			var samples []assess.Sample
			for k := range all {
				i := all[(first+k)%len(all)]
				samples = append(samples, assess.Sample{Name: i.Name, Value: i.Plausible[0] + part*(i.Plausible[1]-i.Plausible[0])})
			}
			requests = append(requests, samples)
		}
	}
	for n, samples := range requests {
		age := []int{15, 0, 1, 3, 8, 12, 17}[n%7]
		r := &assess.Request{Person: ruleset.Person{At: at, Born: at.AddDate(-age, -3, 0), Sex: []assess.Sex{ruleset.Male, ruleset.Female}[n%2], Answered: at.AddDate(0, 0, []int{0, 3, 40}[n%3]), Arguments: map[string]any{}}, Samples: samples}
		full, err := e.Assess(r)
		if err != nil {
			t.Fatal(err)
		}
		want := slices.Clone(full.Samples)
		r.NoTrace, r.NoDerived = true, true
		simple, err := e.Assess(r)
		if err != nil {
			t.Fatal(err)
		}
		for k, s := range simple.Samples {
			if w := want[k]; s.Tip != w.Tip || s.Level != w.Level || fmt.Sprint(s.Risks) != fmt.Sprint(w.Risks) {
				t.Errorf("%d, %s %v: %s %q %v, in full %s %q %v", age, samples[k].Name, samples[k].Value, s.Level, s.Tip, s.Risks, w.Level, w.Tip, w.Risks)
			}
			if s.Tip == "" || strings.HasPrefix(s.Tip, "；") {
				t.Errorf("%d, %s %v says %q", age, samples[k].Name, samples[k].Value, s.Tip)
			}
			if s.Level[0] != 'U' {
				told++
			}
		}
	}
	if told < 200 {
		t.Errorf("%d values were told", told)
	}
}
