package assess_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"tijian/engine/assess"
	"tijian/engine/ruleset"
)

// Whatever is severe of adults is judged of children, too, by a table of their own or
// by that of adults; what is not of any age stands in the manifest's unlent, which the
// check of the rules holds to, and what is not of some in a list, each with why.
func TestWhatIsSevereOfAdultsIsSaidOfChildren(t *testing.T) {
	set := newest(t)
	engine := assess.New(set)
	listed, err := os.ReadFile("testdata/silent_of_children.txt")
	if err != nil {
		t.Fatal(err)
	}
	silent := map[string]bool{}
	for line := range strings.Lines(string(listed)) {
		name, why, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if silent[name] = false; why == "" {
			t.Errorf("%s: no reason", name)
		}
	}
	on := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	asked := 0
	for name, tables := range set.Tables {
		bounds := slices.Clone(tables[0].Indicator.Plausible[:])
		for _, table := range tables {
			for _, row := range table.Rows {
				bounds = append(bounds, row.When.Bounds(set.Scope.Slot(set.Names.Value)).Numbers...)
			}
		}
		slices.Sort(bounds)
		var found []string
		for k, x := range bounds {
			if k > 0 {
				x = (x + bounds[k-1]) / 2
			}
			adult := answer(t, engine, ruleset.Male, assess.Sample{Name: name, Value: x}).Samples[0]
			if set.Level(adult.Level).Severity < ruleset.Severe {
				continue
			}
			for _, age := range []int{3, 8, 15} {
				asked++
				got, err := engine.Assess(&assess.Request{Person: ruleset.Person{At: on, Born: on.AddDate(-age, 0, -40), Sex: ruleset.Male}, Samples: []assess.Sample{{Name: name, Value: x}}})
				if err != nil {
					t.Fatal(err)
				}
				if got.Samples[0].Level == ruleset.LevelNotAssessed {
					found = append(found, fmt.Sprintf("%v at %d, %s of adults", x, age, adult.Level))
				}
			}
		}
		if slices.ContainsFunc(set.Unlent, func(u *ruleset.Unlent) bool { return u.Indicator.Name == name }) {
			continue
		}
		if _, known := silent[name]; known {
			if silent[name] = true; len(found) == 0 {
				t.Errorf("%s is listed, and judged", name)
			}
		} else if len(found) > 0 {
			t.Errorf("%s is not judged of children: %s", name, strings.Join(found, "; "))
		}
	}
	for name, met := range silent {
		if !met {
			t.Errorf("%s is listed, and not severe of anybody", name)
		}
	}
	if asked < 500 {
		t.Errorf("only %d questions", asked)
	}
}
