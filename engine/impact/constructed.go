package impact

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"tijian/engine/assess"
	"tijian/engine/change"
	"tijian/engine/diff"
	"tijian/engine/lattice"
	"tijian/engine/population"
	"tijian/engine/problem"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
)

// Constructed is what a change means for persons made for it: for every row that
// only one of the versions has, one within it and one on each side of each of its
// bounds, with the rest of the person so that its table applies. A generated
// population says nothing about what it does not measure; these persons do.
type Constructed struct {
	Rows    int   `json:"rows"`  // that only one version has
	Tried   int   `json:"tried"` // of these, that somebody was made for
	Persons Count `json:"persons"`
	// Of the persons made: children, pregnant women, those with a disease, those
	// with results of some days ago.
	Children int `json:"children"`
	Pregnant int `json:"pregnant"`
	Sick     int `json:"sick"`
	Late     int `json:"late"`
	// Flags are the groups of persons whom risks flag otherwise, and of how many of
	// them a person shows it.
	Flags      int `json:"flags"`
	FlagsTried int `json:"flags_tried"`
	// Reworded are those who are told something else at the same level.
	Reworded   int             `json:"reworded"`
	NotTried   []problem.Place `json:"-"`
	Places     []string        `json:"not_tried"` // the same as file:line
	Indicators []string        `json:"indicators"`
	// Borrowed are those who have no table of their own for some sample and are told by
	// that of another age.
	Borrowed Count `json:"borrowed"`
	// Flagged have somebody for each of the groups whom risks flag otherwise, nil where
	// nobody was made.
	Flagged []*change.Example `json:"-"`

	answers map[string][]Answer // that differ, by indicator
	kept    map[alike]int
}

// Answers are alike that the same rows give at the same levels; of those of persons who
// were made for rows so many are kept, those of persons made for a group all.
const mostAlike = 8

type alike struct {
	namespace, indicator string
	before, after        problem.Place
	was, is              string // levels
	late                 bool
}

// constructedAt is the time of their examination.
var constructedAt = time.Date(2026, 1, 15, 8, 0, 0, 0, time.UTC)

// Construct makes persons for every table that two versions have otherwise and
// answers them by both. Changes are the versions' differences.
func Construct(from, to *ruleset.Set, changes *diff.Report) *Constructed {
	c := &Constructed{Places: []string{}, Indicators: []string{}, answers: map[string][]Answer{}, kept: map[alike]int{}}
	count := &counter{from: from, to: to, before: assess.New(from), after: assess.New(to)}
	a, b := tablesBySpace(from), tablesBySpace(to)
	names := map[string]bool{}
	for _, side := range []struct {
		set    *ruleset.Set
		engine *assess.Engine
		tables map[string]map[string][]*ruleset.Table
		others map[string]bool
	}{{from, count.before, a, written(b)}, {to, count.after, b, written(a)}} {
		changed, own := map[string]map[string][]*ruleset.Table{}, map[problem.Place]bool{}
		for space, byName := range side.tables {
			for name, tables := range byName {
				for _, t := range tables {
					if !onlyHere(space, t, side.others, own) {
						continue
					}
					if changed[space] == nil {
						changed[space] = map[string][]*ruleset.Table{}
					}
					changed[space][name] = append(changed[space][name], t)
					names[name] = true
				}
			}
		}
		c.Rows += len(own)
		made, left := regress.Witnesses(side.set, side.engine, changed, constructedAt)
		tried := map[problem.Place]bool{}
		for _, w := range made {
			tried[w.At] = true
			c.kinds(count, w.Request)
		}
		for at := range own {
			if tried[at] {
				c.Tried++
			}
		}
		for _, row := range left {
			if own[row.At] {
				c.NotTried = append(c.NotTried, row.At)
			}
		}
	}
	c.regions(count, changes)
	c.flags(count, changes)
	slices.SortFunc(c.NotTried, problem.Place.Compare)
	for _, at := range c.NotTried {
		c.Places = append(c.Places, at.String())
	}
	c.Indicators = slices.AppendSeq(c.Indicators, maps.Keys(names))
	slices.Sort(c.Indicators)
	return c
}

func tablesBySpace(set *ruleset.Set) map[string]map[string][]*ruleset.Table {
	all := map[string]map[string][]*ruleset.Table{"": set.Tables}
	for space, o := range set.Overlays {
		all[space] = o.Tables
	}
	return all
}

// rowText is all that a row answers and to whom.
func rowText(space string, t *ruleset.Table, r *ruleset.Row) string {
	return fmt.Sprintf("%q", []string{space, t.Indicator.Name, t.Guard(), fmt.Sprint(t.Printed, t.Risks, t.Indicator.Plausible), r.When.Canonical(), r.Level.ID,
		fmt.Sprint(r.Color, r.Alert, r.Recheck), r.Department, r.Tip, r.Hint, r.LateTip})
}

// written are the rows of all tables.
func written(tables map[string]map[string][]*ruleset.Table) map[string]bool {
	rows := map[string]bool{}
	for space, byName := range tables {
		for _, list := range byName {
			for _, t := range list {
				for _, r := range t.Rows {
					rows[rowText(space, t, r)] = true
				}
			}
		}
	}
	return rows
}

// onlyHere notes the rows of a table that the other version does not have, and
// reports whether there is any.
func onlyHere(space string, t *ruleset.Table, others map[string]bool, own map[problem.Place]bool) bool {
	before := len(own)
	for _, r := range t.Rows {
		if !others[rowText(space, t, r)] {
			own[r.At] = true
		}
	}
	return len(own) > before
}

// lateDays are after how many days a person of each kind asks again.
var lateDays = []int{3, 40}

// kinds tries a person, and the same with each disease and with results of some
// days ago.
func (c *Constructed) kinds(count *counter, r *assess.Request) {
	c.try(count, r, false)
	for _, b := range ruleset.Backgrounds {
		sick := *r
		if has := b.Of(&sick.Person); !*has {
			*has = true
			c.try(count, &sick, false)
		}
	}
	for _, days := range lateDays {
		late := *r
		late.SetDaysSince(days)
		c.try(count, &late, false)
	}
}

// anybody is whom others are made of.
var anybody = &assess.Request{Person: assess.Person{Sex: assess.Male, At: constructedAt, Born: constructedAt.AddDate(-45, 0, 0)}}

// regions tries a person for each group of persons who are answered otherwise, and for
// each whose ideal range differs.
func (c *Constructed) regions(count *counter, r *diff.Report) {
	put := func(namespace, indicator string, region *change.Region) {
		i, known := count.to.Dictionary.Lookup(indicator)
		if region == nil || region.Witness == nil || !known {
			return
		}
		one := population.Put(count.to, anybody, region.Witness)
		x, isNumber := region.Witness[lattice.Value].(float64)
		if !isNumber {
			x = (i.Plausible[0] + i.Plausible[1]) / 2
		}
		one.Namespace = namespace
		one.Samples = append(slices.DeleteFunc(one.Samples, func(s assess.Sample) bool { return s.Name == indicator }), assess.Sample{Name: indicator, Value: x})
		c.try(count, one, true)
	}
	for i := range r.Levels {
		put(r.Levels[i].Namespace, r.Levels[i].Indicator, r.Levels[i].Region)
	}
	for i := range r.Ideals {
		put(r.Ideals[i].Namespace, r.Ideals[i].Indicator, r.Ideals[i].Region)
	}
}

// flags tries a person for each group of persons whom a risk flags otherwise.
func (c *Constructed) flags(count *counter, r *diff.Report) {
	c.Flagged = make([]*change.Example, len(r.Risks))
	for i := range r.Risks {
		k := &r.Risks[i]
		region := k.Region
		if region == nil {
			region = k.Within
		}
		c.Flags++
		if region == nil || region.Witness == nil {
			continue
		}
		one := population.Put(count.to, anybody, region.Witness)
		one.NoTrace, one.NoDerived = true, true
		x, errX := count.before.Assess(one)
		y, errY := count.after.Assess(one)
		if errX != nil || errY != nil {
			continue
		}
		for _, pair := range risksOf(x, y) {
			if pair.id == k.ID && pair.from != pair.to {
				c.FlagsTried++
				c.Persons.add(flags(pair.from, pair.to))
				c.Flagged[i] = exampleOf(count.to, one, "flag "+strconv.Itoa(pair.from), "flag "+strconv.Itoa(pair.to))
				break
			}
		}
	}
}

// try answers one person by both versions; asked is one who was made for a group of
// persons.
func (c *Constructed) try(count *counter, r *assess.Request, asked bool) {
	x, errX := count.before.Assess(r)
	y, errY := count.after.Assess(r)
	if errX != nil || errY != nil {
		return
	}
	if r.Age() < 18 {
		c.Children++
	}
	for path, value := range r.Arguments {
		if strings.HasSuffix(path, "is_pregnant") && value == true {
			c.Pregnant++
		}
	}
	if slices.ContainsFunc(ruleset.Backgrounds[:], func(b ruleset.Background) bool { return *b.Of(&r.Person) }) {
		c.Sick++
	}
	if r.DaysSince() > 0 {
		c.Late++
	}
	var any [other + 1]bool
	said, borrowed := false, false
	for i := range r.Samples {
		a, b := toldOf(x, i), toldOf(y, i)
		moved := count.acts(a.SampleResult, b.SampleResult)
		any[moved] = true
		otherwise := a.Tip != b.Tip || a.Hint != b.Hint
		said = said || otherwise
		borrowed = borrowed || a.borrowed() || b.borrowed()
		if moved != same || otherwise || a.Ideal != b.Ideal || a.Instruction != b.Instruction {
			c.keep(&Answer{r, i, a, b, y.Derived, count.to}, asked)
		}
	}
	d := same
	for _, k := range []direction{other, milder, worse} {
		if any[k] {
			d = k
		}
	}
	c.Persons.add(d)
	if borrowed {
		c.Borrowed.add(d)
	}
	if d == same && said {
		c.Reworded++
	}
}

// keep keeps an answer that differs, unless there are enough of its like.
func (c *Constructed) keep(a *Answer, asked bool) {
	key := alike{a.Request.Namespace, a.Name(), a.Before.at(), a.After.at(), a.Before.Level, a.After.Level, a.Request.DaysSince() > 0}
	if c.kept[key]++; asked || c.kept[key] <= mostAlike {
		c.answers[a.Name()] = append(c.answers[a.Name()], *a)
	}
}

// at is the row that told it.
func (t *Side) at() (at problem.Place) {
	if t.Trace != nil {
		at.File, at.Line = t.Trace.File, t.Trace.Line
	}
	return at
}

// borrowed reports whether it is told by no row of the person's own.
func (t *Side) borrowed() bool {
	return t.Trace != nil && t.Trace.File == "" && !slices.Contains([]string{ruleset.LevelNotAssessed, ruleset.LevelImplausible, ruleset.LevelContradicted}, t.Level)
}

// acts is the direction of one answer, by how soon it asks to act where the level
// is the same.
func (c *counter) acts(a, b assess.SampleResult) direction {
	d := c.levels(gradeOf(a), gradeOf(b))
	if d == same && a.Act != b.Act {
		d = byOrder(cmp.Compare(c.to.ActOf(b.Act).Rank(), c.to.ActOf(a.Act).Rank()))
	}
	return d
}
