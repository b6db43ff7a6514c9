package diff

import (
	"cmp"
	"fmt"
	"slices"

	"tijian/engine/change"
	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// A comparison is that of one indicator.
type comparison struct {
	report    *Report
	namespace string
	space     *lattice.Space
	sides     [2]*answers
	pairs     [][2]*ruleset.Row // by tag; nil where no row answers
	tags      map[[2]*ruleset.Row]int
}

// answers are those of one side's tables, by looking up.
type answers struct {
	set    *ruleset.Set
	tables []*ruleset.Table
	*lattice.Tables
}

func conditions(tables []*ruleset.Table) []*expression.Condition {
	var list []*expression.Condition
	for _, t := range tables {
		list = append(list, t.Conditions()...)
	}
	return list
}

func newComparison(views [2]view, from, to []*ruleset.Table, r *Report, namespace string) *comparison {
	some := from
	if len(some) == 0 {
		some = to
	}
	c := &comparison{report: r, namespace: namespace, tags: map[[2]*ruleset.Row]int{},
		space: lattice.New(some[0].Indicator, lattice.Side{Set: views[0].set, Conditions: conditions(from)}, lattice.Side{Set: views[1].set, Conditions: conditions(to)})}
	c.sides[0] = &answers{set: views[0].set, tables: from}
	c.sides[1] = &answers{set: views[1].set, tables: to}
	return c
}

func (c *comparison) run() {
	value := c.space.Dimensions[len(c.space.Dimensions)-1]
	at := problem.Place{}
	for _, s := range c.sides {
		if len(s.tables) > 0 {
			at = s.tables[0].At
		}
	}
	if reason := obstacle(c.space); reason != nil {
		reason.What, reason.At = value.Indicator.Name, change.Row(at)
		c.report.Inexact = append(c.report.Inexact, *reason)
		return
	}
	c.report.Cells += c.space.Size()
	for _, s := range c.sides {
		s.Tables = c.space.Tables(s.tables, c.space.Truths(s.set).Of)
	}
	for _, r := range lattice.Regions(c.space, c.answer) {
		from, to := []change.Row{}, []change.Row{}
		for _, tag := range r.Tags {
			from, to = addRow(from, c.pairs[tag][0]), addRow(to, c.pairs[tag][1])
		}
		c.report.Levels = append(c.report.Levels, change.Change[change.Given]{Namespace: c.namespace, Indicator: value.Indicator.Name, From: r.From.given(from), To: r.To.given(to), Region: change.RegionOf(c.space, r.Box)})
	}
	for _, r := range lattice.Regions(c.space, c.ideals()) {
		c.report.Ideals = append(c.report.Ideals, change.Change[IdealRange]{Namespace: c.namespace, Indicator: value.Indicator.Name, From: idealRange(&value, r.From), To: idealRange(&value, r.To), Region: change.RegionOf(c.space, r.Box).Persons()})
	}
	c.printed()
	seen := map[[2]*ruleset.Row]bool{}
	for _, p := range c.pairs {
		if p[0] != nil && p[1] != nil && !seen[p] && answerOf(c.sides[0].set, p[0]) == answerOf(c.sides[1].set, p[1]) {
			seen[p] = true
			c.report.texts(c.namespace, value.Indicator, p[0], p[1])
		}
	}
}

// idealRange writes the points of a value that are ideal.
func idealRange(value *lattice.Dimension, points string) *IdealRange {
	return &IdealRange{ZH: cmp.Or(value.Describe(points, problem.Chinese), "无"), EN: cmp.Or(value.Describe(points, problem.English), "none")}
}

func addRow(rows []change.Row, r *ruleset.Row) []change.Row {
	if r == nil || slices.Contains(rows, change.Row(r.At)) {
		return rows
	}
	return append(rows, change.Row(r.At))
}

// obstacle says why a space does not tell everything; nil when it does.
func obstacle(g *lattice.Space) *Note {
	switch {
	case len(g.Inexact) > 0:
		return &Note{Reason: Reason(message.InexactDifference.With("names", g.Inexact))}
	case g.Size() > maxCells:
		return &Note{Reason: Reason(message.TooManyToCompare.With("cells", fmt.Sprintf("%.0f", g.Size())))}
	}
	return nil
}

func (s *answers) answer(row *ruleset.Row, x float64, indicator [2]float64) answer {
	level := ruleset.LevelNotAssessed
	switch {
	case x < indicator[0] || x > indicator[1]:
		level = ruleset.LevelImplausible
	case row != nil:
		return answerOf(s.set, row)
	}
	a := answer{change.Grade{Level: level}, change.NothingTold}
	if l := s.set.Level(level); l != nil {
		a.Color = l.Color
	}
	return a
}

// answer gives both sides' answers in a cell.
func (c *comparison) answer(point []int) (from, to answer, tag int) {
	last := len(point) - 1
	value := &c.space.Dimensions[last]
	x := value.Points[point[last]].(float64)
	var rows [2]*ruleset.Row
	var got [2]answer
	for i, s := range c.sides {
		if point[last] == 0 {
			s.Choose(point)
		}
		plausible := value.Indicator.Plausible
		if len(s.tables) > 0 {
			plausible = s.tables[0].Indicator.Plausible
		}
		rows[i] = s.Row(point)
		got[i] = s.answer(rows[i], x, plausible)
	}
	tag, known := c.tags[rows]
	if !known {
		tag = len(c.pairs)
		c.tags[rows] = tag
		c.pairs = append(c.pairs, rows)
	}
	return got[0], got[1], tag
}

// ideals gives for each column the points that are ideal on either side.
func (c *comparison) ideals() func(point []int) (from, to string, tag int) {
	var sets [2]string
	last := len(c.space.Dimensions) - 1
	return func(point []int) (string, string, int) {
		if point[last] == 0 {
			column := slices.Clone(point)
			for i, s := range c.sides {
				s.Choose(point)
				set := make([]byte, len(c.space.Dimensions[last].Points))
				for k := range set {
					column[last] = k
					if row := s.Row(column); row != nil && row.Level.ID == ruleset.LevelIdeal {
						set[k] = 1
					}
				}
				sets[i] = string(set)
			}
		}
		return sets[0], sets[1], 0
	}
}
