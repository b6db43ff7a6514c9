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
	// Examples have for a changed row somebody who is answered otherwise, or told
	// something else, by the row's place in either version.
	Examples map[problem.Place]*change.Example `json:"-"`
}

// constructedAt is the time of their examination.
var constructedAt = time.Date(2026, 1, 15, 8, 0, 0, 0, time.UTC)

// Construct makes persons for every table that two versions have otherwise and
// answers them by both. Changes are the versions' differences.
func Construct(from, to *ruleset.Set, changes *diff.Report) *Constructed {
	c := &Constructed{Places: []string{}, Indicators: []string{}, Examples: map[problem.Place]*change.Example{}}
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
			c.kinds(count, w.At, w.Request)
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
func (c *Constructed) kinds(count *counter, at problem.Place, r *assess.Request) {
	c.try(count, at, r)
	for _, b := range ruleset.Backgrounds {
		sick := *r
		if has := b.Of(&sick.Person); !*has {
			*has = true
			c.try(count, at, &sick)
		}
	}
	for _, days := range lateDays {
		late := *r
		late.SetDaysSince(days)
		c.try(count, at, &late)
	}
}

// flags tries a person for each group of persons whom a risk flags otherwise.
func (c *Constructed) flags(count *counter, r *diff.Report) {
	anybody := &assess.Request{Person: assess.Person{Sex: assess.Male, At: constructedAt, Born: constructedAt.AddDate(-45, 0, 0)}}
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
				c.Examples[problem.Place(k.ToAt)] = exampleOf(count.to, one, "flag "+strconv.Itoa(pair.from), "flag "+strconv.Itoa(pair.to))
				break
			}
		}
	}
}

// try answers one person by both versions.
func (c *Constructed) try(count *counter, at problem.Place, r *assess.Request) {
	one := *r
	one.NoTrace, one.NoDerived = true, true
	x, errX := count.before.Assess(&one)
	y, errY := count.after.Assess(&one)
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
	if slices.ContainsFunc(ruleset.Backgrounds[:], func(b ruleset.Background) bool { return *b.Of(&one.Person) }) {
		c.Sick++
	}
	if r.DaysSince() > 0 {
		c.Late++
	}
	var any [other + 1]bool
	said := false
	for i := range one.Samples {
		a, b := x.Samples[i], y.Samples[i]
		moved := count.acts(a, b)
		any[moved] = true
		otherwise := a.Tip != b.Tip || a.Hint != b.Hint
		said = said || otherwise
		if (moved != same || otherwise) && c.Examples[at] == nil {
			c.Examples[at] = exampleOf(count.to, &one, told(a), told(b))
		}
	}
	d := same
	for _, k := range []direction{other, milder, worse} {
		if any[k] {
			d = k
		}
	}
	c.Persons.add(d)
	if d == same && said {
		c.Reworded++
	}
}

// exampleOf is a person with what is answered before and after.
func exampleOf(set *ruleset.Set, r *assess.Request, from, to string) *change.Example {
	return &change.Example{Person: population.Describe(set, r, problem.Chinese), PersonEN: population.Describe(set, r, problem.English), From: from, To: to}
}

// told is what a sample is answered: its level, how soon to act and the tip.
func told(s assess.SampleResult) string {
	return strings.TrimSpace(strings.Join([]string{s.Level, s.Act, s.Tip}, " "))
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
