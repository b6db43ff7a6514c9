package regress

import (
	"bytes"
	"cmp"
	"encoding/json"
	"encoding/xml"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tijian/engine/assess"
	"tijian/engine/junit"
	"tijian/engine/message"
	"tijian/engine/problem"
)

// canned answers every request with the same sample results.
type canned struct {
	samples []assess.SampleResult
	derived map[string]any
	assumed []string
	err     error
}

func (c canned) Assess(*assess.Request) (*assess.Result, error) {
	samples := slices.Clone(c.samples)
	for i := range samples {
		samples[i].Trace = cmp.Or(samples[i].Trace, &assess.Trace{})
	}
	return &assess.Result{Samples: samples, Derived: c.derived, Assumptions: c.assumed}, c.err
}

func suiteOf(t *testing.T, cases string) []Suite {
	t.Helper()
	s, list := Parse("s.yaml", []byte(head+cases))
	if len(list) > 0 {
		t.Fatal(list.Err())
	}
	return []Suite{*s}
}

var answer = canned{
	samples: []assess.SampleResult{{
		Level: "H1", Color: 3, Ideal: "9-50", Risks: []assess.Risk{{ID: "ascvd", Flag: 2}},
		Trace: &assess.Trace{File: "liver.yaml", Line: 7, Row: 2, StandardValue: 60.02},
	}},
	derived: map[string]any{"bmi": 20.529, "word": "G1A1", "sure": true},
	assumed: []string{"未提供腰围，按85厘米估算"},
}

func TestRunComparesEveryPart(t *testing.T) {
	for name, test := range map[string]struct {
		expect string
		got    string // "" when the expectation is met
	}{
		"level":                {"level: {alt: H1}", ""},
		"other level":          {"level: {alt: N0}", "H1"},
		"color":                {"color: {alt: 3}", ""},
		"other color":          {"color: {alt: 4}", "3"},
		"ideal":                {"ideal: {alt: 9-50}", ""},
		"other ideal":          {"ideal: {alt: 7-40}", "9-50"},
		"value, last digit":    {"value: {alt: 60.0}", ""},
		"value, tolerance":     {"value: {alt: 61 ±1}", ""},
		"other value":          {"value: {alt: 60.1}", "60.02"},
		"risk":                 {"risk: {ascvd: 2}", ""},
		"other risk":           {"risk: {ascvd: 1}", "2"},
		"risk left out":        {"risk: {kidney: none}", ""},
		"risk not left out":    {"risk: {ascvd: none}", "2"},
		"missing risk":         {"risk: {kidney: 1}", "none"},
		"derived, last digit":  {"derived: {bmi: 20.53}", ""},
		"derived, tolerance":   {"derived: {bmi: 20 ±0.53}", ""},
		"derived too far":      {"derived: {bmi: 20.52}", "20.529"},
		"derived out of range": {"derived: {bmi: 20 ±0.5}", "20.529"},
		"derived word":         {"derived: {word: G1A1}", ""},
		"other word":           {"derived: {word: G2A1}", "G1A1"},
		"a number for a word":  {"derived: {word: 1}", "G1A1"},
		"a word for a number":  {"derived: {bmi: low}", "20.529"},
		"derived truth":        {"derived: {sure: true}", ""},
		"other truth":          {"derived: {sure: false}", "true"},
		"derived left out":     {"derived: {tyg: none}", ""},
		"derived not left out": {"derived: {bmi: none}", "20.529"},
		"derived missing":      {"derived: {tyg: 8}", "none"},
		"assumption":           {"assumption: {腰围: named}", ""},
		"assumption not named": {"assumption: {家族史: named}", "none"},
		"assumption left out":  {"assumption: {家族史: none}", ""},
		"unwanted assumption":  {"assumption: {腰围: none}", "named"},
		"a sample that is not": {"level: {ast: N0}", "no sample of that name"},
	} {
		t.Run(name, func(t *testing.T) {
			r := Run(answer, suiteOf(t, "  - {name: a, person: 男, samples: {alt: 60}, expect: {"+test.expect+"}}\n"), nil)
			switch {
			case test.got == "" && !r.OK():
				t.Errorf("failed: %+v", r.Failures)
			case test.got != "" && (len(r.Failures) != 1 || r.Failures[0].Got.EN != test.got):
				t.Errorf("failures %+v; want got %q", r.Failures, test.got)
			}
		})
	}
}

func TestRunReportsFailedRequestsAndUnequalFlags(t *testing.T) {
	suites := suiteOf(t, "  - {name: a, person: 男, samples: {alt: 60, ast: 1}, expect: {risk: {ascvd: 2}}}\n")
	r := Run(canned{err: errors.New("samples[0].unit: cannot convert")}, suites, nil)
	if len(r.Failures) != 1 || r.Failures[0].What.EN != "request" || r.Failures[0].Got.EN != "samples[0].unit: cannot convert" {
		t.Errorf("failures %+v", r.Failures)
	}
	r = Run(canned{samples: []assess.SampleResult{{Risks: []assess.Risk{{ID: "ascvd", Flag: 2}}}, {Risks: []assess.Risk{{ID: "ascvd", Flag: 3}}}}}, suites, nil)
	if len(r.Failures) != 1 || r.Failures[0].Got.EN != "2/3" {
		t.Errorf("failures %+v", r.Failures)
	}
}

func TestFilterChoosesByTitleAndName(t *testing.T) {
	suites := suiteOf(t, "  - {name: 肝, person: 男, indicator: alt, levels: {1: H1, 2: H1}}\n  - {name: 肾, person: 男, indicator: creatinine, levels: {1: H1}}\n")
	for filter, want := range map[string]int{"": 3, "肝": 2, "^t: 肝 2$": 1, "脾": 0} {
		if r := Run(answer, suites, regexp.MustCompile(filter)); r.Trials != want {
			t.Errorf("filter %q runs %d, want %d", filter, r.Trials, want)
		}
	}
}

func failing(t *testing.T) *Report {
	return Run(answer, suiteOf(t, "  - {name: a, person: 男, indicator: alt, levels: {50: N0, 60: H1}}\n"), nil)
}

func TestWriteText(t *testing.T) {
	for lang, want := range map[string]string{
		problem.English: "s.yaml:6:55: t: a 50\n    level alt: expected N0, got H1 by liver.yaml:7\n1 suites, 2 cases, 2 checks, 1 failures\n",
		problem.Chinese: "s.yaml:6:55: t: a 50\n    level alt：应为 N0，实为 H1，依据 liver.yaml:7\n1 组用例，2 例，2 项检查，1 项不符\n",
	} {
		var b strings.Builder
		if err := failing(t).WriteText(&b, Options{Lang: lang}); err != nil || b.String() != want {
			t.Errorf("%s: %q, %v", lang, b.String(), err)
		}
	}
}

func TestWriteJSON(t *testing.T) {
	var b bytes.Buffer
	if err := failing(t).WriteJSON(&b, Options{}); err != nil {
		t.Fatal(err)
	}
	var got struct {
		OK       bool
		Cases    int
		Failures []struct {
			File, Want, Got, Rule string
			Line                  int
		}
	}
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if got.OK || got.Cases != 2 || len(got.Failures) != 1 || got.Failures[0].Line != 6 || got.Failures[0].Rule != "liver.yaml:7" {
		t.Errorf("%+v", got)
	}
}

func TestWriteJUnit(t *testing.T) {
	var b bytes.Buffer
	if err := failing(t).WriteJUnit(&b, Options{}); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Tests    int           `xml:"tests,attr"`
		Failures int           `xml:"failures,attr"`
		Suites   []junit.Suite `xml:"testsuite"`
	}
	if err := xml.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if got.Tests != 2 || got.Failures != 1 || len(got.Suites) != 1 || len(got.Suites[0].Cases) != 2 {
		t.Fatalf("%+v", got)
	}
	if c := got.Suites[0].Cases; c[0].Failure == nil || c[1].Failure != nil || !strings.Contains(c[0].Failure.Message, "应为 N0，实为 H1") {
		t.Errorf("%+v", c)
	}
}

// brokenWriter takes a few bytes and then fails.
type brokenWriter struct{ left int }

var errBroken = errors.New("disk full")

func (w *brokenWriter) Write(p []byte) (int, error) {
	if len(p) > w.left {
		return w.left, errBroken
	}
	w.left -= len(p)
	return len(p), nil
}

func TestWritersPassErrorsOn(t *testing.T) {
	r := failing(t)
	for name, write := range map[string]func() error{
		"text":         func() error { return r.WriteText(&brokenWriter{}, Options{}) },
		"json":         func() error { return r.WriteJSON(&brokenWriter{}, Options{}) },
		"junit header": func() error { return r.WriteJUnit(&brokenWriter{}, Options{}) },
		"junit body":   func() error { return r.WriteJUnit(&brokenWriter{len(xml.Header)}, Options{}) },
	} {
		if err := write(); !errors.Is(err, errBroken) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A refused request is told in the reader's language.
func TestRefusalIsTold(t *testing.T) {
	refused := canned{err: assess.FieldErrors{{Path: "samples[0].unit", Reason: message.NotConvertible.With("unit", "mg/l", "name", "alt", "known", "U/L")}}}
	report := Run(refused, suiteOf(t, "  - {name: a, person: 男, samples: {alt: 60}, expect: {level: {alt: H1}}}\n"), nil)
	for lang, want := range map[string]string{problem.Chinese: "换算不了，可用的单位：", problem.English: "cannot be converted for"} {
		var text strings.Builder
		if err := report.WriteText(&text, Options{Lang: lang}); err != nil || !strings.Contains(text.String(), want) {
			t.Errorf("%s: %s, %v, lacks %s", lang, &text, err, want)
		}
	}
}
