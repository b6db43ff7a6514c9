// Package verify proves the tables of a rule set: every value of every person
// has exactly one row. It asks expr in every cell of the lattice, so a fault
// comes with a witness that is truly so.
package verify

import (
	"fmt"
	"slices"

	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// A Note is a table or rule that could not be proved, and why.
type Note struct {
	problem.Place
	ZH, EN string
}

// A Report is the outcome of a proof.
type Report struct {
	Problems problem.List // sorted; empty when everything proved is in order
	Unproved []Note
	Tables   int     // proved
	Cells    float64 // evaluated
}

// maxCells is how many cells of one table are evaluated at most.
const maxCells = 1e6

// Check proves every table of a set, those of overlays and of the versions they
// pin included, the guards of the tables of one indicator against each other,
// and the rows of risk rules.
func Check(set *ruleset.Set) *Report {
	c := &checker{set: set, report: &Report{}}
	all := []map[string][]*ruleset.Table{set.Tables}
	pinned := map[*ruleset.Set]bool{}
	for _, o := range set.Overlays {
		all = append(all, o.Tables)
		if o.Pinned != nil && !pinned[o.Pinned] {
			pinned[o.Pinned] = true
			c.report.add(Check(o.Pinned))
		}
	}
	for _, tables := range all {
		for _, list := range tables {
			c.guards(list)
			for _, t := range list {
				c.table(t)
			}
		}
	}
	for _, r := range set.Risks {
		for _, rule := range r.Rules {
			c.rule(rule)
		}
	}
	c.report.Problems.Sort()
	slices.SortFunc(c.report.Unproved, func(a, b Note) int { return a.Place.Compare(b.Place) })
	return c.report
}

func (r *Report) add(other *Report) {
	r.Problems = append(r.Problems, other.Problems...)
	r.Unproved = append(r.Unproved, other.Unproved...)
	r.Tables += other.Tables
	r.Cells += other.Cells
}

type checker struct {
	set    *ruleset.Set
	report *Report
}

func (c *checker) fault(at problem.Place, code, zh, en, mendZH, mendEN string) {
	c.report.Problems.Add(problem.Problem{Place: at, Code: code, ZH: zh, EN: en, MendZH: mendZH, MendEN: mendEN})
}

// space cuts the inputs of conditions into cells. The sample's value, where
// there is an indicator, keeps to what is plausible.
func (c *checker) space(value *dictionary.Indicator, conditions []*expression.Condition) *lattice.Space {
	s := lattice.New(value, lattice.Side{Set: c.set, Conditions: conditions})
	if value != nil {
		s.Last().Keep(func(point any) bool {
			x := point.(float64)
			return value.Plausible[0] <= x && x <= value.Plausible[1]
		})
	}
	return s
}

// provable reports whether the cells of a space prove anything, and notes why
// not.
func (c *checker) provable(s *lattice.Space, at problem.Place) bool {
	switch {
	case len(s.Inexact) > 0:
		c.report.Unproved = append(c.report.Unproved, Note{at,
			fmt.Sprintf("条件中 %v 不是只与固定的数比较，无法逐格证明", s.Inexact),
			fmt.Sprintf("%v are not only compared with constants", s.Inexact)})
	case s.Size() > maxCells:
		c.report.Unproved = append(c.report.Unproved, Note{at,
			fmt.Sprintf("情况太多（%.0f 格），没有逐格证明", s.Size()),
			fmt.Sprintf("too many cases (%.0f cells)", s.Size())})
	default:
		c.report.Cells += s.Size()
		return true
	}
	return false
}

// guards proves that no person is admitted by two tables of one indicator.
func (c *checker) guards(tables []*ruleset.Table) {
	if len(tables) < 2 {
		return
	}
	var conditions []*expression.Condition
	for _, t := range tables {
		if t.For != nil {
			conditions = append(conditions, t.For)
		}
	}
	s := c.space(nil, conditions)
	if !c.provable(s, tables[0].At) {
		return
	}
	truths := s.Truths(c.set)
	guards := make([]*lattice.Truth, len(tables))
	for i, t := range tables {
		guards[i] = truths.Of(t.For)
	}
	seen := map[[2]int]bool{}
	s.Each(nil, func(point []int) bool {
		first := -1
		for i, t := range tables {
			if guards[i] != nil && guards[i].At(point) != expression.True {
				continue
			}
			if first >= 0 && !seen[[2]int{first, i}] {
				seen[[2]int{first, i}] = true
				zh, en := s.Witness(point)
				c.fault(t.At, "guard-overlap",
					fmt.Sprintf("%s：%s 时，本表和 %s 的表都适用", t.Indicator.Title, zh, tables[first].At),
					fmt.Sprintf("%s: for %s this table and that at %s both apply", t.Indicator.Name, en, tables[first].At),
					"修改 for，使两张表的人群不重叠", "Change for so that no person is in both")
			}
			if first < 0 {
				first = i
			}
		}
		return true
	})
}

// table proves the rows of a table.
func (c *checker) table(t *ruleset.Table) {
	s := c.space(t.Indicator, t.Conditions())
	if !c.provable(s, t.At) {
		return
	}
	c.report.Tables++
	p := newProof(c, t, s)
	inside := false
	s.Each(func(point []int) bool {
		p.column(inside)
		inside = p.guard == nil || p.guard.At(point) == expression.True
		return inside
	}, func(point []int) bool {
		p.cell(point)
		return true
	})
	p.column(inside)
	for i, reached := range p.reached {
		if !reached && c.outside(t, t.Rows[i]) {
			continue
		}
		if !reached {
			c.fault(t.Rows[i].At, "unreachable",
				fmt.Sprintf("%s：第 %d 行永远不会用到", t.Indicator.Title, i+1), fmt.Sprintf("%s: row %d never applies", t.Indicator.Name, i+1),
				"检查条件是否写错，或删去这一行", "Check its condition or remove it")
		}
	}
}

// outside says of a row that never applies that all its bounds lie beyond the
// plausible range: most likely they are in another unit.
func (c *checker) outside(t *ruleset.Table, r *ruleset.Row) bool {
	i := t.Indicator
	numbers := r.When.Bounds(c.set.Scope.Slot(c.set.Names.Value)).Numbers
	if !slices.ContainsFunc(numbers, func(x float64) bool { return x < i.Plausible[0] || x > i.Plausible[1] }) {
		return false
	}
	limits := fmt.Sprintf("%v–%v %s", i.Plausible[0], i.Plausible[1], i.Unit)
	c.fault(r.At, "implausible-bound",
		fmt.Sprintf("%s：第 %d 行的界限超出合理范围 %s，这一行永远不会用到，可能是单位错了", i.Title, r.Number, limits),
		fmt.Sprintf("%s: the bounds of row %d lie outside the plausible range %s, so it never applies; perhaps they are in another unit", i.Name, r.Number, limits),
		"规则一律用标准单位 "+i.Unit+"，请换算", "Rules are in the standard unit "+i.Unit+"; convert them")
	return true
}
