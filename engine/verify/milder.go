package verify

import (
	"slices"
	"strings"

	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// A comparison holds the tables of one indicator for persons with something,
// such as a pregnancy, against those for persons without it.
type comparison struct {
	set       *ruleset.Set
	family    *ruleset.Family
	indicator *dictionary.Indicator
	tables    []*ruleset.Table
	space     *lattice.Space
	truths    *lattice.Truths
	at        int // dimension of what the persons differ in
	said      map[[2]problem.Place]bool
}

// guardedBy lists the indicators some of whose tables ask for a truth value. Of
// them is proved that nobody with what a family names is judged more mildly than
// without. An indicator without any table for them may not have rows that ask
// others to act at once.
func guardedBy(set *ruleset.Set, v *expression.Variable) []*dictionary.Indicator {
	return slices.DeleteFunc(set.Dictionary.All(), func(i *dictionary.Indicator) bool {
		tables := set.Tables[i.Name]
		return len(tables) < 2 || !slices.ContainsFunc(tables, func(t *ruleset.Table) bool {
			return t.For != nil && slices.Contains(t.For.Slots(), v.Slot)
		})
	})
}

func newComparison(set *ruleset.Set, f *ruleset.Family, i *dictionary.Indicator, tables []*ruleset.Table) *comparison {
	c := &comparison{set: set, family: f, indicator: i, tables: tables, said: map[[2]problem.Place]bool{}}
	conditions := ruleset.ConditionsOf(tables)
	for _, x := range f.Except {
		if x.Indicator == i.Name {
			conditions = append(conditions, x.When)
		}
	}
	if f.For != nil {
		conditions = append(conditions, f.For)
	}
	c.space = lattice.New(i, lattice.Side{Set: set, Conditions: conditions})
	// Of two answers nothing else of the sample than its value is known.
	for k := range c.space.Dimensions {
		d := &c.space.Dimensions[k]
		if v, ok := set.Scope.Lookup(d.Name); ok && f.For == nil && d.Name != lattice.Value && set.Names.IsFacet(v.Slot) {
			d.Keep(func(point any) bool { return point == nil })
		}
	}
	c.space.Last().Keep(func(point any) bool {
		x := point.(float64)
		return i.Plausible[0] <= x && x <= i.Plausible[1]
	})
	if f.NeverMilder != nil {
		c.at = slices.IndexFunc(c.space.Dimensions, func(d lattice.Dimension) bool { return d.Name == f.NeverMilder.Name })
	}
	c.truths = c.space.Truths(set)
	return c
}

func (c *comparison) prove(list *problem.List) {
	if size := c.space.Size(); size > maxCells {
		list.Add(message.Unproved.At(c.family.At, "reason", message.TooManyCases.With("cells", int(size))))
		return
	}
	points := c.space.Dimensions[c.at].Points
	with, without := slices.Index(points, any(true)), slices.Index(points, any(false))
	own := c.own(with)
	here, there := c.space.Tables(nil, c.tables, c.truths.Of), c.space.Tables(nil, c.tables, c.truths.Of)
	other, last := make([]int, len(c.space.Dimensions)), len(c.space.Dimensions)-1
	c.space.Each(func(point []int) bool {
		if point[c.at] != with {
			return false
		}
		copy(other, point)
		other[c.at] = without
		return here.Choose(point) && there.Choose(other)
	}, func(point []int) bool {
		other[last] = point[last]
		mine, yours := here.Row(point), there.Row(other)
		switch {
		case yours == nil, mine != nil && harm(mine) >= harm(yours), mine == nil && (own || yours.Alert != ruleset.AlertA):
			return true
		}
		level, at := ruleset.LevelNotAssessed, yours.At
		if mine != nil {
			level, at = mine.Level.ID, mine.At
		}
		key := [2]problem.Place{at, yours.At}
		if c.said[key] || c.excepted(point) || c.excepted(other) {
			return true
		}
		c.said[key] = true
		v := c.family.NeverMilder
		list.Add(message.Milder.At(at, "indicator", c.indicator.Called(), "what", message.Phrase{ZH: v.Title, EN: v.Name},
			"level", level, "otherlevel", yours.Level.ID, "other", yours.At, "witness", witness(c.space, other)))
		return true
	})
}

// own reports whether some table looks at what the persons differ in and admits
// those who have it.
func (c *comparison) own(with int) (found bool) {
	var guards []*lattice.Truth
	for _, t := range c.tables {
		if t.For != nil && slices.Contains(t.For.Slots(), c.family.NeverMilder.Slot) {
			guards = append(guards, c.truths.Of(t.For))
		}
	}
	c.space.Each(func(point []int) bool {
		return !found && point[c.at] == with
	}, func(point []int) bool {
		found = slices.ContainsFunc(guards, func(g *lattice.Truth) bool { return g.At(point) == expression.True })
		return !found
	})
	return found
}

// harm is how grave a row is: its level's severity, or its colour's where that
// is graver.
func harm(r *ruleset.Row) int { return max(r.Level.Severity, r.Color-2, 0) }

// excepted reports whether the rules mean the difference.
func (c *comparison) excepted(point []int) bool {
	return slices.ContainsFunc(c.family.Except, func(x *ruleset.Exception) bool {
		return x.Indicator == c.indicator.Name && c.truths.Of(x.When).At(point) == expression.True
	})
}

// proveSaid proves that every abnormal row which can answer those whom the family
// means tells them one of its words. The tip itself has to, since the simple form
// shows nothing else.
func (c *comparison) proveSaid(list *problem.List) {
	if size := c.space.Size(); size > maxCells {
		list.Add(message.Unproved.At(c.family.At, "reason", message.TooManyCases.With("cells", int(size))))
		return
	}
	meant, tables := c.truths.Of(c.family.For), c.space.Tables(nil, c.tables, c.truths.Of)
	c.space.Each(tables.Choose, func(point []int) bool {
		if meant.At(point) != expression.True {
			return true
		}
		row := tables.Row(point)
		if row == nil || harm(row) == 0 || c.tells(row) {
			return true
		}
		key := [2]problem.Place{row.At}
		if c.said[key] || c.excepted(point) {
			return true
		}
		c.said[key] = true
		list.Add(message.Unsaid.At(row.At, "indicator", c.indicator.Called(), "for", c.family.For.Text.Value,
			"level", row.Level.ID, "words", strings.Join(c.family.Says, "、"), "witness", witness(c.space, point)))
		return true
	})
}

// tells reports whether a row says one of the family's words, days after the
// examination, too.
func (c *comparison) tells(r *ruleset.Row) bool {
	says := func(text string) bool {
		return slices.ContainsFunc(c.family.Says, func(word string) bool { return strings.Contains(text, word) })
	}
	replaced := slices.ContainsFunc(c.set.Late, func(l ruleset.Late) bool {
		return l.Severity <= r.Level.Severity && !strings.Contains(l.Tip, "{tip}")
	})
	return says(r.Tip) && (says(r.LateTip) || r.LateTip == "" && !replaced)
}
