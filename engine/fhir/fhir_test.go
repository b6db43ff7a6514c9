package fhir_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"tijian/engine"
	"tijian/engine/fhir"
)

var update = flag.Bool("update", false, "write the golden files anew")

// bundles is the published schema of a Bundle.
var bundles = sync.OnceValue(func() *jsonschema.Schema {
	file, err := os.Open("testdata/fhir.schema.json.gz")
	if err != nil {
		panic(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		panic(err)
	}
	document, err := jsonschema.UnmarshalJSON(unzipped)
	if err != nil {
		panic(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("fhir.json", document); err != nil {
		panic(err)
	}
	return compiler.MustCompile("fhir.json#/definitions/Bundle")
})

// valid holds a bundle against the published schema.
func valid(t *testing.T, bundle []byte) {
	t.Helper()
	instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(bundle))
	if err != nil {
		t.Fatal(err)
	}
	if err := bundles().Validate(instance); err != nil {
		t.Errorf("no valid Bundle: %v\n%s", err, bundle)
	}
	// References lead to resources of the bundle.
	var b struct{ Entry []struct{ FullURL string } }
	if err := json.Unmarshal(bundle, &b); err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, e := range b.Entry {
		if known[e.FullURL] {
			t.Errorf("%s is there twice", e.FullURL)
		}
		known[e.FullURL] = true
	}
	here := derived.ReplaceAllString(string(bundle), "") // leads to what was sent
	for _, part := range strings.Split(here, `"reference":"`)[1:] {
		if to, _, _ := strings.Cut(part, `"`); !known[to] {
			t.Errorf("%s is no resource of the bundle", to)
		}
	}
}

var snapshot = sync.OnceValue(func() *engine.Snapshot {
	s, problems := engine.Load(engine.Files{}, "2026.2") // released: it never answers otherwise
	if err := problems.Err(); err != nil {
		panic(err)
	}
	return s
})

// derived is where an Observation says from which one it was made.
var derived = regexp.MustCompile(`,"derivedFrom":\[\{[^}]*\}\]`)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

const request = `{"user_identifier": "u-1", "namespace": "demo", "datetime": "2026-11-20T08:30:00.000Z",
	"profile": {"dob": "1970-05-01", "gender": "male", "region": "north"},
	"health_background": {"has_diabetes": false, "is_taking_antihypertensive_therapy": false, "has_cvd": false, "smoke_daily_frequency": 10, "has_hbp": true},
	"samples": [{"name": "triglycerides", "unit": "mmol/L", "value": 1.90, "reference": {"low": 0.5, "high": 1.7}},
		{"name": "potassium", "value": 7.20}, {"name": "fasting_glucose", "unit": "mg/dL", "value": 250},
		{"name": "urine_protein", "value": 2}, {"name": "white_blood_cell_count", "value": 5.2}, {"name": "height", "unit": "in", "value": 68},
		{"name": "hemoglobin", "value": 9999}, {"name": "no_such", "unit": "x", "value": 1}, {"name": " ", "value": 1},
		{"name": "systolic_bp", "value": 165}, {"name": "total_cholesterol", "value": 7.1}, {"name": "hdl_cholesterol", "value": 0.9}]}`

func assess(t *testing.T, body string, form engine.Form) []byte {
	t.Helper()
	response, version, err := snapshot().Assessment([]byte(body), 100, form, noon)
	if err != nil {
		t.Fatal(err)
	}
	if version == "" {
		t.Error("no version")
	}
	return response
}

// An assessment is a valid bundle, kept as a golden file for readers.
func TestAssessment(t *testing.T) {
	for name, form := range map[string]engine.Form{"zh": {FHIR: true}, "en": {FHIR: true, English: true}} {
		t.Run(name, func(t *testing.T) {
			bundle := assess(t, request, form)
			valid(t, bundle)
			golden(t, "testdata/assessment."+name+".json", bundle)
			if again := assess(t, request, form); !bytes.Equal(again, bundle) {
				t.Error("the same request is answered with other ids")
			}
		})
	}
}

// What one party is answered, another may ask with: the answer is the same.
func TestRoundTrip(t *testing.T) {
	known := strings.NewReplacer(`{"name": "no_such", "unit": "x", "value": 1}, {"name": " ", "value": 1},`, "").Replace(request)
	for name, form := range map[string]engine.Form{"zh": {FHIR: true}, "en": {FHIR: true, English: true}} {
		bundle := assess(t, known, form)
		form.FromFHIR = true
		back := assess(t, string(bundle), form)
		valid(t, back)
		if got, want := essence(t, back), essence(t, bundle); got != want {
			t.Errorf("%s: answered\n%s\nand asked with that\n%s", name, want, got)
		}
	}
}

// essence is a bundle without what is made up for each answer.
func essence(t *testing.T, bundle []byte) string {
	t.Helper()
	var b fhir.Bundle
	if err := json.Unmarshal(bundle, &b); err != nil {
		t.Fatal(err)
	}
	urls := map[string]string{}
	for i, e := range b.Entry {
		urls[strings.TrimPrefix(e.FullURL, "urn:uuid:")] = string(rune('a' + i))
	}
	text := derived.ReplaceAllString(string(bundle), "")
	for id, short := range urls {
		text = strings.ReplaceAll(text, id, short)
	}
	var said any
	if err := json.Unmarshal([]byte(text), &said); err != nil {
		t.Fatal(err)
	}
	sorted, err := json.MarshalIndent(said, "", " ") // by key
	if err != nil {
		t.Fatal(err)
	}
	return string(sorted)
}

func golden(t *testing.T, name string, bundle []byte) {
	t.Helper()
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, bundle, "", "  "); err != nil {
		t.Fatal(err)
	}
	pretty.WriteByte('\n')
	if *update {
		if err := os.WriteFile(name, pretty.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(want, pretty.Bytes()) {
		t.Errorf("%s: go test ./engine/fhir -update, and look at what changed; got\n%s", name, pretty.Bytes())
	}
}

// The schema is not one that lets everything pass.
func TestSchema(t *testing.T) {
	bundle := string(assess(t, request, engine.Form{FHIR: true}))
	for old, wrong := range map[string]string{
		`"type":"collection"`: `"type":"heap"`, `"status":"final"`: `"state":"final"`, `"birthDate":"1970-05-01"`: `"birthDate":"1.5.1970"`, `"value":5.2,`: `"value":"5.2",`,
	} {
		changed := strings.Replace(bundle, old, wrong, 1)
		instance, err := jsonschema.UnmarshalJSON(strings.NewReader(changed))
		if err != nil || changed == bundle {
			t.Fatal(old, err)
		}
		if bundles().Validate(instance) == nil {
			t.Errorf("%s passed", wrong)
		}
	}
}

// A reader of English is told nothing in Chinese: not a note, a risk, a range.
func TestEnglishOnly(t *testing.T) {
	newest, problems := engine.DraftRules(engine.Files{}, "") // whose levels have English names
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	bundle, _, err := newest.Assessment([]byte(request), 100, engine.Form{FHIR: true, English: true}, noon)
	if err != nil {
		t.Fatal(err)
	}
	if said := regexp.MustCompile(`[^"]*\p{Han}[^"]*`).FindAllString(string(bundle), -1); len(said) > 0 {
		t.Errorf("%q", said)
	}
}
