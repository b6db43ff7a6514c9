package assess_test

import (
	"slices"
	"strings"
	"testing"

	"tijian/dictionaries"
	"tijian/engine/assess"
	"tijian/engine/ruleset"
	"tijian/rules"
)

// The summary is in the order of how soon something is to be done, and within now
// of how fast harm comes; the headline says how many are as urgent as the first.
func TestSummaryIsInTheOrderOfActs(t *testing.T) {
	e := assess.New(newest(t))
	got := answer(t, e, ruleset.Male,
		assess.Sample{Name: "ldl_cholesterol", Value: 4.3}, assess.Sample{Name: "systolic_bp", Value: 184}, assess.Sample{Name: "platelet_count", Value: 8},
		assess.Sample{Name: "potassium", Value: 6.9}, assess.Sample{Name: "uric_acid", Value: 560}, assess.Sample{Name: "spo2", Value: 82})
	sum := got.Summary
	if sum == nil || len(sum.Entries) < 5 {
		t.Fatalf("%+v", sum)
	}
	for i, entry := range sum.Entries {
		if i > 0 && entry.Act.Rank() < sum.Entries[i-1].Act.Rank() {
			t.Errorf("%s (%s) stands behind %s (%s)", entry.Title, entry.Act.ID, sum.Entries[i-1].Title, sum.Entries[i-1].Act.ID)
		}
		if most := slices.MinFunc(entry.Findings, func(a, b assess.Finding) int { return a.Act.Rank() - b.Act.Rank() }); entry.Act != most.Act || entry.Alert != entry.Act.Alert {
			t.Errorf("%s: %s, class %s, of %+v", entry.Title, entry.Act.ID, entry.Alert, entry.Findings)
		}
	}
	order := []string{sum.Entries[0].Findings[0].Name, sum.Entries[1].Findings[0].Name, sum.Entries[2].Findings[0].Name}
	if sum.Urgent != 3 || !slices.Equal(order, []string{"spo2", "potassium", "platelet_count"}) {
		t.Errorf("%d are urgent, first %v", sum.Urgent, order)
	}
	if !strings.Contains(sum.Headline, "血氧") || !strings.Contains(sum.Headline, "另有2个") {
		t.Errorf("%s", sum.Headline)
	}
	for k, s := range got.Samples {
		if s.Act == "" {
			t.Errorf("sample %d has no act", k)
		}
		for _, r := range s.Risks {
			if r.Act == "" {
				t.Errorf("risk %s has no act", r.ID)
			}
		}
	}
}

// Versions without a scale say nothing of it.
func TestOlderVersionsHaveNoActs(t *testing.T) {
	got := answer(t, assess.New(ruleSet(t, sub(t, dictionaries.FS, "2026.5"), rules.FS, "2026.5")), ruleset.Male, assess.Sample{Name: "potassium", Value: 6.9}, assess.Sample{Name: "direct_bilirubin", Value: 50}, assess.Sample{Name: "total_bilirubin", Value: 9})
	if got.Doubts != nil || got.Summary.Urgent != 0 || got.Samples[0].Act != "" || got.Samples[1].Level == "U2" || got.Summary.Entries[0].Act != nil {
		t.Errorf("%+v\n%+v", got.Samples, got.Summary)
	}
}
