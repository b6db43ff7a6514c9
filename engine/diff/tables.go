package diff

import (
	"cmp"
	"fmt"
	"slices"

	"tijian/engine/change"
	"tijian/engine/derive"
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
	people    *derive.People
	sides     [2]*answers
	at        []int             // the settled cell
	nobody    bool              // can be in the column
	pairs     [][2]lattice.Told // by tag
	tags      map[[2]lattice.Told]int
}

// answers are those of one side's tables, by looking up.
type answers struct {
	set    *ruleset.Set
	tables []*ruleset.Table
	*lattice.Tables
}

func newComparison(views [2]view, from, to []*ruleset.Table, r *Report, namespace string) *comparison {
	some := from
	if len(some) == 0 {
		some = to
	}
	c := &comparison{report: r, namespace: namespace, tags: map[[2]lattice.Told]int{},
		space: lattice.New(some[0].Indicator, lattice.Side{Set: views[0].set, Conditions: lattice.Deciding(views[0].set, from)}, lattice.Side{Set: views[1].set, Conditions: lattice.Deciding(views[1].set, to)})}
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
	c.people = derive.PeopleOf(c.sides[1].set, c.space)
	for _, s := range c.sides {
		s.Tables = c.space.Tables(s.set, s.tables, c.space.Truths(s.set).Of)
	}
	for _, r := range lattice.Regions(c.space, c.answer) {
		from, to := []change.Row{}, []change.Row{}
		for _, tag := range r.Tags {
			from, to = addRows(from, c.pairs[tag][0]), addRows(to, c.pairs[tag][1])
		}
		c.report.Levels = append(c.report.Levels, change.Change[change.Given]{Namespace: c.namespace, Indicator: value.Indicator.Name, From: r.From.given(from), To: r.To.given(to), Lent: r.From.lent, Region: c.region(r.Box).LentBy(r.From.lent)})
	}
	for _, r := range lattice.Regions(c.space, c.ideals()) {
		c.report.Ideals = append(c.report.Ideals, change.Change[IdealRange]{Namespace: c.namespace, Indicator: value.Indicator.Name, From: idealRange(&value, r.From), To: idealRange(&value, r.To), Region: c.region(r.Box).Persons()})
	}
	c.printed()
	seen := map[[2]*ruleset.Row]bool{}
	for _, p := range c.pairs {
		a, b := p[0], p[1]
		rows := [2]*ruleset.Row{a.Row, b.Row}
		if a.Row == nil || b.Row == nil || a.By != nil || b.By != nil || seen[rows] {
			continue
		}
		seen[rows] = true
		if answerOf(c.sides[0].set, a) == answerOf(c.sides[1].set, b) {
			c.report.texts(c.namespace, value.Indicator, a.Row, b.Row)
		}
	}
}

// region describes a box; its witness is somebody who can be.
func (c *comparison) region(box lattice.Box) *change.Region {
	r := change.RegionOf(c.space, box)
	if at := box.First(); c.people.Settle(at) {
		r.Witness = c.space.Inputs(at)
	}
	return r
}

// settled is the cell that answers for one: where nobody can be, as next to it,
// so that regions are not cut at what nobody is. Both sides have their tables
// chosen.
func (c *comparison) settled(point []int) []int {
	last := len(point) - 1
	if point[last] == 0 {
		c.at = append(c.at[:0], point...)
		c.nobody = !c.people.Settle(c.at)
		for _, s := range c.sides {
			s.Choose(c.at)
		}
	}
	c.at[last] = point[last]
	return c.at
}

// idealRange writes the points of a value that are ideal.
func idealRange(value *lattice.Dimension, points string) *IdealRange {
	return &IdealRange{ZH: cmp.Or(value.Describe(points, problem.Chinese), "无"), EN: cmp.Or(value.Describe(points, problem.English), "none")}
}

// addRows adds where a told row stands, and where it says to whom it is lent.
func addRows(rows []change.Row, told lattice.Told) []change.Row {
	add := func(at problem.Place) {
		if !slices.Contains(rows, change.Row(at)) {
			rows = append(rows, change.Row(at))
		}
	}
	if told.Row != nil {
		add(told.Row.At)
	}
	if told.By != nil {
		add(told.By.At)
	}
	return rows
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

func (s *answers) answer(told lattice.Told, x float64, indicator [2]float64) answer {
	level := ruleset.LevelNotAssessed
	switch {
	case x < indicator[0] || x > indicator[1]:
		level = ruleset.LevelImplausible
	case told.Row != nil:
		return answerOf(s.set, told)
	}
	a := answer{Grade: change.Grade{Level: level}, Instruction: change.NothingTold}
	if l := s.set.Level(level); l != nil {
		a.Color = l.Color
	}
	return a
}

// answer gives both sides' answers in a cell.
func (c *comparison) answer(point []int) (from, to answer, tag int) {
	last := len(point) - 1
	at := c.settled(point)
	if c.nobody {
		return answer{}, answer{}, -1
	}
	value := &c.space.Dimensions[last]
	x := value.Points[at[last]].(float64)
	var told [2]lattice.Told
	var got [2]answer
	for i, s := range c.sides {
		plausible := value.Indicator.Plausible
		if len(s.tables) > 0 {
			plausible = s.tables[0].Indicator.Plausible
		}
		told[i] = s.Told(at)
		got[i] = s.answer(told[i], x, plausible)
	}
	for _, side := range told {
		if side.By != nil { // whoever borrows on either side is a person of its own
			got[0].lent, got[1].lent = side.By.Age, side.By.Age
		}
	}
	tag, known := c.tags[told]
	if !known {
		tag = len(c.pairs)
		c.tags[told] = tag
		c.pairs = append(c.pairs, told)
	}
	return got[0], got[1], tag
}

// ideals gives for each column the points that are ideal on either side.
func (c *comparison) ideals() func(point []int) (from, to string, tag int) {
	var sets [2]string
	last := len(c.space.Dimensions) - 1
	return func(point []int) (string, string, int) {
		if point[last] == 0 {
			column := slices.Clone(c.settled(point))
			for i, s := range c.sides {
				set := make([]byte, len(c.space.Dimensions[last].Points))
				for k := range set {
					column[last] = k
					if row := s.Row(column); !c.nobody && row != nil && row.Level.ID == ruleset.LevelIdeal {
						set[k] = 1
					}
				}
				sets[i] = string(set)
			}
		}
		return sets[0], sets[1], 0
	}
}

// An answer is what a table says of a value, to compare cell by cell.
type answer struct {
	change.Grade
	change.Instruction
	lent int // the age whose table is asked on either side; 0 for one's own
}

// given is the answer of a region, with the rows that give it.
func (a answer) given(rows []change.Row) *change.Given {
	return &change.Given{Grade: a.Grade, Rows: rows, Instruction: a.Instruction}
}

// answerOf is what a told row answers. One that is lent has no words of its own
// for later.
func answerOf(set *ruleset.Set, told lattice.Told) answer {
	r, late := told.Row, told.Row.LateTip
	if told.By != nil {
		r, late = told.By.Told(r), ""
	}
	return answer{Grade: change.Grade{Level: r.Level.ID, Color: r.Color}, Instruction: change.Told(set, r.Color, r.Urgency, late)}
}

// A flagged is what a row of a risk answers.
type flagged struct {
	flag int
	change.Instruction
}

func flaggedBy(set *ruleset.Set, r *ruleset.RiskRow) flagged {
	color := 0
	if f := set.FlagOf(r.Flag); f != nil {
		color = f.Color
	}
	return flagged{r.Flag, change.Told(set, color, r.Urgency, r.LateTip)}
}

// printedRange writes what becomes of the printed range.
func printedRange(used bool, lang string) string {
	if used {
		return message.Pick(lang, "改为以报告印的范围为准", "now read by the range that the report prints")
	}
	return message.Pick(lang, "不再以报告印的范围为准", "no longer read by the range that the report prints")
}

// printed finds whose tables read values by the printed range on one side only.
// Where nobody had a table, or nobody has one now, the levels tell.
func (c *comparison) printed() {
	if !slices.ContainsFunc(c.sides[:], func(s *answers) bool {
		return slices.ContainsFunc(s.tables, func(t *ruleset.Table) bool { return t.Printed })
	}) {
		return
	}
	last := len(c.space.Dimensions) - 1
	var uses [2]bool
	for _, r := range lattice.Regions(c.space, func(point []int) (from, to bool, tag int) {
		if point[last] == 0 {
			a, b := c.chosen(point)
			uses = [2]bool{a != nil && b != nil && a.Printed, a != nil && b != nil && b.Printed}
			if c.nobody {
				uses = [2]bool{}
			}
		}
		return uses[0], uses[1], 0
	}) {
		a, b := c.chosen(r.Box.First())
		c.report.Ranges = append(c.report.Ranges, change.Change[bool]{Namespace: c.namespace, Indicator: c.space.Dimensions[last].Indicator.Name, From: &r.From, To: &r.To,
			FromAt: change.Row(a.At), ToAt: change.Row(b.At), Region: c.region(r.Box).Persons()})
	}
}

// chosen are both sides' tables for the person of a cell, nil where there is
// none.
func (c *comparison) chosen(point []int) (from, to *ruleset.Table) {
	column := slices.Clone(point)
	column[len(column)-1] = 0
	c.settled(column)
	return c.sides[0].Table(), c.sides[1].Table()
}
