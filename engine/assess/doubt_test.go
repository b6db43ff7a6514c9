package assess

import (
	"cmp"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tijian/engine/dictionary"
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
			if len(i.tables) > 0 && !i.unitless && u.Offset == 0 && u.Steps == nil && i.Usual.High > 0 && (size > 3 || size < 1/3.0) {
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

// A unit that contradicts the printed range is not believed: of every indicator,
// whatever unit value and range are in and whatever other unit is named, nothing is
// judged where the range tells the two apart. What is named rightly is never
// doubted, nor is a grade beside the range of a number.
func TestUnitThatContradictsItsRangeIsDoubted(t *testing.T) {
	e := newest(t)
	named := e.base.set.UnitDoubt.Named
	told, believed := 0, 0
	for name, i := range e.base.indicators {
		if i.Usual.Low == 0 && i.Usual.High == 0 || i.Kind == dictionary.Qualitative {
			continue
		}
		for _, in := range i.KnownUnits() {
			for _, ends := range [][2]float64{{i.Usual.Low, i.Usual.High}, {0, i.Usual.High}, {i.Usual.Low, 0}} {
				low, high := printedEnd(i, ends[0], in), printedEnd(i, ends[1], in)
				if math.IsNaN(low) && math.IsNaN(high) {
					continue
				}
				for _, unit := range i.KnownUnits() {
					apart, patience := furthest(i, unit, low, high), named.One
					if !math.IsNaN(low) && !math.IsNaN(high) {
						patience = named.Both
					}
					tells := in != "grade" && unit != "grade" && apart > patience*1.02 // the printed ends are rounded
					for _, times := range []float64{0.3, 0.8, 1, 1.2, 4} {
						x, _ := i.FromStandard(cmp.Or(i.Usual.High, i.Usual.Low)*times, in)
						if i.Steps(unit) != nil {
							x = 0 // a word
						}
						got, err := e.Assess(man(Sample{Name: name, Unit: unit, Value: x, Reference: &Reference{Low: low, High: high}}))
						if err != nil {
							t.Fatal(err)
						}
						level, tip := got.Samples[0].Level, got.Samples[0].Tip
						doubted := strings.Contains(tip, "对不上")
						switch {
						case tells && level != ruleset.LevelContradicted && level != ruleset.LevelImplausible:
							t.Errorf("%s %v %s beside %v-%v, which is in %s: %s %s", name, x, unit, low, high, in, level, tip)
						case tells:
							told++
							if doubted && (!strings.Contains(tip, " "+unit+"，") || strings.Contains(tip, "{")) {
								t.Errorf("%s %v %s beside %v-%v in %s: %s", name, x, unit, low, high, in, tip)
							}
							for id := range got.Derived {
								if strings.HasPrefix(id, name) {
									t.Errorf("%s is worked out from %v %s beside %v-%v", id, x, unit, low, high)
								}
							}
						case in == unit || unit == "grade":
							if believed++; doubted {
								t.Errorf("%s %v %s is doubted beside %v-%v: %s", name, x, unit, low, high, tip)
							}
						}
					}
				}
			}
		}
	}
	if told < 1000 || believed < 1000 {
		t.Errorf("%d answers to other units, %d to the right one", told, believed)
	}
}

// printedEnd is an end of the usual range in a unit, with three digits; NaN for none.
func printedEnd(i *indicator, end float64, unit string) float64 {
	if end == 0 {
		return math.NaN()
	}
	x, _ := i.FromStandard(end, unit)
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
	return x
}

// furthest is how many times the ends of a range, in a unit, are the usual ones, or
// those the ends, at most.
func furthest(i *indicator, unit string, low, high float64) float64 {
	apart := 1.0
	for _, end := range [][2]float64{{low, i.Usual.Low}, {high, i.Usual.High}} {
		if x, _ := i.ToStandard(end[0], unit); !math.IsNaN(x) && end[1] != 0 {
			apart = max(apart, x/end[1], end[1]/x)
		}
	}
	return apart
}
