package engine_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"tijian/engine"
	"tijian/engine/jsontree"
	"tijian/engine/problem"
	"tijian/rules"
)

var draft = sync.OnceValues(func() (*engine.Snapshot, problem.List) { return engine.Draft(engine.Files{}, rules.Active()) })

func drafted(t *testing.T) *engine.Snapshot {
	t.Helper()
	s, problems := draft()
	if s == nil {
		t.Fatal(problems)
	}
	return s
}

// What a value of a text means, for nobody in particular and for a person.
func TestTextValues(t *testing.T) {
	s := drafted(t)
	const man = `{"profile": {"dob": "1980-05-01", "gender": "male"}, "datetime": "2026-03-01T08:00:00Z"`
	const healthy = `, "health_background": {"has_diabetes": false, "is_taking_antihypertensive_therapy": false, "has_cvd": false, "smoke_daily_frequency": 0, "has_hbp": false}`
	for _, test := range []struct{ name, text, request, want string }{
		{"every adult", "ALT 68 H", `{}`, "alt H1 "},
		{"hints differ", "血压190/115", `{}`, "systolic_bp H4 "},
		{"levels differ", "血压152/96", `{}`, "systolic_bp - 是否正常要看"},
		{"by health", "空腹血糖7.2", `{}`, "fasting_glucose - 是否正常要看"},
		{"health unknown", "空腹血糖7.2", man + "}", "fasting_glucose - 是否正常要看"},
		{"one person", "空腹血糖7.2", man + healthy + "}", "fasting_glucose H2 "},
		{"by sex", "血红蛋白 125g/L", `{"profile": null}`, "hemoglobin - 是否正常要看"},
		{"known sex", "血红蛋白 125g/L", man + "}", "hemoglobin L1 "},
		{"no unit", "甘油三酯 2.6", man + healthy + "}", "triglycerides - 文中没有单位"},
		{"against its mark", "尿酸偏低 520umol/L", `{}`, "uric_acid - 文中写的高低"},
		{"grade", "尿蛋白(++)", `{}`, "urine_protein A2 "},
	} {
		t.Run(test.name, func(t *testing.T) {
			tree, err := jsontree.Parse([]byte(test.request))
			if err != nil {
				t.Fatal(err)
			}
			body, err := s.Findings(engine.Question{Text: test.text, Full: true, Request: tree, Now: time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)})
			if err != nil {
				t.Fatal(err)
			}
			var answer struct{ Values []engine.Judged }
			if err := json.Unmarshal(body, &answer); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, v := range answer.Values {
				if (v.Level == "") != (v.Reason != "") || (v.Level == "") != (v.Color == 0) {
					t.Errorf("%+v: want a level or a reason", v)
				}
				said := v.Tip
				level := v.Level
				if level == "" {
					level, said = "-", v.Reason
				}
				got = append(got, fmt.Sprintf("%s %s %s", v.Name, level, said))
			}
			if text := strings.Join(got, ", "); !strings.HasPrefix(text, test.want) {
				t.Errorf("%s, want %s…", text, test.want)
			}
		})
	}
}

func TestTextValuesOfWrongPerson(t *testing.T) {
	s := drafted(t)
	for request, want := range map[string]string{
		`{"profile": {}}`: "missing arguments: profile.dob, profile.gender",
		`{"profile": {"dob": "1980-05-01", "gender": "x"}}`:                             "profile.gender",
		`{"profile": {"dob": "1980-05-01", "gender": "male"}, "health_background": {}}`: "health_background.has_diabetes",
		`{"profile": {"dob": "2030-05-01", "gender": "male"}}`:                          "profile.dob",
		`{"profile": {"dob": "1980-05-01", "gender": "male"}, "datetime": "yesterday"}`: "datetime",
	} {
		tree, err := jsontree.Parse([]byte(request))
		if err != nil {
			t.Fatal(err)
		}
		now := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)
		_, err = s.Findings(engine.Question{Text: "血压152/96", Full: true, Request: tree, Now: now})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", request, err, want)
		}
		if _, err := s.Findings(engine.Question{Text: "血压152/96", Request: tree, Now: now}); err != nil {
			t.Errorf("%s: %v, want an answer in the short form, which asks for nobody", request, err)
		}
	}
}
