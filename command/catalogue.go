//go:build cgo

package command

import (
	"tijian/engine"
	"tijian/engine/fhir"
	"tijian/server/openapi"
)

// terms are what the codes of the version in force are taken from.
func terms(s *engine.Snapshot) fhir.Terms {
	t := fhir.Terms{Rules: s.Rules, Dictionary: s.Dictionary}
	for _, e := range s.Lexicon.Terms() {
		t.Findings = append(t.Findings, e.Name)
	}
	return t
}

// catalogue lists what the contract tells of the rules in force.
func catalogue(s *engine.Snapshot) openapi.Catalogue {
	c := openapi.Catalogue{Hash: s.Rules.Hash}
	for _, i := range s.Dictionary.All() {
		c.Indicators = append(c.Indicators, openapi.Indicator{Name: i.Name, Title: i.Title, Units: i.KnownUnits()})
	}
	for _, r := range s.Rules.Risks {
		c.Risks = append(c.Risks, openapi.Risk{ID: r.ID, Name: r.Name})
	}
	return c
}
