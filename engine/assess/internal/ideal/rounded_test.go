package ideal

import (
	"testing"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/engine/lattice"
	"tijian/engine/ruleset"
)

func closed(x float64) lattice.End { return lattice.End{At: x} }
func open(x float64) lattice.End   { return lattice.End{At: x, Open: true} }

var none = lattice.End{None: true}

func TestRounded(t *testing.T) {
	dict, list := dictionary.Load(dictionaries.Active())
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
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
		if got := Of(i, c.unit, s, &ruleset.Texts{And: "且"}).Text; got != c.four {
			t.Errorf("%s in %s: %s, want %s", c.indicator, c.unit, got, c.four)
		}
		if got := Of(i, c.unit, s, &ruleset.Texts{And: "且", IdealDigits: 3}).Text; got != c.three {
			t.Errorf("%s in %s with three digits: %s, want %s", c.indicator, c.unit, got, c.three)
		}
	}
}

// The ends of one range are those that its text writes; of several there are none.
func TestEnds(t *testing.T) {
	dict, list := dictionary.Load(dictionaries.Active())
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	i, _ := dict.Lookup("fasting_glucose")
	words := &ruleset.Texts{And: "且", Or: "或"}
	low, high := lattice.Interval{High: open(3.9), Low: none}, lattice.Interval{Low: closed(3.9), High: open(6.1)}
	for _, c := range []struct {
		intervals []lattice.Interval
		want      Ends
	}{
		{[]lattice.Interval{high}, Ends{3.9, 6.1, true, true}},
		{[]lattice.Interval{low}, Ends{0, 3.9, false, true}},
		{[]lattice.Interval{low, high}, Ends{}},
		{nil, Ends{}},
	} {
		if got := Of(i, "mmol/L", c.intervals, words); got.Ends != c.want {
			t.Errorf("%s has the ends %+v, want %+v", got.Text, got.Ends, c.want)
		}
	}
}
