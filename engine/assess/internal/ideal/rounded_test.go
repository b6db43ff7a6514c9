package ideal

import (
	"testing"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/engine/lattice"
	"tijian/engine/ruleset"
)

func TestRounded(t *testing.T) {
	dict, list := dictionary.Load(dictionaries.Active())
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	closed := func(x float64) lattice.End { return lattice.End{At: x} }
	open := func(x float64) lattice.End { return lattice.End{At: x, Open: true} }
	none := lattice.End{None: true}
	for _, c := range []struct {
		indicator, unit string
		low, high       lattice.End
		four, three     string
	}{
		{"creatinine", "mg/dL", closed(57), closed(97), "0.6448-1.097", "0.65-1.09"},
		{"triglycerides", "mg/dL", none, open(1.7), "<150.5", "<150"},
		{"fasting_glucose", "mg/dL", closed(3.9), open(6.1), "≥70.2 且 <109.8", "≥71 且 <109"},
		{"hemoglobin", "g/dL", closed(130), closed(175), "13.0-17.5", "13.0-17.5"},
		{"total_bilirubin", "mg/dL", none, closed(26), "≤1.520", "≤1.52"},
		{"triglycerides", "mmol/L", none, open(1.7), "<1.70", "<1.70"},
	} {
		i, _ := dict.Lookup(c.indicator)
		s := []lattice.Interval{{Low: c.low, High: c.high}}
		if got := Text(i, c.unit, s, &ruleset.Texts{And: "且"}); got != c.four {
			t.Errorf("%s in %s: %s, want %s", c.indicator, c.unit, got, c.four)
		}
		if got := Text(i, c.unit, s, &ruleset.Texts{And: "且", IdealDigits: 3}); got != c.three {
			t.Errorf("%s in %s with three digits: %s, want %s", c.indicator, c.unit, got, c.three)
		}
	}
}
