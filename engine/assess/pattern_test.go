package assess_test

import (
	"strings"
	"testing"

	"tijian/engine/assess"
	"tijian/engine/population"
	"tijian/engine/ruleset"
)

// A pattern and who somebody is make no result milder: it asks to act at least as
// soon as its row does, and what asks to act at once still says so itself.
func TestNothingSilencesAnUrgentResult(t *testing.T) {
	set := newest(t)
	model, list := population.Adults(set.Dictionary)
	if len(list) > 0 {
		t.Fatal(list)
	}
	e, joined := assess.New(set), 0
	for r := range model.Varied(1500, 7, set) {
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
			if set.ActOf(s.Act).Rank() > row.Act.Rank() {
				t.Errorf("%s %v is %s, its row %s", r.Samples[i].Name, r.Samples[i].Value, s.Act, row.Act.ID)
			}
			if strings.Contains(s.Tip, "合起来看") {
				joined++
			}
			if said := strings.Split(row.Tip, "，")[0]; row.Level.Severity == ruleset.Gravest && row.Act.Rank() == 0 && r.DaysSince() == 0 && !strings.Contains(s.Tip, said) && !strings.Contains(s.Tip, "立即") && !strings.Contains(s.Tip, "马上") {
				t.Errorf("%s %v says %q instead of %q", r.Samples[i].Name, r.Samples[i].Value, s.Tip, row.Tip)
			}
		}
	}
	if joined < 50 {
		t.Errorf("%d results belong to a pattern", joined)
	}
}
