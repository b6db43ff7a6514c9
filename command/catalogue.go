//go:build cgo

package command

import (
	"tijian/engine"
	"tijian/server/openapi"
)

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
