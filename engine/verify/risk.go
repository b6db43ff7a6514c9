package verify

import (
	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/message"
	"tijian/engine/ruleset"
)

// rule proves that the rows of a risk rule exclude each other unless they give
// the same flag. Rows need not be total: where none holds the next rule is
// asked.
func (c *checker) rule(r *ruleset.RiskRule) {
	s := c.space(nil, conditionsOf(r))
	if len(s.Dimensions) == 0 || !c.provable(s, r.At) {
		return
	}
	truths := s.Truths(c.set)
	when := truths.Of(r.When)
	rows := make([]*lattice.Truth, len(r.Rows))
	for i, row := range r.Rows {
		rows[i] = truths.Of(row.When)
	}
	said := map[[2]int]bool{}
	s.Each(nil, func(point []int) bool {
		if when != nil && when.At(point) != expression.True {
			return true
		}
		first := none
		for i, row := range r.Rows {
			if rows[i].At(point) != expression.True {
				continue
			}
			if first == none {
				first = i
				continue
			}
			if pair := [2]int{first, i}; row.Flag != r.Rows[first].Flag && !said[pair] {
				said[pair] = true
				c.problems.Add(message.RiskRowsOverlap.At(row.At, "witness", witness(s, point),
					"first", first+1, "firstflag", r.Rows[first].Flag, "second", i+1, "secondflag", row.Flag))
			}
		}
		return true
	})
}
