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
				if like, foreign := i.ForeignRange("", r[0], r[1], 0, near, wide); foreign {
					t.Errorf("%s is doubted beside %v: %s", i.Name, r, like)
				}
			}
		}
		for _, u := range i.Units {
			a, _ := i.FromStandard(low, u.Unit)
			b, _ := i.FromStandard(high, u.Unit)
			if i.Kind == Qualitative || i.Steps(u.Unit) != nil || high == 0 || u.Offset != 0 || 1/3.0 < b/high && b/high < 3 {
				continue // grades, and units that are about as large
			}
			doubted++
			if low == 0 {
				a = math.NaN()
			}
			if _, foreign := i.ForeignRange("", a, b, 0, near, wide); !foreign {
				t.Errorf("%s in %s beside %v-%v is taken to be in %s", i.Name, u.Unit, a, b, i.Unit)
			}
		}
	}
	if doubted < 50 {
		t.Errorf("only %d units were tried", doubted)
	}
	open := math.NaN()
	for _, c := range []struct {
		name, unit string
		low, high  float64
		patience   float64
		like       string
	}{
		{"fasting_glucose", "", 70, 100, 0, "mg/dL"},
		{"fasting_glucose", "", 3.9, 6.1, 0, ""},
		{"fasting_glucose", "", 4.1, 5.9, 0, ""},
		{"hemoglobin", "g/L", 12, 16, 1.5, "g/dL"}, // nearer than mmol/L
		{"hemoglobin", "g/dL", 12, 16, 1.5, ""},
		{"triglycerides", "mmol/L", 0, 150, 6, "mg/dL"},
		{"ldl_cholesterol", "mmol/L", open, 1.3, 6, ""}, // a goal that would be usual in g/L
		{"hba1c", "%", 20, 38, 1.5, "mmol/mol"},
		{"hba1c", "mmol/mol", 0, open, 6, ""}, // 0 says nothing
		{"hbsab", "grade", 10, open, 6, ""},   // a grade beside the range of a number
		{"hbv_dna", "IU/mL", open, 100, 6, ""},
		{"fasting_glucose", "furlong", 70, 100, 1.5, ""},
	} {
		i, _ := d.Lookup(c.name)
		if like, _ := i.ForeignRange(c.unit, c.low, c.high, c.patience, near, wide); like != c.like {
			t.Errorf("%s in %q beside %v-%v is like %q, want %q", c.name, c.unit, c.low, c.high, like, c.like)
		}
	}
}
