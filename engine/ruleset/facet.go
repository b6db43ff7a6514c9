package ruleset

import (
	"slices"
	"strings"

	"tijian/engine/expression"
)

// A Facet is something known of a sample besides its value: the printed
// reference range, an earlier result, whether a unit was sent.
type Facet int

// The facets, in the order of Facets.
const (
	RefLow Facet = iota
	RefHigh
	TimesRefLow
	TimesRefHigh
	Previous
	PreviousDays
	Change
	ChangeRatio
	ChangePerYear
	UnitSent // 1 when the sample has a unit
	Graded   // the grade of one that was sent as a word, of an indicator that is a number
)

// Facets are what rows of a table call the facets of their own sample, and what
// stands behind an indicator's name elsewhere: creatinine_change.
var Facets = [...]struct{ Name, Title string }{
	{"ref_low", "打印的下限"},
	{"ref_high", "打印的上限"},
	{"times_ref_low", "打印下限的倍数"},
	{"times_ref_high", "打印上限的倍数"},
	{"previous", "上次结果"},
	{"previous_days", "距上次的天数"},
	{"change", "比上次增加"},
	{"change_ratio", "比上次增加的比例"},
	{"change_per_year", "每年增加"},
	{"unit_sent", "送来的单位"},
	{"graded", "送来的定性结果"},
}

// OfReference reports whether a facet rests on the printed range.
func (f Facet) OfReference() bool { return f <= TimesRefHigh }

// OfUnit reports whether a facet rests on the unit alone.
func (f Facet) OfUnit() bool { return f == UnitSent || f == Graded }

// A FacetSlot is where the rules look for a facet.
type FacetSlot struct {
	Facet Facet
	Slot  int
}

// IsFacet reports whether a slot holds a facet: of the sample itself, or of an
// indicator by its name.
func (n *Names) IsFacet(slot int) bool {
	if slices.Contains(n.Facets[:], slot) {
		return true
	}
	for _, facets := range n.FacetsOf {
		if slices.ContainsFunc(facets, func(f FacetSlot) bool { return f.Slot == slot }) {
			return true
		}
	}
	return false
}

// facetOf takes creatinine_change apart.
func (l *loader) facetOf(name string) (indicator string, facet Facet, ok bool) {
	for i, f := range Facets {
		indicator, found := strings.CutSuffix(name, "_"+f.Name)
		if _, known := l.set.Dictionary.Lookup(indicator); found && known {
			return indicator, Facet(i), true
		}
	}
	return "", 0, false
}

// offer declares a facet of an indicator once a rule names it: there are too
// many for a slot each.
func (l *loader) offer(name string) bool {
	indicator, facet, ok := l.facetOf(name)
	if !ok {
		return false
	}
	i, _ := l.set.Dictionary.Lookup(indicator)
	v, ok := l.set.Scope.Declare(expression.Variable{Name: name, Title: i.Title + Facets[facet].Title, Type: expression.Number})
	if ok {
		n := &l.set.Names
		n.FacetsOf[indicator] = append(n.FacetsOf[indicator], FacetSlot{facet, v.Slot})
	}
	return ok
}
