package verify

import (
	"slices"
	"testing"

	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
)

// Farther from the ideal nothing is done later, and hardly ever two steps sooner
// than just before.
func TestActsOfNeighbours(t *testing.T) {
	acts := ruleset.Ranked([]*ruleset.Act{{ID: "now"}, {ID: "today"}, {ID: "days_2"}, {ID: "days_7"}, {ID: "days_30"}, {ID: "days_90"}, {ID: "routine"}})
	for _, c := range []struct {
		nearer, farther int
		code            string
	}{{5, 4, ""}, {4, 4, ""}, {5, 3, "act-jump"}, {4, 0, "act-jump"}, {1, 0, ""}, {3, 4, "falling-act"}, {0, 1, "falling-act"}} {
		for _, answered := range []bool{false, true} {
			p := &proof{checker: &checker{outcome: &outcome{}}, table: &ruleset.Table{Indicator: &dictionary.Indicator{Name: "x"}}, said: map[string]bool{}}
			nearer, farther := &ruleset.Row{Number: 1}, &ruleset.Row{Number: 2}
			nearer.Act, farther.Act = acts[c.nearer], acts[c.farther]
			want := c.code
			if answered {
				farther.Deliberate, want = &ruleset.Deliberate{What: []string{ruleset.OwnAct}}, ""
			}
			p.acts(nearer, farther)
			got := ""
			if all := slices.Concat(p.problems, p.notes); len(all) > 0 {
				got = all[0].Code
			}
			if got != want {
				t.Errorf("%s beside %s: %q, want %q", farther.Act.ID, nearer.Act.ID, got, want)
			}
		}
	}
}
