package assess

import (
	"cmp"
	"math"
	"slices"
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
// judged where the range tells the two apart. What is named rightly is doubted only where
// nobody has the number and the range is that of the same number in another unit; a grade
// beside the range of a number never is.
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
							if believed++; doubted != slips(i, x, unit, low, high) {
								t.Errorf("%s %v %s beside %v-%v is doubted: %v: %s", name, x, unit, low, high, doubted, tip)
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

// slips reports whether a number that hardly anybody has lies, in another unit, within the
// range printed for its own.
func slips(i *indicator, x float64, unit string, low, high float64) bool {
	own, _ := i.ToStandard(x, unit)
	least, _ := i.ToStandard(low, unit)
	most, _ := i.ToStandard(high, unit)
	within := func(x float64) bool { return least <= x && x <= most }
	return unit != "grade" && !within(own) && i.Rare(own, 0.65, 12) && slices.ContainsFunc(i.KnownUnits(), func(u string) bool {
		y, _ := i.ToStandard(x, u)
		return u != "grade" && within(y)
	})
}

// A number that its printed range says is in another unit is not assessed, as it is not
// where a message or a table brings it; what is merely grave is.
func TestNumberThatContradictsItsRange(t *testing.T) {
	e := newest(t)
	for _, one := range []struct {
		name, unit       string
		value, low, high float64
		want             string
	}{
		{"hemoglobin", "g/L", 14.1, 130, 175, ruleset.LevelContradicted},
		{"hemoglobin", "", 14.1, 130, 175, ruleset.LevelNotAssessed},
		{"hemoglobin", "g/L", 41, 130, 175, "L4"},
		{"neutrophil_percentage", "%", 0.61, 40, 75, ruleset.LevelContradicted},
		{"eosinophil_percentage", "%", 0.05, 0.4, 8, "N1"},
		{"potassium", "mmol/L", 7.1, 3.5, 5.3, "H4"},
	} {
		got, err := e.Assess(man(Sample{Name: one.name, Unit: one.unit, Value: one.value, Reference: &Reference{Low: one.low, High: one.high}}))
		if err != nil || got.Samples[0].Level != one.want {
			t.Errorf("%v: %v %+v", one, err, got.Samples)
		}
	}
}
