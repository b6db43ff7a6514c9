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
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// A Report is the outcome of a proof.
type Report struct {
	Problems problem.List // sorted; empty when everything proved is in order
	Notes    problem.List // what is allowed and may be meant otherwise
	Unproved problem.List // notes: tables and rules that could not be proved, and why
	Tables   int          // proved
	Cells    float64      // evaluated
}

// maxCells is how many cells of one table are evaluated at most.
const maxCells = 1e6

// Check proves every table of a set, those of overlays included, the guards of
// the tables of one indicator against each other, and the rows of risk rules.
func Check(set *ruleset.Set) *Report { return (*Memory)(nil).Check(set) }

// Check is the function of that name, with every proof kept for the next time.
func (m *Memory) Check(set *ruleset.Set) *Report {
	m.begin()
	report := &Report{}
	prove := func(of func() key, proof func(c *checker)) {
		o := m.recall(of, func() *outcome {
			c := &checker{set: set, outcome: &outcome{}}
			proof(c)
			return c.outcome
		})
		report.Problems = append(report.Problems, o.problems...)
		report.Unproved = append(report.Unproved, o.unproved...)
		report.Notes = append(report.Notes, o.notes...)
		report.Tables += o.tables
		report.Cells += o.cells
	}
	for _, o := range set.Overlays {
		prove(func() key { return ofOverlay(set, o) }, func(c *checker) { c.overlay(o) })
	}
	for _, tables := range set.AllTables() {
		for _, list := range tables {
			prove(func() key { return ofGuards(set, list) }, func(c *checker) { c.guards(list) })
			for _, t := range list {
				prove(func() key { return ofTable(set, t) }, func(c *checker) { c.table(t) })
			}
		}
	}
	g := &gaps{set: set}
	for _, r := range set.Risks {
		prove(func() key { return ofRisk(set, r) }, func(c *checker) {
			for _, rule := range r.Rules {
				c.rule(rule)
			}
			c.problems = append(c.problems, g.risk(r)...)
		})
	}
	report.Problems.Sort()
	report.Unproved.Sort()
	report.Notes.Sort()
	return report
}

type checker struct {
	set *ruleset.Set
	*outcome
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

func witness(s *lattice.Space, point []int) message.Phrase {
	zh, en := s.Witness(point)
	return message.Phrase{ZH: zh, EN: en}
}

// provable reports whether the cells of a space prove anything, and notes why
// not.
func (c *checker) provable(s *lattice.Space, at problem.Place) bool {
	switch {
	case len(s.Inexact) > 0:
		c.unproved.Add(message.Unproved.At(at, "reason", message.InexactProof.With("names", s.Inexact)))
	case s.Size() > maxCells:
		c.unproved.Add(message.Unproved.At(at, "reason", message.TooManyCases.With("cells", fmt.Sprintf("%.0f", s.Size()))))
	default:
		c.cells += s.Size()
		return true
	}
	return false
}

// guards proves that no person is admitted by two tables of one indicator.
func (c *checker) guards(tables []*ruleset.Table) {
	if len(tables) < 2 {
		return
	}
	s := c.space(nil, ruleset.Guards(tables))
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
				c.problems.Add(message.GuardsOverlap.At(t.At, "indicator", t.Indicator.Called(), "witness", witness(s, point), "other", tables[first].At))
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
	c.tables++
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
			c.problems.Add(message.Unreachable.At(t.Rows[i].At, "indicator", t.Indicator.Called(), "row", i+1))
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
	c.problems.Add(message.ImplausibleBound.At(r.At, "indicator", i.Called(), "row", r.Number, "limits", limits, "unit", i.Unit))
	return true
}

// overlay proves that whoever is assessed by the base tables of an indicator
// is assessed by those that replace them, too, unless the overlay says that it
// means to leave persons out.
func (c *checker) overlay(o *ruleset.Overlay) {
	for name, tables := range o.Tables {
		base := c.set.Tables[name]
		if len(base) == 0 || slices.Contains(o.FewerPersons, name) {
			continue
		}
		own, others := ruleset.Guards(tables), ruleset.Guards(base)
		if len(own) < len(tables) {
			continue // one of its tables admits everybody
		}
		s := c.space(nil, slices.Concat(own, others))
		if !c.provable(s, tables[0].At) {
			continue
		}
		truths := s.Truths(c.set)
		s.Each(nil, func(point []int) bool {
			admitted := func(g *expression.Condition) bool { return truths.Of(g).At(point) == expression.True }
			if len(others) == len(base) && !slices.ContainsFunc(others, admitted) || slices.ContainsFunc(own, admitted) {
				return true
			}
			c.problems.Add(message.OverlayLeavesOut.At(tables[0].At, "indicator", tables[0].Indicator.Called(),
				"witness", witness(s, point), "namespace", o.Namespace, "name", name))
			return false
		})
	}
}

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
