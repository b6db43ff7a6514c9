package lint

import (
	"slices"

	"tijian/engine/expression"
	"tijian/engine/message"
	"tijian/engine/ruleset"
)

// printedBounds notes where a risk or a derived value holds an indicator to an end of
// the normal range of a table that goes by the printed range: where another range is
// printed, the two contradict each other. Bounds of guidelines hold whatever is
// printed, so that it is a note.
func (c *checker) printedBounds() {
	value := c.set.Scope.Slot(c.set.Names.Value)
	ends := map[string][]float64{}
	for t := range c.set.EveryTable() {
		for _, r := range t.Rows {
			if t.Printed && r.Level.ID[0] == 'N' {
				ends[t.Indicator.Name] = append(ends[t.Indicator.Name], r.When.Bounds(value).Numbers...)
			}
		}
	}
	look := func(e *expression.Expression) {
		for name, numbers := range c.set.Compared(e, "") {
			i := slices.IndexFunc(numbers, func(x float64) bool { return slices.Contains(ends[name], x) })
			if i >= 0 && !c.seesPrinted(e, name) {
				indicator, _ := c.set.Dictionary.Lookup(name)
				c.list.Add(message.PrintedBound.At(e.Text.At, "indicator", indicator.Called(), "number", numbers[i], "name", name))
			}
		}
	}
	for _, d := range c.set.Derived {
		for _, e := range d.Expressions() {
			if !d.OwnNumbers {
				look(e)
			}
		}
	}
	for _, r := range c.set.Risks {
		for _, condition := range r.Conditions() {
			look(&condition.Expression)
		}
	}
}

// seesPrinted reports whether an expression looks at the printed range of an indicator.
func (c *checker) seesPrinted(e *expression.Expression, indicator string) bool {
	return slices.ContainsFunc(c.set.Names.FacetsOf[indicator], func(f ruleset.FacetSlot) bool {
		return f.Facet.OfReference() && slices.Contains(e.Slots(), f.Slot)
	})
}
