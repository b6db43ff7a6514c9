package oracle

import (
	"slices"
	"time"

	"tijian/engine/assess"
	"tijian/engine/ruleset"
)

// find gives the table that admits the person and its row that holds for the
// value, or whether something missing kept one from being found.
func (o *Oracle) find(e *examination, s assess.Sample, standard float64) (_ *ruleset.Table, _ *ruleset.Row, undecided bool) {
	indicator, _ := o.set.Dictionary.Lookup(s.Name)
	inside := &state{known: facets(s, indicator, e.Person, standard), around: e.state}
	inside.known[o.name(o.set.Names.Value)] = number(standard)
	for _, table := range o.tables(e.Namespace, s.Name) {
		switch o.holds(table.For, e.state) {
		case no:
		case yes:
			if row := o.printed(e, s, table, standard, inside); row != nil {
				return table, row, false
			}
			for _, row := range table.Rows {
				switch o.holds(row.When, inside) {
				case no:
				case yes:
					return table, row, false
				default:
					undecided = true
				}
			}
		default:
			undecided = true
		}
	}
	return nil, nil, undecided
}

// level gives the level of a plausible value, "" when no rule has one.
func (o *Oracle) level(e *examination, s assess.Sample, standard float64) string {
	if _, row, _ := o.find(e, s, standard); row != nil {
		return row.Level.ID
	}
	return ""
}

// another is the text for persons like this one of an indicator whose tables
// would do for others; "" for none. Nobody knows what their conditions look at.
func (o *Oracle) another(e *examination, name string) string {
	for _, u := range o.set.Unassessed {
		if o.holds(u.When, e.state) != yes {
			continue
		}
		then := &state{known: map[string]value{}, around: e.state}
		for _, slot := range u.When.Slots() {
			then.known[o.name(slot)] = value{}
		}
		if slices.ContainsFunc(o.tables(e.Namespace, name), func(t *ruleset.Table) bool { return o.holds(t.For, then).kind == unknown }) {
			return u.Text
		}
	}
	return ""
}

// atAnotherAge reports whether no table admits the person, but one would or
// might at another age.
func (o *Oracle) atAnotherAge(e *examination, name string) bool {
	admits := func(age int, perhaps bool) bool {
		then := &state{known: map[string]value{o.name(o.set.Names.Age): number(float64(age))}, around: e.state}
		return slices.ContainsFunc(o.tables(e.Namespace, name), func(t *ruleset.Table) bool {
			v := o.holds(t.For, then)
			return v == yes || perhaps && v.kind == unknown
		})
	}
	if admits(e.Age(), false) {
		return false
	}
	for age := range ruleset.MaxAge + 1 {
		if admits(age, true) {
			return true
		}
	}
	return false
}

// calendarDay numbers the days of the calendar.
func calendarDay(t time.Time) float64 {
	day, _ := time.Parse(time.DateOnly, t.Format(time.DateOnly))
	return float64(day.Unix() / 86400)
}

func (o *Oracle) tables(namespace, indicator string) []*ruleset.Table {
	if overlay := o.set.Overlays[namespace]; overlay != nil {
		if tables, ok := overlay.Tables[indicator]; ok {
			return tables
		}
	}
	return o.set.Tables[indicator]
}
