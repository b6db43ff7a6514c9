package scale_test

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"tijian/engine"
	"tijian/engine/assess"
	"tijian/engine/scale"
)

// A value is pointed at within the stretch that answers it, and bounds stand in
// the unit that was sent.
func TestMark(t *testing.T) {
	live, problems := engine.Open(engine.Files{})
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	for sample, want := range map[string][]string{
		`{"name":"fasting_glucose","value":5.0}`:               {"5.60", "7.00", `<use href="#hand" x="40.52%"`},
		`{"name":"fasting_glucose","value":99,"unit":"mg/dL"}`: {">126<"},
		`{"name":"fasting_glucose","value":3.9}`:               {"3.90", "N0"},
		`{"name":"urine_protein","value":0}`:                   {"阴性(-)", "A1"},
		`{"name":"crp","value":500}`:                           {"#hand\" x=\"99."},
		`{"name":"creatinine","value":80}`:                     {">57<", ">97<"},
		`{"name":"creatinine","value":0.9,"unit":"mg/dL"}`:     {">0.645<", ">1.1<", ">5<"},
		`{"name":"hemoglobin","value":13.5,"unit":"g/dL"}`:     {">13<"},
		`{"name":"urine_specific_gravity","value":1.02}`:       {">1.030<"},
	} {
		body := `{"user_identifier":"x","namespace":"","datetime":"2026-11-20T08:00:00Z","profile":{"dob":"1970-01-01","gender":"male"},
			"health_background":{"has_diabetes":false,"is_taking_antihypertensive_therapy":false,"has_cvd":false,"smoke_daily_frequency":0,"has_hbp":false},"samples":[` + sample + `]}`
		a, err := live.Snapshot().Assessed([]byte(body), 1, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		trace, sent := a.Samples[0].Trace, a.Request.Samples[0]
		indicator, _ := a.Rules.Dictionary.Lookup(sent.Name)
		m := scale.Mark{Set: a.Rules, Indicator: indicator, Stretches: trace.Stretches(), Value: trace.StandardValue, Unit: sent.Unit}
		svg := m.SVG()
		for _, text := range want {
			if !strings.Contains(svg, text) {
				t.Errorf("%s lacks %s:\n%s", sample, text, svg)
			}
		}
		var halves []assess.Stretch // rows that differ in what they say alone
		for _, s := range m.Stretches {
			low, high := s, s
			if half := (s.Low.At + s.High.At) / 2; s.Row != nil && !math.IsInf(half, 0) {
				low.High.At, high.Low.At = half, half
				halves = append(halves, low)
			}
			halves = append(halves, high)
		}
		whole := m.Stretches
		if m.Stretches = halves; m.SVG() != svg {
			t.Errorf("%s: stretches of one level are not one:\n%s\n%s", sample, svg, m.SVG())
		}
		m.Stretches = whole
		answers := 0
		for _, s := range m.Stretches {
			if s.Row == trace.Rule() {
				answers++
			}
		}
		if answers == 0 {
			t.Errorf("%s: the row that answered is not on the line", sample)
		}
		for decoder := xml.NewDecoder(strings.NewReader(svg)); ; {
			if _, err := decoder.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", sample, err)
			}
		}
	}
}
