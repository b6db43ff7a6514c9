package engine_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tijian/engine"
	"tijian/engine/fhir"
	"tijian/engine/intake"
	"tijian/engine/jsontree"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/internal/numbertest"
	"tijian/rules"
)

var examined = time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)

// A stated result is one as laboratories state it, whatever it comes in.
type stated struct {
	name, title     string // of the indicator, and as printed
	value, unit     string
	low, high, text string // of the printed range
}

// An answered result is what became of one: its level, blank for none, and what is
// said of it.
type answered struct {
	level, said string
	value       float64 // that was taken; NaN for none
}

// entrances are the ways in which results come to be judged.
var entrances = map[string]func(*testing.T, *engine.Snapshot, stated) answered{
	"samples, range in numbers": func(t *testing.T, s *engine.Snapshot, r stated) answered {
		ends := []string{}
		for _, end := range [][2]string{{"low", r.low}, {"high", r.high}} {
			if end[1] != "" {
				ends = append(ends, fmt.Sprintf("%q:%s", end[0], end[1]))
			}
		}
		return sampled(t, s, r, `{`+strings.Join(ends, ",")+`}`)
	},
	"samples, range in words": func(t *testing.T, s *engine.Snapshot, r stated) answered {
		return sampled(t, s, r, `{"text":`+strconv.Quote(r.text)+`}`)
	},
	"samples, range as recognised": func(t *testing.T, s *engine.Snapshot, r stated) answered {
		return sampled(t, s, r, strconv.Quote(r.text))
	},
	"HL7": func(t *testing.T, s *engine.Snapshot, r stated) answered {
		message := strings.Join([]string{
			`MSH|^~\&|LIS|X|TJ|TJ|20261120093000||ORU^R01|42|P|2.4||||||UNICODE UTF-8`, `PID|1||A-17||X||19800501|M`,
			`OBR|1|||X|||20261120083000`, `OBX|1|NM|^` + r.title + `||` + r.value + `|` + r.unit + `|` + r.text + `||||F`,
		}, "\r") + "\r"
		requests, _, wrong := intake.HL7([]byte(message), options(s))
		if wrong != nil {
			t.Fatal(wrong.In(problem.English))
		}
		return taken(t, s, requests[0])
	},
	"a table": func(t *testing.T, s *engine.Snapshot, r stated) answered {
		requests, _, _, wrong := intake.Tables([]intake.Sheet{{Rows: [][]string{
			{"编号", "性别", "出生日期", "项目", "结果", "单位", "参考范围"},
			{"A-17", "男", "1980-05-01", r.title, r.value, r.unit, r.text},
		}}}, options(s))
		if wrong != nil {
			t.Fatal(wrong.In(problem.English))
		}
		return taken(t, s, requests[0])
	},
	"FHIR": func(t *testing.T, s *engine.Snapshot, r stated) answered {
		return bundled(t, s, r, fmt.Sprintf(`"valueQuantity":{"value":%s,"unit":%q}`, r.value, r.unit))
	},
	"FHIR, in words": func(t *testing.T, s *engine.Snapshot, r stated) answered {
		return bundled(t, s, r, fmt.Sprintf(`"valueString":%q`, r.value+" "+r.unit))
	},
	"a text": func(t *testing.T, s *engine.Snapshot, r stated) answered {
		person, err := jsontree.Parse([]byte(`{"datetime":"2026-11-20T08:30:00Z",` + man + `}`))
		if err != nil {
			t.Fatal(err)
		}
		body, err := s.Findings(engine.Question{Text: r.title + " " + r.value + " " + r.unit + "（" + r.text + "）", Full: true, Request: person, Now: examined.AddDate(0, 1, 0)})
		if err != nil {
			t.Fatal(err)
		}
		var answer struct{ Values []engine.Judged }
		if err := json.Unmarshal(body, &answer); err != nil {
			t.Fatal(err)
		}
		if len(answer.Values) != 1 {
			return answered{said: fmt.Sprintf("%d values", len(answer.Values)), value: math.NaN()}
		}
		v := answer.Values[0]
		if v.Standard == nil {
			return answered{v.Level, v.Tip + v.Reason, math.NaN()}
		}
		return answered{v.Level, v.Tip + v.Reason, *v.Standard}
	},
}

const man = `"profile":{"dob":"1980-05-01","gender":"male"},"health_background":{"has_diabetes":false,"is_taking_antihypertensive_therapy":false,"has_cvd":false,"smoke_daily_frequency":0,"has_hbp":false}`

func options(s *engine.Snapshot) intake.Options {
	return intake.Options{Dictionary: s.Dictionary, Namespace: "batch", Zone: time.UTC, Now: examined}
}

// sampled sends a result to be assessed, with its printed range as JSON.
func sampled(t *testing.T, s *engine.Snapshot, r stated, reference string) answered {
	return assessed(t, s, fmt.Sprintf(`{"user_identifier":"u","namespace":"n","datetime":"2026-11-20T08:30:00Z",%s,"samples":[{"name":%q,"value":%s,"unit":%q,"reference":%s}]}`, man, r.name, r.value, r.unit, reference), engine.Form{})
}

// taken is what becomes of a request that was made of a file, or why there is no
// sample in it.
func taken(t *testing.T, s *engine.Snapshot, r intake.Request) answered {
	if len(r.Tree().Get("samples").Items) == 0 {
		var said []string
		for _, i := range r.Issues {
			said = append(said, i.In(problem.Chinese), i.In(problem.English))
		}
		return answered{said: strings.Join(said, "\n"), value: math.NaN()}
	}
	return assessed(t, s, string(r.Tree().Append(nil)), engine.Form{})
}

// bundled sends a result as an observation of FHIR.
func bundled(t *testing.T, s *engine.Snapshot, r stated, value string) answered {
	span := []string{`"text":` + strconv.Quote(r.text)}
	for _, end := range [][2]string{{"low", r.low}, {"high", r.high}} {
		if end[1] != "" {
			span = append(span, fmt.Sprintf(`%q:{"value":%s,"unit":%q}`, end[0], end[1], r.unit))
		}
	}
	return assessed(t, s, `{"resourceType":"Bundle","type":"collection","entry":[{"resource":{"resourceType":"Patient","id":"p","gender":"male","birthDate":"1980-05-01"}},`+
		`{"resource":{"resourceType":"Observation","status":"final","effectiveDateTime":"2026-11-20T08:30:00Z","code":{"text":`+strconv.Quote(r.title)+`},`+value+`,"referenceRange":[{`+strings.Join(span, ",")+`}]}}]}`, engine.Form{FromFHIR: true})
}

func assessed(t *testing.T, s *engine.Snapshot, body string, form engine.Form) answered {
	t.Helper()
	response, _, err := s.Assessment([]byte(body), 10, form, examined.AddDate(0, 0, 1))
	if err != nil {
		return answered{said: err.Error(), value: math.NaN()}
	}
	var answer struct {
		Samples []struct {
			Level, Tip string
			Value      float64
		}
		Issues []struct{ Text string }
	}
	if err := json.Unmarshal(response, &answer); err != nil {
		t.Fatal(err)
	}
	if len(answer.Samples) != 1 {
		said := ""
		for _, i := range answer.Issues {
			said += i.Text + "\n"
		}
		return answered{said: said, value: math.NaN()}
	}
	return answered{answer.Samples[0].Level, answer.Samples[0].Tip, answer.Samples[0].Value}
}

// newest is the last version, released or not.
func newest(t *testing.T) *engine.Snapshot {
	return versioned(t, ruleset.Newest(rules.FS))
}

func versioned(t *testing.T, version string) *engine.Snapshot {
	t.Helper()
	s, problems := engine.Draft(engine.Files{}, version)
	if s == nil {
		t.Fatal(problems)
	}
	return s
}

// Whatever a result comes in, a unit that contradicts the printed range is not
// believed, and what says so names both units. Versions that were released before
// answer as they did.
func TestUnitThatContradictsItsRangeIsDoubtedEverywhere(t *testing.T) {
	s, before := newest(t), versioned(t, "2026.4")
	for _, c := range []struct {
		stated
		like string // the unit that the range is in; blank for the one that is named
	}{
		{stated{"free_t4", "游离甲状腺素", "1.2", "pmol/L", "0.9", "1.7", "0.9-1.7"}, "ng/dL"},
		{stated{"free_t4", "游离甲状腺素", "1.2", "ng/dL", "0.9", "1.7", "0.9-1.7"}, ""},
		{stated{"hemoglobin", "血红蛋白", "13.5", "g/L", "12", "16", "12-16"}, "g/dL"},
		{stated{"hemoglobin", "血红蛋白", "13.5", "g/dL", "12", "16", "12-16"}, ""},
		{stated{"cortisol", "皮质醇", "14", "nmol/L", "6", "18", "6-18"}, "ug/dL"},
		{stated{"cortisol", "皮质醇", "14", "ug/dL", "6", "18", "6-18"}, ""},
		{stated{"triglycerides", "甘油三酯", "95", "mmol/L", "0", "150", "0-150"}, "mg/dL"},
		{stated{"triglycerides", "甘油三酯", "95", "mg/dL", "", "150", "<150"}, ""},
		{stated{"triglycerides", "甘油三酯", "1.2", "mg/dL", "", "1.7", "<1.7"}, "mmol/L"},
		{stated{"triglycerides", "甘油三酯", "1.2", "mmol/L", "", "1.7", "<1.7"}, ""},
	} {
		for name, enter := range entrances {
			got := enter(t, s, c.stated)
			switch {
			case c.like == "":
				if got.level != "N0" {
					t.Errorf("%s: %v is %v", name, c.stated, got)
				}
			case got.level == "": // refused already, or no value of a text
				if !strings.Contains(got.said, c.text) && got.said != "0 values" {
					t.Errorf("%s: %v is refused, and not for its range: %v", name, c.stated, got)
				}
			case got.level != ruleset.LevelContradicted || !strings.Contains(got.said, "对不上") || !strings.Contains(got.said, c.unit) || !strings.Contains(got.said, c.like):
				t.Errorf("%s: %v is %v", name, c.stated, got)
			}
			if was := enter(t, before, c.stated); strings.Contains(was.said, "对不上") {
				t.Errorf("%s: the rules before answer %v with %v", name, c.stated, was)
			}
		}
	}
}

// Whatever a number comes in, one that can be read in two ways is refused with both
// readings, and every other is the same.
func TestNumbersAreReadAlikeEverywhere(t *testing.T) {
	s := newest(t)
	afp := stated{name: "afp", title: "甲胎蛋白", unit: "ng/mL", high: "7", text: "<7"}
	for _, name := range []string{"HL7", "a table", "FHIR, in words", "a text"} {
		for _, n := range numbertest.Good {
			afp.value = n.Written
			if got := entrances[name](t, s, afp); got.value != n.Value && n.Value < 1e6 { // what is not plausible is no value of a text
				t.Errorf("%s: %s is %v", name, n.Written, got)
			}
		}
		for _, n := range numbertest.Commas {
			afp.value = n.Written
			if got := entrances[name](t, s, afp); got.value != n.Value && name == "HL7" || !math.IsNaN(got.value) && name != "HL7" {
				t.Errorf("%s: %s is %v", name, n.Written, got)
			}
		}
		for _, n := range numbertest.Bad {
			afp.value = n.Written
			got := entrances[name](t, s, afp)
			if !math.IsNaN(got.value) || got.level != "" {
				t.Errorf("%s: %s is %v", name, n.Written, got)
			}
			if n.Readings == nil {
				continue
			}
			said := []string{"可以读作 " + n.Readings[0] + "，也可以读作 " + n.Readings[1]}
			if name == "HL7" || name == "a table" {
				said = append(said, "can be read as "+n.Readings[0]+" or as "+n.Readings[1])
			}
			for _, said := range said {
				if !strings.Contains(got.said, said) {
					t.Errorf("%s: %s is refused with %q", name, n.Written, got.said)
				}
			}
		}
	}
	for _, written := range []string{"012", "1,234"} { // no JSON
		afp.value = written
		for _, name := range []string{"samples, range in numbers", "FHIR"} {
			if got := entrances[name](t, s, afp); !math.IsNaN(got.value) {
				t.Errorf("%s: %s is %v", name, written, got)
			}
		}
	}
}

// A printed range with such a number is passed over, and what says so names both.
func TestRangesWithUnclearNumbersArePassedOver(t *testing.T) {
	s := newest(t)
	for _, text := range []string{"<1,234", "0-1,234", "1,234-2,345", "≤012", "012-16"} {
		for _, bare := range []bool{false, true} {
			reference := strconv.Quote(text)
			if !bare {
				reference = `{"text":` + reference + `}`
			}
			response, _, err := s.Assessment([]byte(fmt.Sprintf(`{"user_identifier":"u","namespace":"n","datetime":"2026-11-20T08:30:00Z",%s,"samples":[{"name":"afp","value":5,"unit":"ng/mL","reference":%s}]}`, man, reference)), 10, engine.Form{Full: true}, examined.AddDate(0, 0, 1))
			if err != nil {
				t.Fatal(err)
			}
			var answer struct {
				Samples      []struct{ Trace struct{ Range string } }
				UnusedFields []struct {
					Field   string
					Instead []string `json:"did_you_mean"`
				} `json:"unused_fields"`
			}
			if err := json.Unmarshal(response, &answer); err != nil {
				t.Fatal(err)
			}
			if got := answer.UnusedFields; len(got) != 1 || !strings.HasPrefix(got[0].Field, "samples[].reference") || len(got[0].Instead) != 2 || answer.Samples[0].Trace.Range != "ignored" {
				t.Errorf("%s: %+v", reference, answer)
			}
		}
		requests, _, _, _ := intake.Tables([]intake.Sheet{{Rows: [][]string{{"编号", "性别", "年龄", "项目", "结果", "单位", "参考范围"}, {"1", "男", "46", "甲胎蛋白", "5", "ng/mL", text}}}}, options(s))
		if len(requests[0].Issues) != 1 || !strings.Contains(requests[0].Issues[0].In(problem.Chinese), "也可以读作") || len(requests[0].Tree().Get("samples").Items) != 1 {
			t.Errorf("%s in a table: %v", text, requests[0].Issues)
		}
		bundle, err := jsontree.Parse([]byte(`{"resourceType":"Bundle","type":"collection","entry":[{"resource":{"resourceType":"Patient","id":"p","gender":"male","birthDate":"1980-05-01"}},` +
			`{"resource":{"resourceType":"Observation","status":"final","effectiveDateTime":"2026-11-20T08:30:00Z","code":{"text":"甲胎蛋白"},"valueQuantity":{"value":5,"unit":"ng/mL"},"referenceRange":[{"text":` + strconv.Quote(text) + `}]}}]}`))
		if err != nil {
			t.Fatal(err)
		}
		read, err := fhir.Read(bundle, s.Dictionary, time.Time{}, problem.English)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(read.Issues, func(i fhir.Issue) bool { return strings.Contains(i.Details.Text, "can be read as") }) {
			t.Errorf("%s in FHIR: %+v", text, read.Issues)
		}
	}
}
