package assess

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tijian/engine/ruleset"
)

// The same sample in any unit that its indicator can have gets the same level,
// colour, texts and risks; without a unit too, unless the rules ask for one.
func TestUnitsDoNotMatter(t *testing.T) {
	e := embedded(t)
	var names []string
	for name, indicator := range e.base.indicators {
		if len(indicator.tables) > 0 && len(converted(indicator)) > 1 {
			names = append(names, name)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom(names).Draw(t, "indicator")
		indicator := e.base.indicators[name]
		x := rapid.Float64Range(indicator.Plausible[0], indicator.Plausible[1]).Draw(t, "value")
		person := rapid.SampledFrom([]func(...Sample) *Request{man, woman}).Draw(t, "person")
		answer := func(unit string) SampleResult {
			value, ok := indicator.FromStandard(x, unit)
			if !ok {
				t.Fatalf("%s has no unit %s", name, unit)
			}
			got, err := e.Assess(person(Sample{Name: name, Unit: unit, Value: value}))
			if err != nil {
				t.Fatal(err)
			}
			s := got.Samples[0]
			s.Ideal, s.IdealEnds, s.Trace = "", SampleResult{}.IdealEnds, nil // in the unit
			if s.Level == ruleset.LevelImplausible {
				s.Tip = "" // names value and unit
			}
			s.Tip, _, _ = strings.Cut(s.Tip, "；同一个数字如果以") // another unit, in which it would be ordinary
			s.Plain = false
			return s
		}
		want := answer(indicator.unit)
		units := converted(indicator)
		if !indicator.unitSent {
			units = append(slices.Clip(units), "")
		}
		for _, unit := range units {
			if got := answer(unit); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s %v: %+v in %s, %+v in the standard unit", name, x, got, unit, want)
			}
		}
	})
}

// converted are the units that numbers are converted from, without those of steps.
func converted(of *indicator) []string {
	return slices.DeleteFunc(of.KnownUnits(), func(unit string) bool { return of.Steps(unit) != nil })
}

// The bounds of diabetes are the same in both units that laboratories print:
// 126 mg/dL is 7.0 mmol/L, not a little more.
func TestGlucoseBoundsInBothUnits(t *testing.T) {
	e := embedded(t)
	for _, name := range []string{"fasting_glucose", "glucose_2h", "random_glucose"} {
		indicator := e.base.indicators[name]
		if indicator == nil {
			t.Fatalf("no indicator %s", name)
		}
		for mg, want := range map[float64]float64{54: 3, 126: 7, 180: 10, 252: 14} {
			if got, _ := indicator.ToStandard(mg, "mg/dL"); got != want {
				t.Errorf("%s: %v mg/dL is %v mmol/L, want %v", name, mg, got, want)
			}
		}
	}
}
