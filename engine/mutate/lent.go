package mutate

import (
	"slices"
	"strconv"

	"tijian/engine/change"
	"tijian/engine/derive"
	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/message"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
)

// lentSubject names the mutants of whom tables of another age are lent to, as
// the manifest does.
const lentSubject = "danger"

// changedLending is another list of who tells values by another age's table.
type changedLending struct {
	Mutant
	lenders []*ruleset.OtherAge
	at      int               // the one that is changed
	members []*ruleset.Member // that it can tell otherwise
	when    bool              // its condition is changed, nothing else
}

// lendings are the mutants of who tells values by another age's table. A later
// age is none: the table of an adult of 18 is that of one of 19.
func lendings(set *ruleset.Set) (list []*changedLending) {
	for at, d := range set.OtherAges {
		add := func(m Mutant, members []*ruleset.Member, change func(d *ruleset.OtherAge)) *changedLending {
			lenders, copied := slices.Clone(set.OtherAges), *d
			change(&copied)
			lenders[at] = &copied
			m.Subject, m.Title = lentSubject, message.NoTableOfTheirs.ZH
			list = append(list, &changedLending{Mutant: m, lenders: lenders, at: at, members: members})
			return list[len(list)-1]
		}
		for _, w := range wrongPersons(set, d.When) {
			add(w.Mutant, d.Members, func(d *ruleset.OtherAge) { d.When = w.condition }).when = true
		}
		number := func(from, to int, put func(d *ruleset.OtherAge)) {
			add(Mutant{Kind: Constant, At: d.At, From: strconv.Itoa(from), To: strconv.Itoa(to)}, d.Members, put)
		}
		number(d.Age, d.Age-1, func(d *ruleset.OtherAge) { d.Age-- })
		for _, severity := range []int{d.Severity - 1, d.Severity + 1} {
			number(d.Severity, severity, func(d *ruleset.OtherAge) { d.Severity = severity })
		}
		for k, member := range d.Members {
			one := []*ruleset.Member{member}
			add(Mutant{Kind: Dropped, At: d.At, From: member.Indicator.Name}, one, func(d *ruleset.OtherAge) {
				d.Members = slices.Delete(slices.Clone(d.Members), k, k+1)
			})
			if member.Direction != "" {
				add(Mutant{Kind: Word, At: d.At, From: member.Indicator.Name + " " + member.Direction, To: member.Indicator.Name}, one, func(d *ruleset.OtherAge) {
					either := *member
					either.Direction = ""
					d.Members = slices.Clone(d.Members)
					d.Members[k] = &either
				})
			}
		}
	}
	return list
}

// lent decides the mutants of who tells values by another age's table.
func (r *runner) lent(list []*changedLending) {
	var names []string
	for _, d := range r.set.OtherAges {
		for _, m := range d.Members {
			names = append(names, m.Indicator.Name)
		}
	}
	slices.Sort(names)
	o := r.trials.observer()
	for _, name := range slices.Compact(names) {
		if tables := r.set.Tables[name]; len(tables) > 0 {
			r.trials.observedLent(o, tables, list)
		}
	}
	for _, m := range list {
		if m.Fate == "" {
			r.decideLent(m)
		}
		r.add(&m.Mutant)
	}
}

// observedLent kills those mutants that tell a trial's sample of one indicator
// otherwise than it expects.
func (t *trials) observedLent(o *observer, tables []*ruleset.Table, list []*changedLending) {
	i := tables[0].Indicator
	var some []*changedLending
	for _, m := range list {
		if m.Fate == "" && slices.ContainsFunc(m.members, func(m *ruleset.Member) bool { return m.Indicator == i }) {
			some = append(some, m)
		}
	}
	for _, one := range t.byIndicator[i.Name] {
		at, ok := plainSample(&one.Request, i.Name)
		if !ok || t.overlaid(one, i.Name) || !t.ready(one) {
			continue
		}
		level := slices.IndexFunc(one.Checks, func(c regress.Check) bool { return c.Kind == regress.Level && c.Name == i.Name })
		right := &one.right.Samples[at]
		if level < 0 || right.Trace.File != "" {
			continue // told by a row of its own
		}
		seen := observation{trial: one, known: one.saw(at)}
		if o.see(&seen); o.lentLevel(t.set, t.set.OtherAges, tables) != right.Level {
			continue
		}
		for _, m := range some {
			if m.Fate == "" && o.lentLevel(t.set, m.lenders, tables) != right.Level {
				m.kill(one)
			}
		}
	}
}

// lentLevel is the level that persons for whom there is no table are told.
func (o *observer) lentLevel(set *ruleset.Set, lenders []*ruleset.OtherAge, tables []*ruleset.Table) string {
	i, age := tables[0].Indicator, set.Names.Age
	for _, t := range tables {
		if t.For == nil || o.holds(t.For) || set.Texts.Insufficient != "" && o.asked[t.For] == expression.Unknown {
			return ruleset.LevelNotAssessed
		}
	}
	for _, d := range lenders {
		if !o.holds(d.When) {
			continue
		}
		now, asked := o.in.Held(age), o.asked
		o.in.SetNumber(age, float64(d.Age))
		o.asked = map[*expression.Condition]expression.Truth{}
		row := o.row(tables)
		o.in.Put(age, now)
		o.asked = asked
		if row != nil && d.Meant(i, row) {
			return row.Level.ID
		}
	}
	return ruleset.LevelNotAssessed
}

// decideLent finds out whether a mutant that no trial finds tells anybody
// otherwise, one indicator after the other.
func (r *runner) decideLent(m *changedLending) {
	set := *r.set
	set.OtherAges = m.lenders
	m.Fate = Equivalent
	for _, member := range m.members {
		tables := r.set.Tables[member.Indicator.Name]
		if len(tables) == 0 || slices.ContainsFunc(tables, func(t *ruleset.Table) bool { return t.For == nil }) {
			continue
		}
		if m.when && !r.otherPersons(m, tables) {
			continue
		}
		if m.Case, m.Unproved = r.otherLent(&set, tables); m.Case != nil || m.Unproved {
			m.Fate = Survived
			return
		}
	}
}

// otherPersons reports whether a changed condition may hold otherwise for
// somebody who has no table of an indicator.
func (r *runner) otherPersons(m *changedLending, tables []*ruleset.Table) bool {
	was, now := r.set.OtherAges[m.at].When, m.lenders[m.at].When
	conditions := append([]*expression.Condition{was, now}, ruleset.Guards(tables)...)
	g := lattice.New(nil, lattice.Side{Set: r.set, Conditions: conditions})
	if len(g.Inexact) > 0 || g.Size() > maxCells {
		return true
	}
	truths, people := g.Truths(r.set), derive.PeopleOf(r.set, g)
	differs := false
	g.Each(nil, func(point []int) bool {
		differs = (truths.Of(was).At(point) == expression.True) != (truths.Of(now).At(point) == expression.True) &&
			!slices.ContainsFunc(tables, func(t *ruleset.Table) bool { return truths.Of(t.For).At(point) == expression.True }) && people.Possible(point)
		return !differs
	})
	return differs
}

// otherLent finds a case that another list of lenders answers otherwise; unproved
// where cells do not tell.
func (r *runner) otherLent(set *ruleset.Set, tables []*ruleset.Table) (found *Case, unproved bool) {
	i := tables[0].Indicator
	g := lattice.New(i, lattice.Side{Set: r.set, Conditions: append(lattice.Deciding(r.set, tables), lattice.Deciding(set, tables)...)})
	if len(g.Inexact) > 0 || g.Size() > maxCells {
		return nil, true
	}
	truths, people := g.Truths(r.set), derive.PeopleOf(r.set, g)
	before, after := g.Tables(r.set, tables, truths.Of), g.Tables(set, tables, truths.Of)
	g.Each(func(point []int) bool {
		after.Choose(point)
		return before.Choose(point) && before.Table() == nil && people.Possible(point)
	}, func(point []int) bool {
		x := g.Last().Points[point[len(point)-1]].(float64)
		now, got := gradeOf(r.set, before.Told(point).Row), gradeOf(r.set, after.Told(point).Row)
		if now != got && i.Plausible[0] <= x && x <= i.Plausible[1] {
			found = &Case{space: g, point: slices.Clone(point), Now: now, Got: got}
		}
		return found == nil
	})
	return found, false
}

// gradeOf is the grade of a row; of none that of what is not assessed.
func gradeOf(set *ruleset.Set, row *ruleset.Row) change.Grade {
	if row != nil {
		return change.Grade{Level: row.Level.ID, Color: row.Color}
	}
	a := change.Grade{Level: ruleset.LevelNotAssessed}
	if level := set.Level(ruleset.LevelNotAssessed); level != nil {
		a.Color = level.Color
	}
	return a
}
