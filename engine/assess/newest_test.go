package assess_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tijian/dictionaries"
	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
	"tijian/rules"
)

// newest is the latest version of the rules, a draft too.
func newest(t *testing.T) *ruleset.Set {
	version := slices.Max(ruleset.Versions(rules.FS))
	return ruleSet(t, sub(t, dictionaries.FS, version), rules.FS, version)
}

// answer assesses samples of somebody of 34 years, examined today.
func answer(t *testing.T, e *assess.Engine, sex ruleset.Sex, samples ...assess.Sample) *assess.Result {
	t.Helper()
	on := func(year int) time.Time { return time.Date(year, 11, 20, 0, 0, 0, 0, time.UTC) }
	got, err := e.Assess(&assess.Request{Person: ruleset.Person{At: on(2026), Born: on(1992), Sex: sex}, Samples: samples})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// Whatever troponin is above its limit, the printed one where there is one, is
// dealt with at once, however little it is above: all troponins alike, in every
// unit.
func TestAnyTroponinAboveItsLimitIsUrgent(t *testing.T) {
	set := newest(t)
	engine := assess.New(set)
	troponins := slices.DeleteFunc(set.Dictionary.All(), func(i *dictionary.Indicator) bool { return !strings.HasPrefix(i.Name, "troponin") })
	if len(troponins) < 2 {
		t.Fatalf("only %d troponins", len(troponins))
	}
	for _, i := range troponins {
		for _, sex := range []ruleset.Sex{ruleset.Male, ruleset.Female} {
			var own float64
			ideal := answer(t, engine, sex, assess.Sample{Name: i.Name}).Samples[0].Ideal
			if _, err := fmt.Sscanf(ideal, "≤%g", &own); err != nil {
				t.Fatalf("%s: ideal %q: %v", i.Name, ideal, err)
			}
			for _, printed := range []float64{0, 0.6 * own, own, 3 * own} { // 0 for none
				for _, times := range []float64{0.5, 0.99, 1.02, 1.5, 3.6, 10, 100} {
					limit := printed
					if printed == 0 {
						limit = own
					}
					for _, unit := range i.KnownUnits() {
						s := assess.Sample{Name: i.Name, Unit: unit}
						s.Value, _ = i.FromStandard(times*limit, unit)
						if printed > 0 {
							high, _ := i.FromStandard(printed, unit)
							s.Reference = &assess.Reference{High: high}
						}
						got := answer(t, engine, sex, s)
						want, said := "N0", got.Samples[0].Level
						if times > 1 || times*limit > own { // what is severe by the table stays so
							want = "H4, A in 0 days"
							said += fmt.Sprintf(", %s in %d days", got.Summary.Entries[0].Alert, got.Summary.Entries[0].Recheck)
						}
						if said != want {
							t.Errorf("%s of a %s, %g %s, limit %g: %s, want %s", i.Name, sex, s.Value, unit, limit, said, want)
						}
					}
				}
			}
		}
	}
}
