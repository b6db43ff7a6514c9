package regress

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tijian/engine/assess"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/internal/rulestest"
)

const wholePerson = `title: 孕期
datetime: 2026-11-20T08:00:00.000Z
persons:
  - title: 孕 32 周，血压高
    story: 先兆子痫不能漏
    versions: ["2026.2"]
    person: {sex: female, age: 34, days_since_exam: 3, arguments: {profile.is_pregnant: true}}
    samples: {systolic_pressure: 164, platelets: 95 10^9/L}
    reference: {platelets: 125-350}
    previous: {platelets: [2025-03-01 210 10^9/L, 2026-03-01 190]}
    expect:
      level: {systolic_pressure: H3}
      alert: {systolic_pressure: A, platelets: none}
      summary: [heart, blood]
      says: {systolic_pressure: [马上就医], all: [血小板, 先兆子痫], summary: [马上]}
      must_not_say: {all: [没有问题], platelets: [正常]}
`

type told struct{ answer *assess.Result }

func (a told) Assess(*assess.Request) (*assess.Result, error) { return a.answer, nil }

func TestPersons(t *testing.T) {
	suite, list := Parse("persons/pregnancy.yaml", []byte(wholePerson))
	if suite == nil {
		t.Fatal(list.Err())
	}
	trial := suite.Trials[0]
	r := trial.Request
	if len(suite.Trials) != 1 || r.DaysSince() != 3 || r.Age() != 34 || r.Arguments["profile.is_pregnant"] != true {
		t.Errorf("%+v", trial)
	}
	platelets := r.Samples[1]
	if ref := platelets.Reference; ref == nil || *ref != (assess.Reference{Low: 125, High: 350}) {
		t.Errorf("reference %+v", ref)
	}
	earlier := []assess.Earlier{{Value: 210, Unit: "10^9/L", At: time.Date(2025, 3, 1, 0, 0, 0, 0, time.UTC)}, {Value: 190, At: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)}}
	if p := platelets.Previous; len(p) != 2 || p[0] != earlier[0] || p[1] != earlier[1] {
		t.Errorf("previous %+v", p)
	}
	answer := &assess.Result{
		Samples: []assess.SampleResult{{Level: "H3", Tip: "请马上就医", Trace: &assess.Trace{}}, {Level: "L1", Tip: "血小板偏低", Risks: []assess.Risk{{ID: "pe", Name: "先兆子痫"}}, Trace: &assess.Trace{}}},
		Summary: &assess.Summary{Headline: "马上", Entries: []assess.Entry{
			{Organ: "heart", Why: "请马上就医", Recheck: ruleset.NoRecheck, Findings: []assess.Finding{{Name: "systolic_pressure", Alert: "A"}}},
			{Organ: "blood", Why: "血小板偏低", Findings: []assess.Finding{{Name: "platelets", Sample: 1}}},
			{Organ: "liver", Why: "肝"},
		}},
	}
	failures := func() string {
		var said []string
		for _, f := range Run(told{answer}, []Suite{*suite}, nil).Failures {
			said = append(said, strings.TrimSpace(f.Text("zh")))
		}
		return strings.Join(said, "\n")
	}
	if got := failures(); got != "" {
		t.Errorf("all is as expected, yet\n%s", got)
	}
	answer.Samples[1].Hint = "一切正常，没有问题"
	answer.Summary.Entries[0], answer.Summary.Entries[1] = answer.Summary.Entries[1], answer.Summary.Entries[0]
	answer.Summary.Entries[1].Findings[0].Alert = "B"
	answer.Summary.Headline = "留意"
	got := failures()
	for _, want := range []string{"alert systolic_pressure", "summary ", "must_not_say all", "must_not_say platelets"} {
		if !strings.Contains(got, want) {
			t.Errorf("no failure of %q in\n%s", want, got)
		}
	}
	answer.Summary = nil
	answer.Samples[0].Tip = "血压高"
	if got := failures(); !strings.Contains(got, "says systolic_pressure") || !strings.Contains(got, "says summary") {
		t.Errorf("no words and no summary:\n%s", got)
	}
}

func TestPersonsFaults(t *testing.T) {
	for from, c := range map[string]struct{ to, want string }{
		"125-350":               {"阴性", "reference"},
		"2026-03-01 190":        {"2027-03-01 190", "previous"},
		"2025-03-01 210 10^9/L": {"210", "previous"},
		"days_since_exam: 3":    {"days_since_exam: -3", "days"},
		"[马上就医]":                {"马上就医", ""},
		"title: 孕 32 周，血压高":     {"titel: 孕 32 周，血压高", ""},
	} {
		if !strings.Contains(wholePerson, from) {
			t.Fatal(from)
		}
		suite, list := Parse("persons/a.yaml", []byte(strings.Replace(wholePerson, from, c.to, 1)))
		if suite != nil || len(list) == 0 || c.want != "" && list[0].Code != c.want {
			t.Errorf("%s: %v", c.to, list)
		}
	}
	set := rulestest.Active(t)
	suite, _ := Parse("persons/a.yaml", []byte(strings.Replace(wholePerson, "[heart, blood]", "[hart, blud]", 1)))
	names := Validate([]Suite{*suite}, set)
	for _, word := range []string{"“hart”", "“blud”"} {
		if !slices.ContainsFunc(names, func(p problem.Problem) bool { return strings.Contains(p.ZH, word) }) {
			t.Errorf("%s is not found to be unknown: %v", word, names)
		}
	}
}
