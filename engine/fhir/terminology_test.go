package fhir_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tijian/engine"
	"tijian/engine/fhir"
	"tijian/engine/problem"
)

func terms() fhir.Terms {
	s := snapshot()
	t := fhir.Terms{Rules: s.Rules, Dictionary: s.Dictionary}
	for _, e := range s.Lexicon.Terms() {
		t.Findings = append(t.Findings, e.Name)
	}
	return t
}

// Code systems and value sets are what HL7 says they are, and every code of ours that
// an answer uses is in one of them, called the same.
func TestTerminology(t *testing.T) {
	for _, lang := range []string{problem.Chinese, problem.English} {
		known := map[[2]string]string{}
		var resources []any
		var ids []string
		for _, s := range terms().CodeSystems(lang) {
			if s.Count != len(s.Concept) || s.Count == 0 || s.Title == "" || s.Short().Concept != nil {
				t.Errorf("%s: %d of %d codes, %q", s.ID, len(s.Concept), s.Count, s.Title)
			}
			for _, c := range s.Concept {
				known[[2]string{s.URL, c.Code}] = c.Display
			}
			resources, ids = append(resources, s, s.Short(), s.Values()), append(ids, s.ID, s.ID+".short", s.ID+".values")
		}
		found, err := json.Marshal(fhir.Found("https://lab.example.cn/fhir", "CodeSystem", ids, resources))
		if err != nil {
			t.Fatal(err)
		}
		valid(t, found)
		bundle := assess(t, request, form(lang))
		used := regexp.MustCompile(`"system":"(urn:tijian:[a-z]+)","code":"([^"]*)"(?:,"display":"([^"]*)")?`).FindAllStringSubmatch(string(bundle), -1)
		if len(used) < 20 {
			t.Errorf("only %d codes are used", len(used))
		}
		unlisted := []string{fhir.Namespace, fhir.Ruleset} // of others, and of versions
		for _, u := range used {
			display, there := known[[2]string{u[1], u[2]}]
			if !there && !slices.Contains(unlisted, u[1]) || there && u[3] != "" && display != u[3] {
				t.Errorf("%s: %s %s is called %q, and %q in the answer", lang, u[1], u[2], display, u[3])
			}
		}
	}
}

// What was judged says by which version of the rules.
func TestProvenance(t *testing.T) {
	bundle := string(assess(t, request, form(problem.Chinese)))
	i := strings.Index(bundle, `"resourceType":"Provenance"`)
	if i < 0 {
		t.Fatal("there is none")
	}
	s := snapshot().Rules
	for _, part := range []string{`"value":"` + s.Version + `"`, "sha256:" + s.Hash, `"role":"source"`} {
		if !strings.Contains(bundle[i:], part) {
			t.Errorf("it lacks %s", part)
		}
	}
}

func form(lang string) engine.Form { return engine.Form{FHIR: true, English: lang == problem.English} }
