package verify

import (
	"fmt"

	"tijian/engine/expression"
	"tijian/engine/lattice"
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
				zh, en := s.Witness(point)
				c.fault(row.At, "overlap",
					fmt.Sprintf("%s 时，第 %d 行（flag %d）和第 %d 行（flag %d）都适用", zh, first+1, r.Rows[first].Flag, i+1, row.Flag),
					fmt.Sprintf("for %s rows %d (flag %d) and %d (flag %d) both apply", en, first+1, r.Rows[first].Flag, i+1, row.Flag),
					"修改其中一行的条件，使它们不重叠", "Change a condition so that they do not overlap")
			}
		}
		return true
	})
}
