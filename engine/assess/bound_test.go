package assess

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A bound is judged where all that it can mean is judged alike; risks see it
// where it decides what they ask.
func TestBounds(t *testing.T) {
	e := engine(t, `
-- rules/2026.1/overlays/lab/overlay.yaml --
title: 检验科
-- rules/2026.1/overlays/lab/indicators/a.yaml --
- indicator: triglycerides
  source: [CV]
  printed: true
  rows:
    - {when: value < 1.70, level: N0, tip: 正常}
    - {when: 1.70 <= value < 2.3, level: N1, tip: 尚可}
    - {when: value >= 2.3, level: H1, tip: 高}
- indicator: t_score
  source: [CV]
  rows:
    - {when: value < ldl_cholesterol, level: L1, tip: 低}
    - {when: value >= ldl_cholesterol, level: N0, tip: 正常}
`)
	for name, c := range map[string]struct {
		sample    Sample
		level     string
		tip       string // its beginning
		namespace string
		flag      int // of ascvd; -1 for none
	}{
		"below all else":       {Sample{Name: "hemoglobin", Bound: "<", Value: 60}, "L4", "血红蛋白极低", "", -1},
		"the mildest of low":   {Sample{Name: "hemoglobin", Bound: "<", Value: 100}, "L1", "血红蛋白偏低", "", -1},
		"up to the limit":      {Sample{Name: "hemoglobin", Bound: "<", Value: 115}, "L1", "血红蛋白偏低", "", -1},
		"with the limit":       {Sample{Name: "hemoglobin", Bound: "<=", Value: 115}, "U0", "血红蛋白的结果 <=115 g/L 不是准确的数", "", -1},
		"low or normal":        {Sample{Name: "hemoglobin", Bound: "<", Value: 140, Unit: "g/L"}, "U0", "血红蛋白的结果 <140 g/L 不是准确的数", "", -1},
		"above all else":       {Sample{Name: "hemoglobin", Bound: ">", Value: 150}, "H1", "血红蛋白偏高", "", -1},
		"normal or high":       {Sample{Name: "hemoglobin", Bound: ">=", Value: 150}, "U0", "血红蛋白的结果 >=150 g/L", "", -1},
		"implausible":          {Sample{Name: "hemoglobin", Bound: ">", Value: 999}, "U1", "血红蛋白 >999 g/L 不合常理", "", -1},
		"all that is possible": {Sample{Name: "hemoglobin", Bound: ">", Value: 260}, "H1", "血红蛋白偏高", "", -1},
		"in another unit":      {Sample{Name: "triglycerides", Bound: "<", Value: 100, Unit: "mg/dL"}, "N0", "甘油三酯合适", "", 0},
		"a risk that is sure":  {Sample{Name: "triglycerides", Bound: ">", Value: 5}, "H2", "甘油三酯升高", "", 1},
		"a risk that is open":  {Sample{Name: "triglycerides", Bound: ">", Value: 1.7}, "H1", "甘油三酯边缘升高", "", -1},
		"exactly":              {Sample{Name: "triglycerides", Value: 1.7}, "H1", "甘油三酯边缘升高", "", 0},
		"several normal":       {Sample{Name: "triglycerides", Bound: "<", Value: 2}, "N1", "甘油三酯的结果 <2 mmol/L 在可接受的范围内", "lab", -1},
		"a printed range":      {Sample{Name: "triglycerides", Bound: "<", Value: 2, Reference: &Reference{Low: math.NaN(), High: 2}}, "N0", "正常", "lab", -1},
		"beyond the printed":   {Sample{Name: "triglycerides", Bound: "<", Value: 3, Reference: &Reference{Low: math.NaN(), High: 2}}, "U0", "甘油三酯的结果 <3", "lab", -1},
		"an earlier result":    {Sample{Name: "triglycerides", Bound: ">", Value: 5, Previous: []Earlier{{1, "", day("2025-01-01")}}}, "H2", "甘油三酯升高", "", 1},
		"computed with":        {Sample{Name: "t_score", Bound: ">", Value: 1}, "U0", "骨密度T值的结果 >1", "lab", -1},
		"a grade":              {Sample{Name: "urine_protein", Bound: ">", Value: 0.5}, "A2", "阳性", "", -1},
	} {
		r := woman(c.sample)
		r.Namespace = c.namespace
		got, err := e.Assess(r)
		if err != nil {
			t.Fatal(err)
		}
		s := got.Samples[0]
		flag := -1
		if len(s.Risks) > 0 {
			flag = s.Risks[0].Flag
		}
		if s.Level != c.level || !strings.HasPrefix(s.Tip, c.tip) || flag != c.flag || s.Trend != "" {
			t.Errorf("%s: %+v, want %+v", name, s, c)
		}
	}
	// What formulas compute with is not known from a bound.
	if got, err := e.Assess(woman(Sample{Name: "weight", Bound: ">", Value: 100}, Sample{Name: "height", Value: 170})); err != nil || got.Derived["bmi"] != nil {
		t.Errorf("%v, %v", got.Derived, err)
	}
}

// A level that a bound is given is of the kind that each value within it has.
func TestBoundsAgree(t *testing.T) {
	e := engine(t)
	rapid.Check(t, func(t *rapid.T) {
		s := Sample{
			Name:  rapid.SampledFrom([]string{"hemoglobin", "triglycerides", "fasting_glucose", "t_score"}).Draw(t, "name"),
			Bound: rapid.SampledFrom([]Bound{"<", "<=", ">", ">="}).Draw(t, "bound"),
			Value: rapid.SampledFrom([]float64{-1, -0.5, 1, 1.7, 2.3, 3.9, 6.1, 6.5, 7, 20, 59, 60, 115, 150, 200}).Draw(t, "value"),
		}
		i := e.base.indicators[s.Name]
		from, to := s.Bound.span(s.Value, i.Plausible)
		whole, err := e.Assess(woman(s))
		if err != nil {
			t.Fatal(err)
		}
		s.Bound, s.Value = "", rapid.Float64Range(from, to).Draw(t, "meant")
		single, err := e.Assess(woman(s))
		if err != nil {
			t.Fatal(err)
		}
		if a, b := whole.Samples[0].Level, single.Samples[0].Level; a[0] != 'U' && a[0] != b[0] {
			t.Errorf("%s, but %v alone is %s", a, s.Value, b)
		}
	})
}
