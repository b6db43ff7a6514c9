package fhir

import (
	"cmp"
	"tijian/engine/dictionary"
	"tijian/engine/keywords"
	"tijian/engine/message"
	"tijian/engine/problem"
)

// verification is FHIR's word for each status that says something of the
// person's own health, and whether what was found is still there. Whose
// relatives have it and what might happen is no condition of theirs.
var verification = map[keywords.Status]struct{ code, display, clinical string }{
	keywords.Certain:  {"confirmed", "Confirmed", "active"},
	keywords.Possible: {"provisional", "Provisional", "active"},
	keywords.Negated:  {"refuted", "Refuted", ""},
	keywords.Past:     {"confirmed", "Confirmed", "resolved"},
}

// Findings returns what a text says as Conditions. Nothing is known of the
// person. seed tells texts apart, lang is one of package problem.
func Findings(full *keywords.Full, seed, lang string) *Bundle {
	b := newBundle([]byte(seed), "")
	person := Reference{Display: message.TheExamined.In(lang)}
	// called is what readers call something; text is its Chinese name, which is kept where
	// it has no other.
	called := func(text string, inEnglish func(string) (string, bool)) string {
		if name, ok := inEnglish(text); ok && lang == problem.English {
			return name
		}
		return text
	}
	for i := range full.Matches {
		m := &full.Matches[i]
		status, told := verification[m.Status]
		if !told {
			continue
		}
		c := Condition{ResourceType: "Condition", ID: b.id(), Subject: person, Code: Concept{Text: called(m.Term, dictionary.FindingInEnglish)}}
		if m.ICD10 != "" {
			c.Code.Coding = append(c.Code.Coding, Coding{System: icd10, Code: m.ICD10})
		}
		c.Code.Coding = append(c.Code.Coding, Coding{System: Finding, Code: code(m.Term), Display: c.Code.Text})
		verified := coded(terminology+"condition-ver-status", status.code, status.display)
		c.VerificationStatus = &verified
		if m.Persists {
			status.clinical = verification[keywords.Certain].clinical
		}
		if status.clinical != "" {
			clinical := coded(terminology+"condition-clinical", status.clinical, "")
			c.ClinicalStatus = &clinical
		}
		if m.Site != "" {
			inEnglish := func(string) (string, bool) { return siteInEnglish(m.Laterality, m.Site) }
			c.BodySite = []Concept{{Text: called(m.Laterality+m.Site, inEnglish)}}
		}
		if m.Severity != "" {
			c.Severity = &Concept{Text: called(m.Severity, modifierInEnglish)}
		}
		if written := cmp.Or(m.Cue, m.Text); written != "" {
			c.Evidence = []Evidence{{Code: []Concept{{Text: written}}}}
		}
		c.Note = []Note{{m.Text}}
		b.add(c.ID, c)
	}
	return b
}
