package fhir_test

import (
	"encoding/json"
	"strings"
	"testing"

	"tijian/engine"
	"tijian/engine/fhir"
	"tijian/engine/jsontree"
	"tijian/engine/problem"
)

// resourcesOf are an answer's resources of a kind.
func resourcesOf(t *testing.T, bundle []byte, kind string) (found []map[string]any) {
	t.Helper()
	var b struct {
		Entry []struct{ Resource map[string]any }
	}
	if err := json.Unmarshal(bundle, &b); err != nil {
		t.Fatal(err)
	}
	for _, e := range b.Entry {
		if e.Resource["resourceType"] == kind {
			found = append(found, e.Resource)
		}
	}
	return found
}

// What was sent comes back as it was, in every way that results come in: its codes
// with ours beside them, its value, its names; what was not sent is not told.
func TestSentIsKept(t *testing.T) {
	const (
		who  = `{"resourceType":"Patient","id":"p1","identifier":[{"system":"urn:his","value":"7"},{"system":"urn:lis","value":"8"}],"gender":"female","birthDate":"1980-02-29"}`
		when = `"effectivePeriod":{"start":"2026-11-20T08:00:00+08:00","end":"2026-11-20T08:30:00+08:00"},`
		code = `"code":{"coding":[{"system":"http://loinc.org","code":"1558-6","display":"Fasting glucose"},{"system":"urn:lis","code":"GLU-F"}],"text":"FBG"}`
		glu  = `"resourceType":"Observation","id":"o1","identifier":[{"system":"urn:lis","value":"77"}],` + when + code + `,"valueQuantity":{"value":100.0,"unit":"mg/dl","code":"mg/dL"}`
	)
	for name, c := range map[string]struct{ sent, from string }{
		"bundle":      {`{"resourceType":"Bundle","type":"collection","entry":[{"fullUrl":"http://a.example/Patient/p1","resource":` + who + `},{"fullUrl":"http://a.example/Observation/o1","resource":{` + glu + `}}]}`, "http://a.example/Observation/o1"},
		"no address":  {`{"resourceType":"Bundle","type":"collection","entry":[{"resource":` + who + `},{"resource":{` + glu + `}}]}`, "Observation/o1"},
		"observation": {`{` + glu + `,"contained":[` + who + `],"subject":{"reference":"#p1"}}`, "Observation/o1"},
		"report":      {`{"resourceType":"DiagnosticReport","id":"r1","contained":[` + who + `,{` + glu + `}]}`, "DiagnosticReport/r1#o1"},
		"parameters":  {`{"resourceType":"Parameters","parameter":[{"name":"health_background.has_hbp","valueBoolean":true},{"name":"namespace","valueString":"north"},{"name":"x","resource":` + who + `},{"name":"y","resource":{` + glu + `}}]}`, "Observation/o1"},
		"a bundle in parameters": {`{"resourceType":"Parameters","parameter":[{"name":"resource","resource":{"resourceType":"Bundle","type":"collection","entry":[{"resource":` + who + `},{"resource":{` + glu + `}}]}}]}`,
			"Observation/o1"},
	} {
		t.Run(name, func(t *testing.T) {
			answer := assess(t, c.sent, engine.Form{FHIR: true, FromFHIR: true})
			valid(t, answer)
			patients := resourcesOf(t, answer, "Patient")
			if len(patients) != 1 || patients[0]["id"] != "p1" || len(patients[0]["identifier"].([]any)) != 2 {
				t.Errorf("patients %v", patients)
			}
			var o map[string]any
			for _, one := range resourcesOf(t, answer, "Observation") {
				if one["valueQuantity"] != nil && one["derivedFrom"] != nil {
					o = one
				}
			}
			said, _ := json.Marshal(o)
			for _, part := range []string{
				`"coding":[{"code":"1558-6","display":"Fasting glucose","system":"http://loinc.org"},{"code":"GLU-F","system":"urn:lis"},{"code":"fasting_glucose",`,
				`"text":"FBG"`, `"valueQuantity":{"code":"mg/dL","unit":"mg/dl","value":100}`, `"status":"unknown"`, `"effectivePeriod":{"end"`,
				`"identifier":[{"system":"urn:lis","value":"77"}]`, `"reference":"` + c.from + `"`,
			} {
				if !strings.Contains(string(said), part) {
					t.Errorf("lacks %s: %s", part, said)
				}
			}
			for _, part := range []string{`"effectiveDateTime"`, `"category"`, `14771-0`} {
				if strings.Contains(string(said), part) {
					t.Errorf("asserts %s: %s", part, said)
				}
			}
			if name == "parameters" && (!strings.Contains(string(answer), `{"system":"urn:tijian:namespace","code":"north"}`) || !strings.Contains(string(answer), `"valueBoolean":true`)) {
				t.Errorf("lacks what parameters say: %s", answer)
			}
		})
	}
}

// A result with a status that FHIR does not have is not used, nor is one that a
// parameter names which nobody knows.
func TestUnknownIsNotUsed(t *testing.T) {
	answer := string(assess(t, bundled(patient, strings.Replace(fastingOne, "final", "done", 1)), engine.Form{FromFHIR: true}))
	if !strings.Contains(answer, `"samples":[]`) || !strings.Contains(answer, "状态是 done") {
		t.Error(answer)
	}
	sent := `{"resourceType":"Parameters","parameter":[{"name":"profile.gender","valueString":"male"},{"name":"p","resource":` + strings.TrimSuffix(strings.TrimPrefix(patient, `{"resource":`), `}`) + `},{"name":"b","resource":` + bundled(fastingOne) + `}]}`
	answer = string(assess(t, sent, engine.Form{FromFHIR: true}))
	if !strings.Contains(answer, `"gender":"female"`) || !strings.Contains(answer, "没有使用参数“profile.gender”") || !strings.Contains(answer, `"value":5.60`) {
		t.Error(answer)
	}
}

// Each rule of HL7 that is checked is broken once, and seen at its place.
func TestValidate(t *testing.T) {
	for name, c := range map[string]struct{ bundle, severity, code, at string }{
		"valid":                {bundled(patient, fastingOne), "information", "informational", ""},
		"no bundle":            {`{"resourceType":"Patient"}`, "error", "structure", "Bundle"},
		"no type":              {`{"resourceType":"Bundle"}`, "error", "required", "Bundle.type"},
		"another type":         {`{"resourceType":"Bundle","type":"heap"}`, "error", "code-invalid", "Bundle.type"},
		"no kind":              {bundled(`{"resource":{}}`), "error", "structure", "Bundle.entry[0].resource.resourceType"},
		"no code":              {bundled(patient, `{"resource":{"resourceType":"Observation","status":"final"}}`), "error", "required", "Bundle.entry[1].resource.code"},
		"status":               {bundled(patient, strings.Replace(fastingOne, "final", "done", 1)), "error", "code-invalid", "Bundle.entry[1].resource.status"},
		"gender":               {bundled(strings.Replace(patient, "female", "F", 1)), "error", "code-invalid", "Bundle.entry[0].resource.gender"},
		"birth date":           {bundled(strings.Replace(patient, "1980-02-29", "1981-02-29", 1)), "error", "value", "Bundle.entry[0].resource.birthDate"},
		"an instant":           {bundled(patient, observation(loincCode+`,"issued":"2026-11-20",`+inMmol)), "error", "value", "Bundle.entry[1].resource.issued"},
		"two values":           {bundled(patient, observation(loincCode+`,"valueString":"5.6",`+inMmol)), "error", "structure", "Bundle.entry[1].resource.value[x]"},
		"a number as text":     {bundled(patient, observation(loincCode+`,"valueQuantity":{"value":"5.6"}`)), "error", "value", "Bundle.entry[1].resource.valueQuantity.value"},
		"comparator":           {bundled(patient, observation(loincCode+`,"valueQuantity":{"value":5.6,"comparator":"≤"}`)), "error", "code-invalid", "Bundle.entry[1].resource.valueQuantity.comparator"},
		"a component":          {bundled(patient, observation(loincCode+`,"component":[{"valueString":"1"}]`)), "error", "required", "Bundle.entry[1].resource.component[0].code"},
		"an id":                {bundled(strings.Replace(patient, "p1", "p 1", 1)), "error", "value", "Bundle.entry[0].resource.id"},
		"an address twice":     {bundled(strings.Replace(patient, "{", `{"fullUrl":"urn:a",`, 1), strings.Replace(fastingOne, "{", `{"fullUrl":"urn:a",`, 1)), "error", "invariant", "Bundle.entry[1].fullUrl"},
		"contained":            {bundled(strings.Replace(patient, `"id"`, `"contained":[{"resourceType":"Specimen","status":"x"}],"id"`, 1)), "error", "code-invalid", "Bundle.entry[0].resource.contained[0].status"},
		"in parameters":        {`{"resourceType":"Parameters","parameter":[{"name":"resource","resource":{"resourceType":"Bundle"}}]}`, "error", "required", "Parameters.parameter[0].resource.type"},
		"nobody":               {bundled(fastingOne), "warning", "business-rule", ""},
		"unused by assessment": {bundled(patient, diagnosis), "warning", "not-supported", "Bundle.entry[1].resource"},
	} {
		t.Run(name, func(t *testing.T) {
			tree, err := jsontree.Parse([]byte(c.bundle))
			if err != nil {
				t.Fatal(err)
			}
			outcome := fhir.Validate(tree, snapshot().Dictionary, problem.English)
			found, wrong := false, 0
			for _, i := range outcome.Issue {
				if i.Severity == "error" {
					wrong++
				}
				at := ""
				if len(i.Expression) > 0 {
					at = i.Expression[0]
				}
				found = found || i.Severity == c.severity && i.Code == c.code && at == c.at
			}
			if want := map[bool]int{true: 1}[c.severity == "error"]; !found || wrong != want {
				t.Errorf("%+v", outcome.Issue)
			}
		})
	}
}
