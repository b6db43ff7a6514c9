package assess_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
	"tijian/internal/rulestest"
)

// newest is the latest version of the rules, a draft too.
func newest(t testing.TB) *ruleset.Set { return rulestest.Newest(t) }

// A failer is a test, or one drawing of a property.
type failer interface {
	Helper()
	Fatal(...any)
}

// answer assesses samples of somebody of 34 years, examined today.
func answer(t failer, e *assess.Engine, sex ruleset.Sex, samples ...assess.Sample) *assess.Result {
	return answerWith(t, e, sex, nil, samples...)
}

// pregnancy is what a request says of it.
var pregnancy = map[string]any{"profile.is_pregnant": true, "profile.gestational_weeks": 20.0}

func answerWith(t failer, e *assess.Engine, sex ruleset.Sex, arguments map[string]any, samples ...assess.Sample) *assess.Result {
	t.Helper()
	on := func(year int) time.Time { return time.Date(year, 11, 20, 0, 0, 0, 0, time.UTC) }
	got, err := e.Assess(&assess.Request{Person: ruleset.Person{At: on(2026), Born: on(1992), Sex: sex, Arguments: arguments}, Samples: samples})
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

// words are all that an answer says.
func words(r *assess.Result) string {
	said := []string{r.Summary.Headline}
	for _, s := range r.Samples {
		said = append(said, s.Tip, s.Hint)
	}
	for _, e := range r.Summary.Entries {
		said = append(said, e.Why, e.Department)
	}
	for _, d := range r.Derived {
		if text, ok := d.(string); ok {
			said = append(said, text)
		}
	}
	return strings.Join(said, "\n")
}

// Whoever has the antigen of hepatitis B and the antibody against it is led to
// the liver clinic, in the antibody's own tip too, and reassured nowhere, however
// the two were sent.
func TestAntigenAndAntibodyOfHepatitisB(t *testing.T) {
	set := newest(t)
	engine := assess.New(set)
	sent := func(name string, standard ...float64) (all []assess.Sample) {
		i, _ := set.Dictionary.Lookup(name)
		for _, x := range standard {
			for _, unit := range append(i.KnownUnits(), "") {
				value, ok := i.FromStandard(x, unit)
				if !ok {
					value = 1 // positive
				}
				all = append(all, assess.Sample{Name: name, Unit: unit, Value: value})
			}
		}
		return append(all, assess.Sample{Name: name, Value: 1}) // a grade without its unit
	}
	for _, antigen := range sent("hbsag", 1, 250, 9000) {
		for _, antibody := range sent("hbsab", 10, 300) {
			for _, samples := range [][]assess.Sample{{antigen, antibody}, {antibody, antigen}} {
				got := answer(t, engine, ruleset.Male, samples...)
				all := words(got)
				for _, never := range []string{"好结果", "保护力强", "有保护力", "不需要处理", "一般不需", "已恢复", "有保护性抗体"} {
					if strings.Contains(all, never) {
						t.Errorf("%+v: %q in\n%s", samples, never, all)
					}
				}
				for i, s := range got.Samples {
					if samples[i].Name == antigen.Name && antibody.Value == 1 && antibody.Unit == "" {
						continue // whether there is an antibody is open: its own tip says so
					}
					if !strings.Contains(s.Tip, "肝病科") || !strings.Contains(s.Tip, "病毒DNA") {
						t.Errorf("%+v: %s", samples, s.Tip)
					}
				}
			}
		}
	}
}

// Whatever is abnormal in a screening for infections or in the urine of a pregnant
// woman leads her to obstetrics, in the tip itself, and no later than others; of
// what passes to the child the tip says that this can be prevented. Families prove
// the former for every kind of person: what they leave out is named here.
func TestAbnormalInPregnancyLeadsToObstetrics(t *testing.T) {
	set := newest(t)
	engine := assess.New(set)
	value := set.Scope.Slot(set.Names.Value)
	elsewhere := []string{"urine_vitamin_c", "urine_ph", "urine_specific_gravity"}
	toChild := []string{"hbsag", "hbeag", "hbv_dna", "hiv_antibody", "syphilis_antibody", "hcv_antibody"}
	asked := 0
	for _, i := range set.Dictionary.All() {
		if i.Category != "infection_serology" && i.Specimen != "urine" {
			continue
		}
		for _, table := range set.Tables[i.Name] {
			for _, row := range table.Rows {
				for _, bound := range row.When.Bounds(value).Numbers {
					for _, x := range []float64{bound, 0.99 * bound, 1.01 * bound, 2 * bound} {
						s := assess.Sample{Name: i.Name, Unit: i.Unit, Value: x}
						got := answerWith(t, engine, ruleset.Female, pregnancy, s)
						if got.Samples[0].Color < 3 || slices.Contains(elsewhere, i.Name) {
							continue
						}
						asked++
						tip, entries := got.Samples[0].Tip, got.Summary.Entries
						if !strings.Contains(tip, "产科") {
							t.Errorf("%s %g: %s", i.Name, x, tip)
						}
						if slices.Contains(toChild, i.Name) && !strings.Contains(tip, "宝宝") && !strings.Contains(tip, "预防") {
							t.Errorf("%s %g says nothing of the child: %s", i.Name, x, tip)
						}
						if !slices.ContainsFunc(entries, func(e assess.Entry) bool { return e.Department == "产科" }) {
							t.Errorf("%s %g: %+v", i.Name, x, entries)
						}
						other := answerWith(t, engine, ruleset.Female, map[string]any{"profile.is_pregnant": false}, s).Summary.Entries
						if len(other) > 0 && entries[0].Recheck > other[0].Recheck {
							t.Errorf("%s %g: in %d days, otherwise in %d", i.Name, x, entries[0].Recheck, other[0].Recheck)
						}
						if slices.Contains(toChild, i.Name) && entries[0].Recheck > 14 {
							t.Errorf("%s %g: in %d days", i.Name, x, entries[0].Recheck)
						}
					}
				}
			}
		}
	}
	if asked < 100 {
		t.Errorf("only %d answers", asked)
	}
}
