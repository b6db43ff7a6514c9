package assess

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"tijian/internal/rulestest"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
)

// engine answers by the small rule set of package ruleset, with more files
// laid over it; what is laid under "manifest" is put behind the manifest.
func engine(t testing.TB, more ...string) *Engine {
	t.Helper()
	tree := rulestest.Small(t)
	for _, text := range more {
		for _, f := range txtar.Parse([]byte(text)).Files {
			if f.Name == "manifest" {
				f.Name, f.Data = "rules/2026.1/manifest.yaml", slices.Concat(tree["rules/2026.1/manifest.yaml"].Data, f.Data)
			}
			tree[f.Name] = &fstest.MapFile{Data: f.Data}
		}
	}
	return New(rulestest.Loaded(t, tree))
}

func day(s string) time.Time {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		panic(err)
	}
	return t
}

func woman(samples ...Sample) *Request {
	return &Request{Person: Person{At: day("2026-11-20"), Born: day("1980-05-05"), Sex: Female}, Samples: samples}
}

func man(samples ...Sample) *Request {
	r := woman(samples...)
	r.Sex = Male
	return r
}

// number is a derived number, NaN when it is none.
func (r *Result) number(id string) float64 {
	if x, ok := r.Derived[id].(float64); ok {
		return x
	}
	return math.NaN()
}

func TestAge(t *testing.T) {
	for _, c := range []struct {
		born, at string
		want     int
	}{
		{"1980-11-20", "2026-11-20", 46}, {"1980-11-21", "2026-11-20", 45}, {"1980-12-01", "2026-11-20", 45},
		{"2004-02-29", "2026-02-28", 21}, {"2004-02-29", "2026-03-01", 22}, {"2004-02-29", "2024-02-29", 20}, {"2004-02-29", "2024-02-28", 19},
		{"2026-11-20", "2026-11-20", 0}, {"2026-11-21", "2026-11-20", -1},
	} {
		p := Person{Born: day(c.born), At: day(c.at)}
		if got := p.Age(); got != c.want {
			t.Errorf("born %s, at %s: %d, want %d", c.born, c.at, got, c.want)
		}
	}
}

func TestDaysOld(t *testing.T) {
	china := time.FixedZone("", 8*3600)
	for _, c := range []struct {
		born, at time.Time
		want     int
	}{
		{day("2026-11-20"), day("2026-11-20").Add(23 * time.Hour), 0}, {day("2026-11-17"), day("2026-11-20").Add(time.Minute), 3},
		{day("2026-11-17"), time.Date(2026, 11, 20, 1, 0, 0, 0, china), 3}, // the 19th in UTC
		{day("2024-02-28"), day("2024-03-01"), 2}, {day("2026-11-21"), day("2026-11-20"), -1},
	} {
		p := Person{Born: c.born, At: c.at}
		if got := p.DaysOld(); got != c.want {
			t.Errorf("born %s, at %s: %d, want %d", c.born, c.at, got, c.want)
		}
	}
}

func TestLevels(t *testing.T) {
	e := engine(t)
	child := woman()
	child.Born = day("2012-01-01")
	diabetic := woman()
	diabetic.HasDiabetes = true
	for _, c := range []struct {
		person                  *Request
		name, unit              string
		value                   float64
		level, tip, ideal, risk string
		color                   int
	}{
		{woman(), "hemoglobin", "g/L", 120, "N0", "血红蛋白正常", "115-150", "", 1},
		{woman(), "hemoglobin", "G/L", 59.9, "L4", "血红蛋白极低", "115-150", "", 5},
		{woman(), "hemoglobin", "", 60, "L1", "血红蛋白偏低", "115-150", "", 3},
		{woman(), "hemoglobin", " ", 115, "N0", "血红蛋白正常", "115-150", "", 1},
		{woman(), "hemoglobin", "", 151, "H1", "血红蛋白偏高", "115-150", "", 4}, // the row's own colour
		{man(), "hemoglobin", "", 120, "L1", "血红蛋白偏低", "130-175", "", 3},
		{child, "hemoglobin", "", 120, "U0", "血红蛋白的规则不适用于14岁", "", "", 0},
		{woman(), "hemoglobin", "", 300, "U1", "血红蛋白 300 g/L 不合常理，请核对", "115-150", "", 0},
		{woman(), "no_such_thing", "furlong", 3, "U0", "没有“no_such_thing”的规则", "", "", 0},
		{woman(), "systolic_pressure", "", 120, "U0", "收缩压暂无适用的规则", "", "", 0},
		{woman(), "triglycerides", "mmol/L", 1.7, "H1", "甘油三酯边缘升高", "<1.70", "ascvd=0", 3},
		{woman(), "triglycerides", "mg/dL", 150, "N0", "甘油三酯合适", "<150.5", "ascvd=0", 1},
		{woman(), "triglycerides", "mg/dl", 204, "H2", "甘油三酯升高", "<150.5", "ascvd=1", 3},
		{woman(), "ldl_cholesterol", "", 3, "N0", "达标", "<3.40", "", 1},
		{diabetic, "ldl_cholesterol", "", 3, "H1", "未达标", "<2.60", "", 3},
		{woman(), "fasting_glucose", "", 6.5, "H1", "偏高", "≥3.9 且 <6.1", "diabetes=2", 3},
		{diabetic, "fasting_glucose", "", 6.5, "N1", "控制尚可", "≥3.9 且 <6.1", "diabetes=4", 2},
		{woman(), "urine_protein", "", 0, "N0", "阴性", "阴性(-) 或 ±", "", 1},
		{woman(), "urine_protein", "", 2, "A2", "阳性", "阴性(-) 或 ±", "", 3},
		{woman(), "waist_circumference", "", 80, "U0", "缺少判断腰围所需的其他数据", "", "", 0},
		{woman(), "t_score", "", -0.5, "N0", "正常", "-1.0~1.0", "", 1},
	} {
		r := *c.person
		r.Samples = []Sample{{Name: c.name, Unit: c.unit, Value: c.value}}
		got, err := e.Assess(&r)
		if err != nil {
			t.Errorf("%s %v %s: %v", c.name, c.value, c.unit, err)
			continue
		}
		s := got.Samples[0]
		risks := []string{}
		for _, x := range s.Risks {
			risks = append(risks, fmt.Sprintf("%s=%d", x.ID, x.Flag))
		}
		if s.Level != c.level || s.Tip != c.tip || s.Ideal != c.ideal || s.Color != c.color || strings.Join(risks, " ") != c.risk {
			t.Errorf("%s %v %q: %s %q ideal %q color %d risks %v; want %+v", c.name, c.value, c.unit, s.Level, s.Tip, s.Ideal, s.Color, risks, c)
		}
	}
}

func TestFieldErrors(t *testing.T) {
	e := engine(t)
	r := woman(Sample{Name: "hemoglobin", Unit: "mmol/L", Value: 3}, Sample{Name: "no_such_thing", Unit: "mmol/L", Value: 3}, Sample{Name: "urine_protein", Unit: "g/L", Value: 1}, Sample{Name: "bmi", Value: math.NaN()})
	r.Born, r.HasCVD = day("1930-01-01"), true
	r.Arguments = map[string]any{"profile.region": "east"}
	_, err := e.Assess(r)
	var faults FieldErrors
	if !errors.As(err, &faults) {
		t.Fatal(err)
	}
	want := []string{
		"profile.region: must be one of north, south",
		"profile.urban: is required",
		`samples[0].unit: "mmol/L" cannot be converted for hemoglobin, known units: g/L`,
		`samples[2].unit: "g/L" cannot be converted for urine_protein, known units: none`,
		"samples[3].value: must be a finite number",
	}
	if got := strings.Split(faults.Error(), "; "); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if !faults[1].Missing || faults[0].Missing {
		t.Error("only the required argument is missing")
	}
}

func TestDerivedAndAssumptions(t *testing.T) {
	e := engine(t)
	for _, c := range []struct {
		name        string
		request     *Request
		derived     map[string]float64
		assumptions string
	}{
		{"nothing sent", woman(), map[string]float64{}, ""},
		{"bmi", woman(Sample{Name: "height", Value: 160}, Sample{Name: "weight", Value: 51.2}), map[string]float64{"bmi": 20}, ""},
		{"implausible inputs are none", woman(Sample{Name: "height", Value: 1.6}, Sample{Name: "weight", Value: 51.2}), map[string]float64{}, ""},
		{"the last of a name counts", woman(Sample{Name: "height", Value: 200}, Sample{Name: "height", Value: 160}, Sample{Name: "weight", Value: 51.2}), map[string]float64{"bmi": 20}, ""},
		{"all assumed", woman(Sample{Name: "systolic_pressure", Value: 100}), map[string]float64{"score": 2*(math.Log(100)+0.5) + 0.8}, "未提供居住地，按北方估算|未提供腰围，按常见值估算"},
		{"men need urban, not waist", man(Sample{Name: "systolic_pressure", Value: 100}), map[string]float64{"score": 2*(math.Log(100)+0.5) + 1}, "未提供居住地，按北方估算|未提供城乡，按城镇估算"},
		{"known waist", woman(Sample{Name: "systolic_pressure", Value: 100}, Sample{Name: "waist_circumference", Value: 100}), map[string]float64{"score": 2*(math.Log(100)+0.5) + 1}, "未提供居住地，按北方估算"},
	} {
		got, err := e.Assess(c.request)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Derived) != len(c.derived) {
			t.Errorf("%s: derived %v, want %v", c.name, got.Derived, c.derived)
		}
		for id, want := range c.derived {
			if math.Abs(got.number(id)-want) > 1e-12 {
				t.Errorf("%s: %s = %v, want %v", c.name, id, got.Derived[id], want)
			}
		}
		if texts := strings.Join(got.Assumptions, "|"); texts != c.assumptions {
			t.Errorf("%s: assumptions %q, want %q", c.name, texts, c.assumptions)
		}
	}
	r := woman(Sample{Name: "systolic_pressure", Value: 100}, Sample{Name: "waist_circumference", Value: 100})
	r.Arguments = map[string]any{"profile.region": "south"}
	if got, _ := e.Assess(r); math.Abs(got.number("score")-(2*math.Log(100)+1)) > 1e-12 || len(got.Assumptions) != 0 {
		t.Errorf("with a region: %v %v", got.Derived, got.Assumptions)
	}
	young := woman(Sample{Name: "systolic_pressure", Value: 100})
	young.Born = day("2000-01-01")
	if got, _ := e.Assess(young); len(got.Derived) != 0 {
		t.Errorf("outside of its ages: %v", got.Derived)
	}
}

func TestRisks(t *testing.T) {
	e := engine(t)
	cvd := woman()
	cvd.HasCVD = true
	pressure := Sample{Name: "systolic_pressure", Value: 120}
	for _, c := range []struct {
		name    string
		person  *Request
		samples []Sample
		flag    int // of ascvd; -1 when left out
		rule    string
	}{
		{"known disease", cvd, []Sample{{Name: "triglycerides", Value: 1}}, 4, "known"},
		{"score", woman(), []Sample{{Name: "triglycerides", Value: 1}, pressure}, 2, "score"},
		{"floor", woman(), []Sample{{Name: "triglycerides", Value: 1}, pressure, {Name: "ldl_cholesterol", Unit: "mg/dL", Value: 200}}, 3, "score"},
		{"no floor", woman(), []Sample{{Name: "triglycerides", Value: 1}, pressure, {Name: "ldl_cholesterol", Value: 4.8}}, 2, "score"},
		{"fallback", woman(), []Sample{{Name: "triglycerides", Value: 3}}, 1, "lipids"},
		{"left out", woman(), []Sample{{Name: "fasting_glucose", Value: 5}}, -1, ""},
	} {
		r := *c.person
		r.Samples = c.samples
		got, err := e.Assess(&r)
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range got.Samples {
			flag, rule := -1, ""
			for k, x := range s.Risks {
				if x.ID == "ascvd" {
					flag, rule = x.Flag, s.Trace.Risks[k].Rule
				}
			}
			if c.samples[i].Name != pressure.Name && (flag != c.flag || rule != c.rule) {
				t.Errorf("%s, %s: flag %d by %q, want %d by %q", c.name, c.samples[i].Name, flag, rule, c.flag, c.rule)
			}
		}
	}
	// Kleene: one bad value decides an "or" although the other is missing, one
	// good value does not decide an "and".
	for value, want := range map[float64]int{7: 2, 5: -1} {
		got, _ := e.Assess(woman(Sample{Name: "fasting_glucose", Value: value}))
		flag := -1
		if r := got.Samples[0].Risks; len(r) == 1 {
			flag = r[0].Flag
		}
		if flag != want {
			t.Errorf("glucose %v: diabetes flag %d, want %d", value, flag, want)
		}
	}
	// The body mass index is worked out where it was not sent.
	got, _ := e.Assess(woman(Sample{Name: "fasting_glucose", Value: 5}, Sample{Name: "height", Value: 160}, Sample{Name: "weight", Value: 90}))
	if r := got.Samples[0].Risks; len(r) != 1 || r[0].Flag != 2 {
		t.Errorf("risks %v", r)
	}
}

func TestTrace(t *testing.T) {
	e := engine(t)
	got, err := e.Assess(woman(Sample{Name: "triglycerides", Unit: "mg/dL", Value: 160}, Sample{Name: "systolic_pressure", Value: 120}))
	if err != nil {
		t.Fatal(err)
	}
	tr := got.Samples[0].Trace
	if tr.File != "2026.1/indicators/chemistry.yaml" || tr.Line != 6 || tr.Row != 2 || tr.StandardUnit != "mmol/L" || math.Abs(tr.StandardValue-1.8064) > 1e-9 {
		t.Errorf("trace %+v", tr)
	}
	if tr.DistanceDown == nil || tr.DistanceDown.Level != "N0" || math.Abs(tr.DistanceDown.By-0.1064) > 1e-9 || tr.DistanceDown.At != 1.7 {
		t.Errorf("down %+v", tr.DistanceDown)
	}
	if tr.DistanceUp == nil || tr.DistanceUp.Level != "H2" || tr.DistanceUp.At != 2.3 {
		t.Errorf("up %+v", tr.DistanceUp)
	}
	if len(tr.Sources) != 1 || tr.Sources[0].Key != "LIP23" || tr.Sources[0].Year != 2023 {
		t.Errorf("sources %+v", tr.Sources)
	}
	risk := tr.Risks[0]
	var inputs []string
	for _, in := range risk.Inputs {
		inputs = append(inputs, fmt.Sprintf("%s=%v %s", in.Name, in.Value, in.From))
	}
	score := got.number("score")
	want := fmt.Sprintf("score=%v derived; age=46 person; systolic_pressure=120 sample; sex=female person; region=north assumed; waist_circumference=80 assumed", score)
	if risk.Rule != "score" || strings.Join(inputs, "; ") != want {
		t.Errorf("inputs %s\nwant   %s", strings.Join(inputs, "; "), want)
	}
	if len(risk.Assumptions) != 2 {
		t.Errorf("assumptions %v", risk.Assumptions)
	}
	if quiet, _ := e.Assess(&Request{Person: woman().Person, Samples: []Sample{{Name: "triglycerides", Value: 1}}, NoTrace: true}); quiet.Samples[0].Trace != nil {
		t.Error("a trace although none was wanted")
	}
}

const overlay = `
-- rules/2026.1/overlays/ward/overlay.yaml --
title: 病房
-- rules/2026.1/overlays/ward/indicators/a.yaml --
- indicator: bmi
  source: [CV]
  rows:
    - {when: value < 30, level: N1, tip: 病房标准}
    - {when: value >= 30, level: H1, tip: 病房标准}
`

func TestOverlay(t *testing.T) {
	e := engine(t, overlay)
	for namespace, want := range map[string]string{"ward": "N1", "": "H1", "other": "H1"} {
		r := woman(Sample{Name: "bmi", Value: 25}, Sample{Name: "hemoglobin", Value: 120})
		r.Namespace = namespace
		got, err := e.Assess(r)
		if err != nil {
			t.Fatal(err)
		}
		if got.Samples[0].Level != want || got.Samples[1].Level != "N0" {
			t.Errorf("namespace %q: %s %s, want %s", namespace, got.Samples[0].Level, got.Samples[1].Level, want)
		}
	}
}

// Requests at the same time do not disturb each other.
func TestConcurrent(t *testing.T) {
	e := engine(t, overlay)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for k := range 200 {
				value := float64(100 + (i*37+k)%100)
				r := woman(Sample{Name: "hemoglobin", Value: value}, Sample{Name: "triglycerides", Value: 1}, Sample{Name: "systolic_pressure", Value: value})
				want := "N0"
				if value < 115 {
					want = "L1"
				} else if value > 150 {
					want = "H1"
				}
				got, err := e.Assess(r)
				if err != nil || got.Samples[0].Level != want || math.Abs(got.number("score")-(2*(math.Log(value)+0.5)+0.8)) > 1e-12 {
					t.Errorf("value %v: %v %v", value, got, err)
				}
			}
		})
	}
	wg.Wait()
}

func BenchmarkAssess60(b *testing.B) {
	e := engine(b)
	r := woman()
	for range 6 {
		r.Samples = append(r.Samples, Sample{Name: "hemoglobin", Unit: "g/L", Value: 120}, Sample{Name: "triglycerides", Unit: "mg/dL", Value: 160}, Sample{Name: "systolic_pressure", Value: 120},
			Sample{Name: "ldl_cholesterol", Value: 3}, Sample{Name: "fasting_glucose", Value: 5}, Sample{Name: "bmi", Value: 25}, Sample{Name: "height", Value: 160}, Sample{Name: "weight", Value: 60},
			Sample{Name: "urine_protein", Value: 0}, Sample{Name: "waist_circumference", Value: 80})
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.Assess(r); err != nil {
			b.Fatal(err)
		}
	}
}
