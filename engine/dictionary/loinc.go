package dictionary

import (
	_ "embed"

	"gopkg.in/yaml.v3"
)

// furtherYAML has, by indicator, the names of further terms of LOINC by their
// codes. What LOINC means by a code is the same in every version.
//
//go:embed loinc.yaml
var furtherYAML []byte

// further are the indicators of those codes.
var further = func() map[string]string {
	var file map[string]map[string]string
	if err := yaml.Unmarshal(furtherYAML, &file); err != nil {
		panic(err) // it is embedded
	}
	by := map[string]string{}
	for name, terms := range file {
		for code := range terms {
			by[code] = name
		}
	}
	return by
}()

// ByLOINC returns the indicator that a LOINC code stands for and reports whether
// there is one: its own code, or one of another method or kind of quantity.
func (d *Dictionary) ByLOINC(code string) (*Indicator, bool) {
	if i, ok := d.byLOINC[code]; ok {
		return i, true
	}
	return d.Lookup(further[code])
}
