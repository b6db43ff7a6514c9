package dictionary

import (
	_ "embed"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"
)

// furtherYAML has, by indicator, the names of further terms of LOINC by their
// codes. What LOINC means by a code is the same in every version.
//
//go:embed loinc.yaml
var furtherYAML []byte

// componentsYAML has, by component of LOINC, what tells units of one spelling apart.
//
//go:embed loinc_units.yaml
var componentsYAML []byte

// codes has the indicators of those codes, the names of their terms, and what
// componentsYAML says. It is read when a code is first asked for.
var codes = sync.OnceValue(func() (l struct{ indicators, terms, units map[string]string }) {
	var file map[string]map[string]string
	if err := yaml.Unmarshal(furtherYAML, &file); err != nil {
		panic(err) // it is embedded
	}
	if err := yaml.Unmarshal(componentsYAML, &l.units); err != nil {
		panic(err) // so is this
	}
	l.indicators, l.terms = map[string]string{}, map[string]string{}
	for name, of := range file {
		for code, term := range of {
			l.indicators[code], l.terms[code] = name, term
		}
	}
	return l
})

// UnitByLOINC is the unit that a result has whose indicator came by a code: what it
// was sent with, made clear where the code's component tells what it is of. ok is
// false where there is none and the code is of another kind of quantity than the
// standard unit, so that a number alone means nothing: of [Mass/volume], 1.2 is not in
// pmol/L.
func (i *Indicator) UnitByLOINC(code, unit string) (clear string, ok bool) {
	term := codes().terms[code]
	component, property, found := strings.Cut(term, " [")
	if !found {
		return unit, true
	}
	suffix := codes().units[component]
	if unit != "" {
		if whole := unit + " " + suffix; suffix != "" && i.hasUnit(whole) {
			return whole, true
		}
		return unit, true
	}
	molar := strings.Contains(i.Unit, "mol")
	switch {
	case i.Kind == Qualitative: // a number of what is graded means nothing where the code measures it
		return unit, strings.HasPrefix(property, "Presence")
	case strings.HasPrefix(property, "Molar "): // a ratio of moles
		return unit, false
	case strings.HasPrefix(property, "Mass"):
		return unit, !molar && strings.HasSuffix(i.Unit, suffix)
	case strings.HasPrefix(property, "Moles"):
		return unit, molar
	case strings.HasPrefix(property, "Presence"):
		return unit, false
	}
	return unit, true
}

func (i *Indicator) hasUnit(unit string) bool {
	_, ok := i.ToStandard(0, unit)
	return ok
}

// ByLOINC returns the indicator that a LOINC code stands for and reports whether
// there is one: its own code, or one of another method or kind of quantity.
func (d *Dictionary) ByLOINC(code string) (*Indicator, bool) {
	if i, ok := d.byLOINC[code]; ok {
		return i, true
	}
	return d.Lookup(codes().indicators[code])
}
