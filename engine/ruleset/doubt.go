package ruleset

import (
	"slices"
	"strings"

	"tijian/engine/dictionary"
	"tijian/engine/problem"
)

// A UnitDoubt says what becomes of a number whose printed range is the usual one
// in another unit than its own: it is not assessed. Without Named that is only
// asked of numbers without a unit, which are taken to be in the standard one.
type UnitDoubt struct {
	Near  float64    `yaml:"near,required"` // times that a printed end is the usual one, for certain
	Wide  float64    `yaml:"wide,required"` // at most
	Text  string     `yaml:"text,required"` // with the placeholders of Texts, and {like}
	Named *NameDoubt `yaml:"named"`         // nil: a unit that is named is believed
	At    problem.Place
}

// A NameDoubt says how far a printed range may lie from the usual one for the unit
// that is named to be believed all the same. Of one end that is more than of both:
// limits differ by method, and a single one may come near the usual one of another
// unit by chance.
type NameDoubt struct {
	Both float64 `yaml:"both,required"` // times that either of two ends is the usual one
	One  float64 `yaml:"one,required"`  // likewise of one end alone
	Text string  `yaml:"text,required"`
}

// Doubts reports whether a number is left alone because of the printed range
// beside it, whose ends are NaN where they are open, and in which unit that range
// seems to be. Tables that are Unitless judge one without a unit all the same.
func (s *Set) Doubts(i *dictionary.Indicator, unitless bool, unit string, low, high float64) (like string, doubted bool) {
	doubt, patience := s.UnitDoubt, 0.0
	unit = strings.TrimSpace(unit)
	switch {
	case doubt == nil:
		return "", false
	case unit == "":
		if unitless {
			return "", false
		}
	case doubt.Named == nil:
		return "", false
	case i.Comparable(unit, low, high) > 1:
		patience = doubt.Named.Both
	default:
		patience = doubt.Named.One
	}
	return i.ForeignRange(unit, low, high, patience, doubt.Near, doubt.Wide)
}

// Unitless reports whether rows judge a number whose unit they need not know: by
// multiples of the printed range, or by whether it has a unit.
func (s *Set) Unitless(tables []*Table) bool {
	for _, f := range []Facet{UnitSent, TimesRefLow, TimesRefHigh} {
		slot := s.Names.Facets[f]
		for _, t := range tables {
			if slices.ContainsFunc(t.Rows, func(r *Row) bool { return slices.Contains(r.When.Slots(), slot) }) {
				return true
			}
		}
	}
	return false
}
