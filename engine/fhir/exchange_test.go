package fhir_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"tijian/dictionaries"
	"tijian/engine"
	"tijian/engine/dictionary"
	"tijian/engine/fhir"
	"tijian/engine/jsontree"
	"tijian/engine/problem"
	"tijian/engine/wire"
)

// What a text says are valid Conditions, each as sure as the text is.
func TestFindings(t *testing.T) {
	bundle, err := snapshot().Findings(engine.Question{Text: "甲状腺右叶结节，考虑轻度脂肪肝，胆囊未见结石。母亲患糖尿病。阑尾切除术后。", FHIR: true})
	if err != nil {
		t.Fatal(err)
	}
	valid(t, bundle)
	var b struct {
		Entry []struct {
			Resource struct {
				Code               fhir.Concept
				VerificationStatus fhir.Concept
			}
		}
	}
	if err := json.Unmarshal(bundle, &b); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, e := range b.Entry {
		got[e.Resource.Code.Text] = e.Resource.VerificationStatus.Coding[0].Code
	}
	for term, want := range map[string]string{"甲状腺结节": "confirmed", "脂肪肝": "provisional", "胆囊结石": "refuted", "糖尿病": ""} {
		if got[term] != want {
			t.Errorf("%s is %q, want %q, of %v", term, got[term], want, got)
		}
	}
	if english, err := snapshot().Findings(engine.Question{Text: "脂肪肝", FHIR: true, English: true}); err != nil || !strings.Contains(string(english), `"the examined person"`) {
		t.Errorf("%s, %v", english, err)
	}
}

// A task is a valid report in each of its states.
func TestReport(t *testing.T) {
	const full = `{"hemoglobin":[{"sim":1,"idx":0,"value":153,"idx_of_value":1,"coords":[[1,2,3,4],[5,6,7,8]],"name":"血红蛋白","unit":"g/dL","reference":"13.0-17.5","flag":"","confidence":0.998,"image":1},
		{"sim":0.8,"idx":0,"value":null,"idx_of_value":-1,"coords":[[1,2,3,4]],"name":"Hb","unit":"","reference":"","flag":"H","confidence":0}],
		"urine_protein":[{"sim":1,"idx":0,"value":1,"idx_of_value":0,"coords":[[1,2,3,4]],"name":"尿蛋白","unit":"","reference":"阴性","flag":"A","confidence":0.9}],
		"of another version":[{"sim":1,"idx":0,"value":1.50,"idx_of_value":0,"coords":[[1,2,3,4]],"name":"x","unit":"","reference":"","flag":"","confidence":0.9}],
		"crp":[{"sim":1,"idx":0,"value":0.5,"comparator":"<","idx_of_value":0,"coords":[[1,2,3,4]],"name":"CRP","unit":"mg/L","reference":"","flag":"","confidence":0.9}]}`
	for name, c := range map[string]struct {
		report fhir.Report
		parts  []string
	}{
		"done": {fhir.Report{State: fhir.Done, Full: json.RawMessage(full)}, []string{
			`"valueQuantity":{"value":153,"unit":"g/L","system":"http://unitsofmeasure.org","code":"g/L"}`, `{"url":"urn:tijian:confidence","valueDecimal":0.998}`,
			`{"url":"urn:tijian:box","valueString":"5,6,7,8"}`, `{"url":"urn:tijian:picture","valueInteger":1}`, `"dataAbsentReason"`, `"referenceRange":[{"text":"13.0-17.5"}]`,
			`{"text":"血红蛋白 g/dL"}`, `"text":"阳性(1+)"`, `"valueQuantity":{"value":1.50}`, `"valueQuantity":{"value":0.5,"comparator":"<",`, `"value":"http://a.example/2"`, `"code":"718-7"`,
		}},
		"waiting": {fhir.Report{State: fhir.Registered}, []string{`"status":"registered"`}},
		"refused": {fhir.Report{State: fhir.Refused, Error: "OCR_ERROR: x"}, []string{`"status":"cancelled"`, `"conclusion":"OCR_ERROR: x"`}},
		"empty":   {fhir.Report{State: fhir.Done, Full: json.RawMessage(`{}`)}, []string{`"status":"preliminary"`}},
	} {
		t.Run(name, func(t *testing.T) {
			c.report.TaskID, c.report.Created, c.report.Sources = "0b7c1c3a-6d0e-4a53-9a50-3b1f6c1f2a01", noon, []string{"http://a.example/1", "http://a.example/2"}
			made, err := c.report.Bundle(snapshot().Dictionary, false)
			if err != nil {
				t.Fatal(err)
			}
			bundle, err := made.JSON()
			if err != nil {
				t.Fatal(err)
			}
			valid(t, bundle)
			for _, part := range c.parts {
				if !strings.Contains(string(bundle), part) {
					t.Errorf("lacks %s:\n%s", part, bundle)
				}
			}
		})
	}
	if _, err := (&fhir.Report{Full: json.RawMessage(`[]`)}).Bundle(snapshot().Dictionary, false); err == nil {
		t.Error("a result of another shape was told")
	}
}

const (
	patient    = `{"resource":{"resourceType":"Patient","id":"p1","gender":"female","birthDate":"1980-02-29"}}`
	loincCode  = `"code":{"coding":[{"system":"http://loinc.org","code":"14771-0"}]}`
	observed   = `"resourceType":"Observation","status":"final","effectiveDateTime":"2026-11-20T08:30:00+08:00"`
	inMmol     = `"valueQuantity":{"value":5.60,"system":"http://unitsofmeasure.org","code":"mmol/L"}`
	smokesTen  = `{"resource":{` + observed + `,"code":{"coding":[{"system":"urn:tijian:field","code":"health_background.smoke_daily_frequency"}]},"valueInteger":10}}`
	pressure   = `{"resource":{` + observed + `,"code":{"coding":[{"system":"http://loinc.org","code":"85354-9"}]},"component":[{"code":{"coding":[{"system":"http://loinc.org","code":"8480-6"}]},"valueQuantity":{"value":120,"system":"http://unitsofmeasure.org","code":"mm[Hg]"}},{"code":{"coding":[{"system":"http://loinc.org","code":"8462-4"}]},"valueQuantity":{"value":80,"unit":"mmHg"}}]}}`
	diagnosis  = `{"resource":{"resourceType":"Condition"}}`
	fastingOne = `{"resource":{` + observed + `,` + loincCode + `,` + inMmol + `}}`
)

func bundled(entries ...string) string {
	return `{"resourceType":"Bundle","type":"collection","timestamp":"2026-11-21T00:00:00Z","entry":[` + strings.Join(entries, ",") + `]}`
}

func observation(rest string) string { return `{"resource":{` + observed + `,` + rest + `}}` }

// A bundle is the request that its resources say; what cannot be used is named.
func TestRead(t *testing.T) {
	for name, c := range map[string]struct {
		bundle string
		parts  []string // of the JSON answer
	}{
		"LOINC and UCUM": {bundled(patient, fastingOne), []string{
			`"user_identifier":"p1","namespace":"fhir","datetime":"2026-11-20T08:30:00+08:00","profile":{"dob":"1980-02-29","gender":"female"}`,
			`{"name":"fasting_glucose","unit":"mmol/L","value":5.60,`, `没有送 health_background.has_diabetes，按“无”评估`,
		}},
		"another unit":            {bundled(patient, observation(loincCode+`,"valueQuantity":{"value":100,"system":"http://unitsofmeasure.org","code":"mg/dL"}`)), []string{`"unit":"mg/dL","value":100,`}},
		"a unit as printed":       {bundled(patient, observation(loincCode+`,"valueQuantity":{"value":5.6,"unit":"毫摩尔/升"}`)), []string{`"unit":"毫摩尔/升","value":5.6,`}},
		"a spelling as code":      {bundled(patient, observation(loincCode+`,"valueQuantity":{"value":5.6,"system":"http://unitsofmeasure.org","code":"mM"}`)), []string{`"unit":"mM"`}},
		"no unit":                 {bundled(patient, observation(loincCode+`,"valueQuantity":{"value":5.6}`)), []string{`"unit":"","value":5.6`}},
		"a name":                  {bundled(patient, observation(`"code":{"text":"空腹血糖"},"valueQuantity":{"value":5.6,"unit":"mmol/L"}`)), []string{`"name":"fasting_glucose"`}},
		"a display":               {bundled(patient, observation(`"code":{"coding":[{"system":"urn:x","code":"1","display":"尿蛋白"}]},"valueString":"++"`)), []string{`"name":"urine_protein","unit":"","value":2`}},
		"grade in words":          {bundled(patient, observation(`"code":{"text":"尿蛋白"},"valueCodeableConcept":{"text":"阴性"}`)), []string{`"name":"urine_protein","unit":"","value":0`}},
		"components":              {bundled(patient, pressure), []string{`"name":"systolic_bp","unit":"mmHg","value":120`, `"name":"diastolic_bp","unit":"mmHg","value":80`}},
		"a field":                 {bundled(patient, smokesTen, fastingOne), []string{`"smoke_daily_frequency":10`}},
		"a field in words":        {bundled(patient, strings.Replace(smokesTen, `"valueInteger":10`, `"valueString":"偶尔"`, 1), fastingOne), []string{`"smoke_daily_frequency":0`, `看不懂“偶尔”，按没有写评估`, `没有送 health_background.smoke_daily_frequency，按“无”评估`}},
		"an identity number":      {bundled(`{"resource":{"resourceType":"Patient","id":"p1","identifier":[{"value":"110101197005010013"}]}}`, fastingOne), []string{`"profile":{"dob":"1970-05-01","gender":"male"}`, `出生日期由身份证号得出`}},
		"a printed range":         {bundled(patient, observation(loincCode+`,`+inMmol+`,"referenceRange":[{"low":{"value":3.9},"high":{"value":6.1,"code":"mmol/L"}}]`)), []string{`"reference":{"low":3.9,"high":6.1}`}},
		"a range in words":        {bundled(patient, observation(loincCode+`,`+inMmol+`,"referenceRange":[{"text":"3.9-6.1"}]`)), []string{`"reference":{"text":"3.9-6.1"}`}},
		"a range in another unit": {bundled(patient, observation(loincCode+`,`+inMmol+`,"referenceRange":[{"low":{"value":70,"code":"mg/dL"}}]`)), []string{`"value":5.60,"reference":{"low":3.88888888889}`}},
		"no number":               {bundled(patient, observation(loincCode+`,"valueQuantity":{"value":"5.6"}`), observation(loincCode+`,"valueQuantity":{"value":5.6,"comparator":"ad"}`)), []string{`"samples":[]`, `Bundle.entry[1].resource`, `看不懂：结果“ad5.6”不是数`}},
		"two values":              {bundled(patient, observation(loincCode+`,`+inMmol+`,"valueString":"6.1"`)), []string{`"samples":[]`, `写了两个不一样的值（5.60、6.1）`}},
		"a time of a house":       {bundled(strings.Replace(patient, "1980-02-29", "1980-02-29T00:00:00", 1), `{"resource":{"resourceType":"Observation","effectiveDateTime":"2026-11-20 8:30",`+loincCode+`,`+inMmol+`}}`), []string{`"datetime":"2026-11-20T08:30:00Z","profile":{"dob":"1980-02-29"`}},
		"what changes a meaning":  {bundled(patient, observation(loincCode+`,`+inMmol+`,"modifierExtension":[{"url":"urn:x","valueBoolean":true}]`)), []string{`"samples":[]`, `有 modifierExtension`}},
		"before birth":            {bundled(patient, fastingOne, `{"resource":{"resourceType":"Observation","effectiveDateTime":"1979-11-20",`+loincCode+`,`+inMmol+`}}`), []string{`检查时间 1979-11-20T00:00:00Z 在出生日期 1980-02-29 以前`}},
		"before a month of birth": {bundled(strings.Replace(patient, "1980-02-29", "1980-02", 1), fastingOne, `{"resource":{"resourceType":"Observation","effectiveDateTime":"1980-01-31",`+loincCode+`,`+inMmol+`}}`), []string{`在出生日期 1980-02 以前`}},
		"only a day":              {bundled(patient, `{"resource":{"resourceType":"Observation","effectiveDateTime":"2026-11-20",`+loincCode+`,`+inMmol+`}}`), []string{`"datetime":"2026-11-20T00:00:00Z"`}},
		"no time":                 {bundled(patient, `{"resource":{"resourceType":"Observation",`+loincCode+`,`+inMmol+`}}`), []string{`"datetime":"2026-11-21T00:00:00Z"`}},
		"not understood": {bundled(patient, diagnosis, observation(`"code":{"text":"血糖"},"valueString":"不详"`), observation(`"code":{"coding":[{"system":"http://loinc.org","code":"1-8","display":"x"}]},"valueQuantity":{"value":1}`),
			observation(loincCode), observation(loincCode+`,"valueString":"溶血"`), strings.Replace(fastingOne, `"final"`, `"entered-in-error"`, 1)), []string{
			`{"code":"not-supported","text":"没有使用 Condition：这里只看 Patient 和 Observation","place":"Bundle.entry[1].resource"}`,
			`不认识项目“1-8 x”","place":"Bundle.entry[3].resource"`, `没有使用：没有结果","place":"Bundle.entry[4].resource"`, `结果“溶血”不是数`, `状态是 entered-in-error`, `"samples":[]`,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			answer := string(assess(t, c.bundle, engine.Form{FromFHIR: true}))
			for _, part := range c.parts {
				if !strings.Contains(answer, part) {
					t.Errorf("lacks %s:\n%s", part, answer)
				}
			}
			valid(t, assess(t, c.bundle, engine.Form{FromFHIR: true, FHIR: true, English: true}))
		})
	}
}

// What nobody sent of a person's health is not told as known, whatever the request
// came as; what was sent is.
func TestNotSentIsNotAsserted(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		form engine.Form
	}{
		"a bundle": {bundled(patient, smokesTen, fastingOne), engine.Form{FromFHIR: true}},
		"a table's row": {`{"user_identifier":"p1","namespace":"n","datetime":"2026-11-20T08:30:00+08:00","profile":{"dob":"1980-02-29","gender":"female"},"health_background":{"has_diabetes":false,"is_taking_antihypertensive_therapy":false,"has_cvd":false,"smoke_daily_frequency":10,"has_hbp":false},"samples":[]}`,
			engine.Form{Assumed: []string{"health_background.has_diabetes", "health_background.is_taking_antihypertensive_therapy", "health_background.has_cvd", "health_background.has_hbp"}}},
	} {
		t.Run(name, func(t *testing.T) {
			c.form.FHIR = true
			answer := string(assess(t, c.body, c.form))
			valid(t, []byte(answer))
			if strings.Contains(answer, "valueBoolean") || strings.Contains(answer, `"code":"health_background.has_`) {
				t.Errorf("tells what nobody sent:\n%s", answer)
			}
			if !strings.Contains(answer, `"code":"health_background.smoke_daily_frequency"`) {
				t.Errorf("lacks what was sent:\n%s", answer)
			}
		})
	}
}

// A bundle that is no request is refused with the place that is wrong.
func TestRefused(t *testing.T) {
	for name, c := range map[string]struct{ bundle, detail string }{
		"no bundle":     {`{"resourceType":"Patient"}`, "resourceType: must be a Bundle, Parameters, DiagnosticReport or Observation of FHIR"},
		"an array":      {`[]`, "resourceType: must be a Bundle, Parameters, DiagnosticReport or Observation of FHIR"},
		"nobody":        {bundled(fastingOne), "missing arguments: Patient"},
		"two persons":   {bundled(patient, strings.Replace(patient, "p1", "p2", 1)), "Bundle.entry[1].resource: a Bundle is about one person, and this is a second Patient"},
		"no birth date": {bundled(`{"resource":{"resourceType":"Patient","id":"p","gender":"male"}}`, fastingOne), "missing arguments: Patient.birthDate"},
		"no gender":     {bundled(strings.Replace(patient, "female", "unknown", 1), fastingOne), `Bundle.entry[0].resource.gender: must be "male" or "female"`},
		"an identity":   {bundled(`{"resource":{"resourceType":"Patient","id":"p","gender":"female","identifier":[{"value":"110101197005010013"}]}}`, fastingOne), "Bundle.entry[0].resource.gender: the sex differs from the identity number"},
		"no time":       {`{"resourceType":"Bundle","entry":[` + patient + `]}`, "missing arguments: Observation.effectiveDateTime"},
		"a wrong time":  {`{"resourceType":"Bundle","entry":[` + patient + `,{"resource":{"resourceType":"Observation","effectiveDateTime":"yesterday",` + loincCode + `,` + inMmol + `}}]}`, "Bundle.entry[1].resource.effectiveDateTime: must be an ISO 8601 date"},
		"no JSON":       {`{`, "malformed JSON"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := snapshot().Assessment([]byte(c.bundle), 100, engine.Form{FromFHIR: true}, noon)
			wrong, ok := errors.AsType[*wire.Error](err)
			if !ok || !strings.Contains(wrong.Detail(), c.detail) {
				t.Errorf("%v, want %s", err, c.detail)
			}
		})
	}
}

// FuzzRead: whatever comes, it is refused or becomes a request with all that a
// request needs.
func FuzzRead(f *testing.F) {
	f.Add(bundled(patient, fastingOne, smokesTen, pressure, diagnosis))
	f.Add(bundled(patient, observation(`"code":{"text":"尿蛋白"},"valueCodeableConcept":{"coding":[{"system":"urn:tijian:grade","code":"0.5"}]}`)))
	f.Add(bundled(patient, patient) + " ")
	d, problems := dictionary.Load(dictionaries.Active())
	if err := problems.Err(); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, bundle string) {
		tree, err := jsontree.Parse([]byte(bundle))
		if err != nil {
			return
		}
		read, err := fhir.Read(tree, d, time.Time{}, problem.Chinese)
		if err != nil {
			return
		}
		if _, err := wire.Decode(read.Tree, 1000, nil); err != nil {
			if wrong, ok := errors.AsType[*wire.Error](err); !ok || len(wrong.Missing) > 0 {
				t.Errorf("%s: %v", read.Tree.Append(nil), err)
			}
		}
	})
}
