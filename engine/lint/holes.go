package lint

import (
	"slices"

	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/message"
	"tijian/engine/ruleset"
)

// maxPersons bounds the combinations of sex, background and arguments that are
// tried for one indicator.
const maxPersons = 4096

// holes warns of an age for which an indicator has no table although younger
// and older persons of the same kind have one: `age > 60` beside `age < 60`.
func (c *checker) holes(tables []*ruleset.Table) {
	var guards []*expression.Condition
	for _, t := range tables {
		if t.For == nil {
			return
		}
		guards = append(guards, t.For)
	}
	s := lattice.New(nil, lattice.Side{Set: c.set, Conditions: guards})
	age := c.set.Scope.Slot(c.set.Names.Age).Name
	last := func(d lattice.Dimension) bool { return d.Name == age }
	if !slices.ContainsFunc(s.Dimensions, last) {
		return
	}
	for i := range s.Dimensions {
		switch d := &s.Dimensions[i]; {
		case d.Name == age:
		case d.Type == expression.Number:
			d.NotSent() // which makes conditions on it unknown
		default:
			d.Keep(func(point any) bool { return point != nil })
		}
	}
	at := slices.IndexFunc(s.Dimensions, last)
	ages := s.Dimensions[at]
	s.Dimensions = append(slices.Delete(s.Dimensions, at, at+1), ages)
	c.walkAges(tables, guards, s)
}

// walkAges reports the first age without a table between ages with one.
func (c *checker) walkAges(tables []*ruleset.Table, guards []*expression.Condition, s *lattice.Space) {
	truths := s.Truths(c.set)
	var hole []int // once older than someone with a table
	covered, left := false, maxPersons
	s.Each(func([]int) bool {
		hole, covered = nil, false
		left--
		return left >= 0
	}, func(point []int) bool {
		admitted := slices.ContainsFunc(guards, func(g *expression.Condition) bool { return truths.Of(g).At(point) != expression.False })
		switch {
		case admitted && hole != nil:
			zh, en := s.Witness(hole)
			c.list.Add(message.AgeHole.At(tables[0].At, "indicator", tables[0].Indicator.Called(), "witness", message.Phrase{ZH: zh, EN: en}))
			return false
		case admitted:
			covered = true
		case covered && hole == nil:
			hole = slices.Clone(point)
		}
		return true
	})
}
