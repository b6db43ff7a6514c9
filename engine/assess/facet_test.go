package assess

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"
)

// known has tables that look at printed ranges, earlier results and the time
// since the examination.
const known = `
-- rules/2026.1/overlays/lab/overlay.yaml --
title: 检验科
-- rules/2026.1/overlays/lab/indicators/a.yaml --
- indicator: triglycerides
  source: [CV]
  risks: [known]
  rows:
    - {when: 'has(times_ref_high) ? times_ref_high <= 1 : value < 1.70', level: N0, tip: 正常}
    - {when: 'has(times_ref_high) ? 1 < times_ref_high <= 3 : 1.70 <= value < 5.6', level: H1, tip: 高}
    - {when: 'has(times_ref_high) ? times_ref_high > 3 : value >= 5.6', level: H2, tip: 很高}
- indicator: hemoglobin
  source: [CV]
  risks: [known]
  rows:
    - {when: value >= 115 and (not has(change) or change > -20), level: N0, tip: 正常}
    - {when: value >= 115 and change <= -20, level: L1, tip: 降了}
    - {when: value < 115 and days_since_exam < 2, level: L2, tip: 低}
    - {when: value < 115 and days_since_exam >= 2, level: L1, tip: 当时低}
-- rules/2026.1/risks/known.yaml --
id: known
name: 下降
source: [CV]
rules:
  - id: falling
    rows:
      - {when: hemoglobin_change_ratio <= -0.1, flag: 2}
      - {when: hemoglobin_change_ratio > -0.1, flag: 0}
`

func TestFacets(t *testing.T) {
	e := engine(t, known)
	earlier := func(value float64, unit, at string) Earlier { return Earlier{value, unit, day(at)} }
	lipid := func(value float64, unit string, r *Reference) Sample {
		return Sample{Name: "triglycerides", Unit: unit, Value: value, Reference: r}
	}
	blood := func(value float64, previous ...Earlier) Sample {
		return Sample{Name: "hemoglobin", Value: value, Previous: previous}
	}
	upTo := func(high float64) *Reference { return &Reference{Low: math.NaN(), High: high} }
	for name, c := range map[string]struct {
		sample                    Sample
		days                      int
		level, ideal, decided, up string
	}{
		"nothing printed":           {lipid(1.8, "", nil), 0, "H1", "<1.70", "", "H2 at 5.6"},
		"printed decides":           {lipid(1.8, "", upTo(2)), 0, "N0", "≤2.00", PrintedRange, "H1 at 2"},
		"a multiple of it":          {lipid(6.01, "", upTo(2)), 0, "H2", "≤2.00", PrintedRange, ""},
		"exactly the multiple":      {lipid(0.3, "", upTo(0.1)), 0, "H1", "≤0.10", PrintedRange, "H2 at 0.3"},
		"in another unit":           {lipid(170, "mg/dL", upTo(200)), 0, "N0", "≤200", PrintedRange, "H1 at 2.258"},
		"only the other end":        {lipid(1.8, "", &Reference{Low: 0.5, High: math.NaN()}), 0, "H1", "<1.70", TableRange, "H2 at 5.6"},
		"implausible end":           {lipid(1.8, "", upTo(200)), 0, "H1", "<1.70", "ignored", "H2 at 5.6"},
		"no earlier one":            {blood(120), 0, "N0", "≥115", "", ""},
		"the latest earlier counts": {blood(120, earlier(141, "", "2025-01-01"), earlier(139, "", "2025-06-01"), earlier(150, "", "2024-06-01")), 0, "N0", ">119", "", ""},
		"has fallen":                {blood(120, earlier(140, "", "2025-01-01")), 0, "L1", ">120", "", "N0 at 120"},
		"later than the exam":       {blood(120, earlier(140, "", "2027-01-01")), 0, "N0", "≥115", "", ""},
		"implausible earlier one":   {blood(120, earlier(1400, "", "2025-01-01")), 0, "N0", "≥115", "", ""},
		"on the day":                {blood(100), 1, "L2", "≥115", "", "N0 at 115"},
		"days later":                {blood(100), 2, "L1", "≥115", "", "N0 at 115"},
	} {
		r := woman(c.sample)
		r.Namespace = "lab"
		r.SetDaysSince(c.days)
		got, err := e.Assess(r)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		s, up := got.Samples[0], ""
		if d := s.Trace.DistanceUp; d != nil {
			up = fmt.Sprintf("%s at %v", d.Level, d.At)
		}
		if s.Level != c.level || s.Ideal != c.ideal || s.Trace.Range != c.decided || up != c.up {
			t.Errorf("%s: %s, ideal %q, decided by %q, next above %q; want %+v", name, s.Level, s.Ideal, s.Trace.Range, up, c)
		}
	}
}

// A sample without anything known of it must not see what is known of another.
func TestFacetsAreOfOneSample(t *testing.T) {
	e := engine(t, known)
	r := woman(
		Sample{Name: "triglycerides", Value: 1.8, Reference: &Reference{Low: math.NaN(), High: 2}}, Sample{Name: "triglycerides", Value: 1.8},
		Sample{Name: "hemoglobin", Value: 120, Previous: []Earlier{{140, "", day("2025-01-01")}}}, Sample{Name: "hemoglobin", Value: 120},
	)
	r.Namespace = "lab"
	for range 2 { // the second time with what the first left behind
		got, err := e.Assess(r)
		if err != nil {
			t.Fatal(err)
		}
		var levels []string
		for _, s := range got.Samples {
			levels = append(levels, s.Level)
		}
		if want := []string{"N0", "H1", "L1", "N0"}; !slices.Equal(levels, want) {
			t.Errorf("%v, want %v", levels, want)
		}
		if len(got.Samples[3].Risks) != 0 {
			t.Errorf("the last hemoglobin has no earlier result, yet %v", got.Samples[3].Risks)
		}
	}
	r.Samples = r.Samples[2:3]
	if got, _ := e.Assess(r); len(got.Samples[0].Risks) != 1 || got.Samples[0].Risks[0].Flag != 2 || got.Samples[0].Trace.Risks[0].Inputs[0].Name != "hemoglobin_change_ratio" {
		t.Errorf("risk of a fall: %+v", got.Samples[0])
	}
}

func TestUnitOfAnEarlierResult(t *testing.T) {
	r := woman(Sample{Name: "hemoglobin", Value: 120, Previous: []Earlier{{140, "", day("2025-01-01")}, {140, "mmol/L", day("2025-01-01")}}})
	_, err := engine(t).Assess(r)
	var faults FieldErrors
	if !errors.As(err, &faults) || len(faults) != 1 || faults[0].Path != "samples[0].previous[1].unit" {
		t.Errorf("%v", err)
	}
}

func TestTrend(t *testing.T) {
	e := engine(t)
	e.base.set.Texts.TrendUp, e.base.set.Texts.TrendDown = "较 {date} 的 {previous} 升高 {change}{percent}", "较 {date} 的 {previous} 降低 {change}{percent}"
	e.base.set.Texts.TrendSame, e.base.set.Texts.TrendPercent, e.base.set.Texts.TrendGrade = "与 {date} 的 {previous} 相同", "（{percent}%）", "{date} 为 {previous}"
	at := day("2025-03-01")
	for want, s := range map[string]Sample{
		"较 2025-03-01 的 88 升高 12（14%）":     {Name: "hemoglobin", Value: 100, Previous: []Earlier{{88, "", at}, {90, "", at.Add(-time.Hour)}}},
		"较 2025-03-01 的 5.1 降低 0.9（18%）":   {Name: "fasting_glucose", Value: 4.2, Previous: []Earlier{{5.1, "", at}}},
		"与 2025-03-01 的 88 相同":             {Name: "hemoglobin", Value: 88, Previous: []Earlier{{88, "", at}}},
		"2025-03-01 为 ++":                  {Name: "urine_protein", Value: 0, Previous: []Earlier{{2, "", at}}},
		"较 2025-03-01 的 1.69 升高 0.31（18%）": {Name: "triglycerides", Value: 2, Previous: []Earlier{{150, "mg/dL", at}}},
		"较 2025-03-01 的 150 升高 30（20%）":    {Name: "triglycerides", Unit: "mg/dL", Value: 180, Previous: []Earlier{{150, "", at}}},
		"较 2025-03-01 的 -1 升高 0.5":         {Name: "t_score", Value: -0.5, Previous: []Earlier{{-1, "", at}}},
		"":                                 {Name: "hemoglobin", Value: 100},
	} {
		got, err := e.Assess(woman(s))
		if err != nil {
			t.Fatal(err)
		}
		if got.Samples[0].Trend != want {
			t.Errorf("%+v: %q, want %q", s, got.Samples[0].Trend, want)
		}
	}
}
