package ruleset

import (
	"slices"

	"tijian/engine/dictionary"
	"tijian/engine/problem"
)

// A UnitDoubt says what becomes of a number without a unit whose printed range is
// the usual one in another unit than the standard one: it is not assessed.
type UnitDoubt struct {
	Near float64 `yaml:"near,required"` // times that a printed end is the usual one, for certain
	Wide float64 `yaml:"wide,required"` // at most
	Text string  `yaml:"text,required"` // with the placeholders of Texts
	At   problem.Place
}

// Doubts reports whether a number without a unit is left alone because of the
// printed range beside it, whose ends are NaN where they are open. The tables of
// its indicator are not Unitless.
func (s *Set) Doubts(i *dictionary.Indicator, low, high float64) bool {
	return s.UnitDoubt != nil && i.ForeignRange(low, high, s.UnitDoubt.Near, s.UnitDoubt.Wide)
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
