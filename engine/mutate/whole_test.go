package mutate

import (
	"slices"
	"testing"

	"tijian/engine/assess"
	"tijian/engine/population"
	"tijian/engine/ruleset"
)

// In the embedded rules persons near the bounds are answered alike by every
// mutant of a risk that is said to change no answer, and such mutants are found
// where cells of one rule alone do not show it.
func TestAlikeIsTrue(t *testing.T) {
	set, _ := released(t)
	r := &runner{set: set, trials: newTrials(set, nil)}
	for _, id := range []string{"urinary_infection", "hepatitis_b"} {
		at := slices.IndexFunc(set.Risks, func(r *ruleset.Risk) bool { return r.ID == id })
		if at < 0 {
			t.Fatalf("no risk %s", id)
		}
		tables := showingTables(set, id)
		before := onlyRisk(set, set.Risks[at], tables)
		right := assess.New(before)
		people := slices.Collect(first(50, population.Near(7, before)))
		found := 0
		for _, m := range riskMutants(set, set.Risks[at]) {
			if !r.alike(set.Risks[at], m.risk, tables) {
				continue
			}
			found++
			wrong := assess.New(onlyRisk(set, m.risk, tables))
			for _, one := range people {
				x, errX := right.Assess(one)
				y, errY := wrong.Assess(one)
				if errX != nil || errY != nil {
					t.Fatal(errX, errY)
				}
				if now, got := flagOf(x, id), flagOf(y, id); now != got {
					t.Errorf("%s %s: %s → %s is no mutant, yet somebody's flag goes from %q to %q", m.At, m.Subject, m.From, m.To, now, got)
				}
			}
		}
		if found == 0 {
			t.Errorf("%s: every mutant is said to change an answer", id)
		}
	}
}
