package fhir_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"tijian/dictionaries"
	"tijian/engine"
	"tijian/engine/dictionary"
	"tijian/engine/fhir"
	"tijian/engine/filelimits"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/internal/growth"
)

// A bundle of several persons is answered for each, by what is about that one only; for
// whom something is wrong there is an outcome with its place.
func TestSeveralPersons(t *testing.T) {
	person := func(id, more string) string {
		return fmt.Sprintf(`{"fullUrl":"http://his.example/fhir/Patient/%s","resource":{"resourceType":"Patient","id":%q,"birthDate":"1990-04-01"%s}}`, id, id, more)
	}
	result := func(subject, value string) string {
		return `{"resource":{"resourceType":"Observation","status":"final","code":{"coding":[{"system":"http://loinc.org","code":"2823-3"}]},"effectiveDateTime":"2026-11-20T08:30:00Z"` + subject + `,"valueQuantity":{"value":` + value + `,"system":"http://unitsofmeasure.org","code":"mmol/L"}}}`
	}
	of := func(id string) string { return `,"subject":{"reference":"Patient/` + id + `"}` }
	const woman, man = `,"gender":"female"`, `,"gender":"male"`
	for name, c := range map[string]struct {
		entries []string
		want    string // potassium of each and what is said, in order
	}{
		"two":                {[]string{person("a", woman), person("b", man), result(of("a"), "4.1"), result(of("b"), "4.4")}, "4.1 4.4"},
		"twins":              {[]string{result(of("b"), "4.4"), person("a", man), person("b", man), result(of("a"), "4.1")}, "4.1 4.4"},
		"the same again":     {[]string{person("a", man), person("a", man), result(of("a"), "4.1")}, "4.1"},
		"of nobody":          {[]string{person("a", woman), person("b", man), result("", "4.1"), result(of("a"), "4.2"), result(of("b"), "4.3")}, "4.2 does not say whom 4.3"},
		"one without a sex":  {[]string{person("a", woman), person("b", ""), result(of("a"), "4.1"), result(of("b"), "4.4")}, "4.1 missing arguments: Bundle.entry[1].resource.gender"},
		"one without result": {[]string{person("a", woman), person("b", man), result(of("b"), "4.4")}, "4.4 missing arguments: Observation.effectiveDateTime"},
	} {
		t.Run(name, func(t *testing.T) {
			body := "\ufeff" + `{"resourceType":"Bundle","type":"collection","entry":[` + strings.Join(c.entries, ",") + `]}`
			answer, _, err := snapshot().Assessment([]byte(body), 10, engine.Form{FHIR: true, FromFHIR: true, English: true}, time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC))
			if err != nil {
				t.Fatal(err)
			}
			valid(t, answer)
			var b struct {
				Entry []struct {
					Resource struct {
						ValueQuantity *struct{ Value json.Number }
						Issue         []struct{ Details struct{ Text string } }
					}
				}
			}
			if err := json.Unmarshal(answer, &b); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, e := range b.Entry {
				if e.Resource.ValueQuantity != nil {
					got = append(got, e.Resource.ValueQuantity.Value.String())
				}
				for _, i := range e.Resource.Issue {
					switch {
					case strings.Contains(i.Details.Text, "missing"):
						got = append(got, i.Details.Text)
					case strings.Contains(i.Details.Text, "whom"):
						got = append(got, "does not say whom")
					}
				}
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// A result without a time of its own has that of the report that lists it.
func TestTimeOfReport(t *testing.T) {
	for _, when := range []string{`"effectiveDateTime":"2026-11-19T08:30:00Z"`, `"effectivePeriod":{"end":"2026-11-19T08:30:00Z"}`, `"issued":"2026-11-19T08:30:00Z"`} {
		body := `{"resourceType":"DiagnosticReport","status":"final","code":{"text":"K"},` + when + `,"result":[{"reference":"#o"}],"contained":[{"resourceType":"Patient","id":"p","gender":"male","birthDate":"1990-04-01"},
			{"resourceType":"Observation","id":"o","status":"final","code":{"coding":[{"system":"http://loinc.org","code":"2823-3"}]},"subject":{"reference":"#p"},"valueQuantity":{"value":4.1,"system":"http://unitsofmeasure.org","code":"mmol/L"}}]}`
		answer, _, err := snapshot().Assessment([]byte(body), 10, engine.Form{FromFHIR: true, English: true}, time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC))
		if err != nil || !strings.Contains(string(answer), `"datetime":"2026-11-19T08:30:00Z"`) || !strings.Contains(string(answer), `"name":"potassium"`) {
			t.Errorf("%s: %s, %v", when, answer, err)
		}
	}
}

// many is a bundle of persons with n bytes of results, one after the other's.
func many(persons, n int) []byte {
	var entries []string
	for i := range persons {
		entries = append(entries, fmt.Sprintf(`{"resource":{"resourceType":"Patient","id":"p%d","birthDate":"1990-04-01","gender":"male"}}`, i))
	}
	for size, i := 0, 0; size < n; i++ {
		one := fmt.Sprintf(`{"resource":{"resourceType":"Observation","status":"final","code":{"text":"%d"},"subject":{"reference":"Patient/p%d"},"effectiveDateTime":"2026-11-20","valueQuantity":{"value":4}}}`, i, i%persons)
		entries, size = append(entries, one), size+len(one)
	}
	return []byte(`{"resourceType":"Bundle","type":"collection","entry":[` + strings.Join(entries, ",") + `]}`)
}

// More persons than a bundle may have are refused by name of the limit.
func TestPersonsOfABundleAreBounded(t *testing.T) {
	_, _, err := snapshot().Assessment(many(filelimits.MostPatients+1, 0), 10, engine.Form{FHIR: true, FromFHIR: true, English: true}, time.Now())
	if err == nil || !strings.Contains(message.Of(err).EN, fmt.Sprintf("at most %d persons", filelimits.MostPatients)) {
		t.Errorf("%v, want the limit", err)
	}
}

// What a bundle of several persons costs to read grows with its length, not with their
// number as well.
func TestSeveralPersonsCost(t *testing.T) {
	dict, problems := dictionary.Load(dictionaries.Active())
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	growth.Memory(t, 1<<16, func(n int) []byte { return many(filelimits.MostPatients, n) }, func(data []byte) {
		bundle, err := jsontree.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		if requests, _ := fhir.ReadEach(bundle, dict, time.Time{}, "en"); len(requests) != filelimits.MostPatients {
			t.Fatalf("%d requests", len(requests))
		}
	})
}
