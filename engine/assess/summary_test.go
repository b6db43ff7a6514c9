package assess

import (
	"fmt"
	"strings"
	"testing"

	"tijian/engine/ruleset"
)

const summed = `
-- manifest --
organs:
  - {id: heart, title: 心血管, department: 心内科}
  - {id: blood, title: 血液, department: 血液科}
  - {id: body, title: 体重, department: 营养科}
summary:
  from_color: 3
  none: 没有
  one: "{title}：{why}，看{department}"
  many: "{count} 个方面，先看{title}：{why}"
  urgent: "马上：{why}"
late:
  - {days: 2, severity: 4, tip: "{days} 天前{zh} {value} {unit}：{tip}"}
-- rules/2026.1/indicators/blood.yaml --
- indicator: hemoglobin
  source: [CV]
  organ: blood
  rows:
    - {when: value < 60, level: L4, tip: 极低, alert: A, recheck: 0, department: 急诊科}
    - {when: 60 <= value < 100, level: L3, tip: 很低, alert: B, recheck: 3}
    - {when: 100 <= value < 115, level: L1, tip: 偏低, recheck: 90}
    - {when: 115 <= value <= 150, level: N0, tip: 正常}
    - {when: value > 150, level: H1, tip: 偏高, late_tip: 那时偏高}
-- rules/2026.1/indicators/chemistry.yaml --
- indicator: triglycerides
  source: [LIP23]
  organ: heart
  risks: [ascvd]
  rows:
    - {when: value < 1.70, level: N0, tip: 合适}
    - {when: 1.70 <= value < 5.6, level: H1, tip: 边缘升高, recheck: 180}
    - {when: 5.6 <= value < 20, level: H3, tip: 升高}
    - {when: value >= 20, level: H3, tip: 极高, alert: B}
- indicator: bmi
  source: [CV]
  organ: body
  rows:
    - {when: value < 24, level: N0, tip: 正常}
    - {when: value >= 24, level: H1, tip: 偏重}
- indicator: waist_circumference
  source: [CV]
  organ: body
  rows:
    - {when: value < 90, level: N0, tip: 正常}
    - {when: value >= 90, level: H1, tip: 腰粗, recheck: 60}
- indicator: weight
  source: [CV]
  organ: body
  rows:
    - {when: value < 90, level: N0, tip: 正常}
    - {when: value >= 90, level: H1, tip: 体重大, recheck: 30}
- indicator: t_score
  source: [CV]
  rows:
    - {when: value < -1, level: L1, tip: 骨量低, department: 骨科}
    - {when: value >= -1, level: N0, tip: 正常}
-- rules/2026.1/risks/ascvd.yaml --
id: ascvd
name: 心血管病
organ: heart
source: [LIP23]
rules:
  - id: known
    when: has_cvd
    rows: [{when: true, flag: 4, tip: 已有心血管病, recheck: 30, alert: B}]
  - id: none
    rows: [{when: has(triglycerides), flag: 0}]
-- rules/2026.1/risks/diabetes.yaml --
id: diabetes
name: 糖尿病
source: [CV]
rules:
  - {id: known, rows: [{when: has_diabetes, flag: 4}]}
`

// told writes a summary in one line.
func (s *Summary) told() string {
	if s == nil {
		return "silent"
	}
	parts := []string{s.Headline}
	for _, e := range s.Entries {
		names := ""
		for _, f := range e.Findings {
			names += " " + f.Name
		}
		parts = append(parts, fmt.Sprintf("%s %s %q %s %d%s", e.Title, e.Why, e.Alert, e.Department, e.Recheck, names))
	}
	return strings.Join(parts, " | ")
}

func TestSummary(t *testing.T) {
	e := engine(t, summed)
	for i := range e.base.set.Flags {
		if f := &e.base.set.Flags[i]; f.Flag == 4 {
			f.Color, f.Severity = 5, 2
		}
	}
	blood := func(x float64) Sample { return Sample{Name: "hemoglobin", Value: x} }
	fat := func(x float64) Sample { return Sample{Name: "triglycerides", Value: x} }
	bone, bmi := Sample{Name: "t_score", Value: -2}, Sample{Name: "bmi", Value: 25}
	ill := woman(fat(1), blood(120))
	ill.HasCVD = true
	fatter, fattest := woman(fat(6)), woman(fat(21))
	fatter.HasCVD, fattest.HasCVD = true, true
	for name, c := range map[string]struct {
		request *Request
		want    string
	}{
		"nothing":                           {woman(blood(120), fat(1), Sample{Name: "no_such_thing", Value: 1}), "没有"},
		"one":                               {woman(blood(110), fat(1)), `血液：偏低，看血液科 | 血液 偏低 "" 血液科 90 hemoglobin`},
		"graver first":                      {woman(fat(2), blood(90)), `2 个方面，先看血液：很低 | 血液 很低 "B" 血液科 3 hemoglobin | 心血管 边缘升高 "" 心内科 180 triglycerides`},
		"alert before order":                {woman(fat(6), blood(90)), `2 个方面，先看血液：很低 | 血液 很低 "B" 血液科 3 hemoglobin | 心血管 升高 "" 心内科 -1 triglycerides`},
		"order of organs":                   {woman(bone, bmi, blood(110), fat(2)), `4 个方面，先看心血管：边缘升高 | 心血管 边缘升高 "" 心内科 180 triglycerides | 血液 偏低 "" 血液科 90 hemoglobin | 体重 偏重 "" 营养科 -1 bmi | 骨密度T值 骨量低 "" 骨科 -1 t_score`},
		"at once":                           {woman(fat(6), blood(50)), `马上：极低 | 血液 极低 "A" 急诊科 0 hemoglobin | 心血管 升高 "" 心内科 -1 triglycerides`},
		"twice, the gravest first":          {woman(blood(50), blood(110)), `马上：极低 | 血液 极低 "A" 急诊科 0 hemoglobin`},
		"twice, the gravest last":           {woman(blood(120), blood(110)), `血液：偏低，看血液科 | 血液 偏低 "" 血液科 90 hemoglobin`},
		"nothing judged":                    {woman(Sample{Name: "no_such_thing", Value: 1}), "silent"},
		"nothing sent":                      {woman(), "silent"},
		"a risk, its organ once":            {ill, `心血管：已有心血管病，看心内科 | 心血管 已有心血管病 "B" 心内科 30 ascvd`},
		"a class is as grave as its levels": {fatter, `心血管：已有心血管病，看心内科 | 心血管 已有心血管病 "B" 心内科 30 ascvd triglycerides`},
		"what looks at several results":     {fattest, `心血管：已有心血管病，看心内科 | 心血管 已有心血管病 "B" 心内科 30 ascvd triglycerides`},
		"as grave, the sooner recheck":      {woman(bmi, Sample{Name: "waist_circumference", Value: 95}, Sample{Name: "weight", Value: 95}), `体重：体重大，看营养科 | 体重 体重大 "" 营养科 30 weight waist_circumference bmi`},
		"implausible, hence unassessed":     {woman(blood(2)), "silent"},
	} {
		got, err := e.Assess(c.request)
		if err != nil {
			t.Fatal(err)
		}
		if text := got.Summary.told(); text != c.want {
			t.Errorf("%s:\n%s, want\n%s", name, text, c.want)
		}
	}
	ill.NoTrace = true
	if got, _ := e.Assess(ill); got.Summary != nil {
		t.Error("a summary without being asked")
	}
	if got, _ := engine(t).Assess(woman()); got.Summary != nil {
		t.Error("a summary by rules that have no words for it")
	}
}

// Days after the examination critical rows do not ask to act at once.
func TestLate(t *testing.T) {
	e := engine(t, summed)
	for _, c := range []struct {
		value float64
		days  int
		want  string
	}{
		{50, 1, "极低"}, {50, 2, "2 天前血红蛋白 50 g/L：极低"}, {50, 670, "670 天前血红蛋白 50 g/L：极低"}, {90, 670, "很低"}, {160, 670, "偏高"},
	} {
		r := woman(Sample{Name: "hemoglobin", Value: c.value})
		r.SetDaysSince(c.days)
		for _, r.NoTrace = range []bool{false, true} {
			if got, _ := e.Assess(r); got.Samples[0].Tip != c.want {
				t.Errorf("%v after %d days: %q, want %q", c.value, c.days, got.Samples[0].Tip, c.want)
			}
		}
	}
}

// An examination that is yet to come is told among the assumptions.
func TestAhead(t *testing.T) {
	r := woman(Sample{Name: "hemoglobin", Value: 120})
	for days, want := range map[int]int{-2: 1, -1: 0, 0: 0, 5: 0} {
		r.SetDaysSince(days)
		if got, err := engine(t).Assess(r); err != nil || len(got.Assumptions) != want {
			t.Errorf("%d days after the examination: %v, %v", days, got.Assumptions, err)
		}
	}
}

// A value that cannot be, but would be urgent if it proved true, stands out
// with the words that ask for it.
func TestUrgentDoubt(t *testing.T) {
	set := engine(t, summed).base.set
	set.Texts.ImplausibleUrgent = "{zh} {value} 请核对，属实请就医"
	e := New(set)
	for value, want := range map[float64]string{
		2:   `马上：血红蛋白 2 请核对，属实请就医 | 血液 血红蛋白 2 请核对，属实请就医 "A" 急诊科 0 hemoglobin`,
		900: "silent", // high, but not urgently
	} {
		got, err := e.Assess(woman(Sample{Name: "hemoglobin", Value: value}))
		if err != nil {
			t.Fatal(err)
		}
		if text := got.Summary.told(); text != want || got.Samples[0].Level != ruleset.LevelImplausible || got.Samples[0].Color != 0 {
			t.Errorf("%g: %+v\n%s, want\n%s", value, got.Samples[0], text, want)
		}
	}
}
