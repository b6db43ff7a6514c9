package assess

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tijian/engine/ruleset"
)

// A number without a unit beside the usual range in a unit that is clearly another
// than the standard one has no level, and nothing else is worked out from it;
// beside the usual range in the standard unit, or with its unit, it has one.
func TestUnitDoubt(t *testing.T) {
	e := embedded(t)
	type foreign struct{ name, unit string }
	var all []foreign
	for name, i := range e.base.indicators {
		for _, u := range i.Units {
			size, _ := i.ToStandard(1, u.Unit)
			if len(i.tables) > 0 && !i.unitless && u.Offset == 0 && i.Usual.High > 0 && (size > 3 || size < 1/3.0) {
				all = append(all, foreign{name, u.Unit})
			}
		}
	}
	if len(all) < 30 {
		t.Fatalf("only %d units are clearly others", len(all))
	}
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.SampledFrom(all).Draw(t, "indicator")
		i := e.base.indicators[f.name]
		x := rapid.Float64Range(i.Plausible[0], i.Plausible[1]).Draw(t, "value")
		answer := func(value float64, unit string, in string) SampleResult {
			low, _ := i.FromStandard(i.Usual.Low, in)
			high, _ := i.FromStandard(i.Usual.High, in)
			if i.Usual.Low == 0 {
				low = math.NaN()
			}
			got, err := e.Assess(man(Sample{Name: f.name, Unit: unit, Value: value, Reference: &Reference{Low: low, High: high}}))
			if err != nil {
				t.Fatal(err)
			}
			if in != i.unit && unit == "" && len(got.Derived) > 0 {
				for id := range got.Derived {
					if strings.HasPrefix(id, f.name) {
						t.Fatalf("%s is worked out from %v without a unit", id, value)
					}
				}
			}
			return got.Samples[0]
		}
		value, _ := i.FromStandard(x, f.unit)
		if got := answer(value, "", f.unit); got.Level != ruleset.LevelNotAssessed || !strings.Contains(got.Tip, "没有写单位") || len(got.Risks) > 0 {
			t.Fatalf("%v of %s without a unit, beside its range in %s: %+v", value, f.name, f.unit, got)
		}
		if got := answer(value, f.unit, f.unit); strings.Contains(got.Tip, "没有写单位") {
			t.Fatalf("%v %s of %s: %+v", value, f.unit, f.name, got)
		}
		if got := answer(x, "", i.unit); strings.Contains(got.Tip, "没有写单位") {
			t.Fatalf("%v of %s without a unit, beside its range in %s: %+v", x, f.name, i.unit, got)
		}
	})
}
