package dictionary

import (
	"math"
	"testing"

	"tijian/dictionaries"
)

// Of every indicator and unit: a number without a unit is doubted where the
// interval beside it is the usual one in a unit that is clearly another, and never
// where the interval is the usual one in the standard unit, however it is rounded
// and whichever end is open.
func TestForeignRange(t *testing.T) {
	const near, wide = 1.08, 2.5
	d, list := Load(dictionaries.Active())
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	doubted := 0
	for _, i := range d.All() {
		low, high := i.Usual.Low, i.Usual.High
		open := func(end float64) float64 {
			if end == 0 {
				return math.NaN()
			}
			return end
		}
		for _, part := range []float64{0.95, 1, 1.05} {
			for _, r := range [][2]float64{{open(low) * part, open(high) / part}, {math.NaN(), open(high) * part}, {open(low) * part, math.NaN()}, {math.NaN(), math.NaN()}} {
				if i.ForeignRange(r[0], r[1], near, wide) {
					t.Errorf("%s is doubted beside %v", i.Name, r)
				}
			}
		}
		for _, u := range i.Units {
			a, _ := i.FromStandard(low, u.Unit)
			b, _ := i.FromStandard(high, u.Unit)
			if i.Kind == Qualitative || high == 0 || u.Offset != 0 || 1/3.0 < b/high && b/high < 3 {
				continue // grades, and units that are about as large
			}
			doubted++
			if low == 0 {
				a = math.NaN()
			}
			if !i.ForeignRange(a, b, near, wide) {
				t.Errorf("%s in %s beside %v-%v is taken to be in %s", i.Name, u.Unit, a, b, i.Unit)
			}
		}
	}
	if doubted < 50 {
		t.Errorf("only %d units were tried", doubted)
	}
	if glucose, _ := d.Lookup("fasting_glucose"); !glucose.ForeignRange(70, 100, near, wide) || glucose.ForeignRange(3.9, 6.1, near, wide) || glucose.ForeignRange(4.1, 5.9, near, wide) {
		t.Error("glucose 95 beside 70-100 is in mg/dL, beside 3.9-6.1 in mmol/L")
	}
}
