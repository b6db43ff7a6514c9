package sheet

import (
	"slices"

	"tijian/engine/change"
	"tijian/engine/impact"
)

// shows gives a change the example of somebody made for it to whom it happens.
func (m *maker) shows(c *change.Change[string], holds func(a *impact.Answer) bool) {
	a := m.Made.Witness(c.Namespace, c.Indicator, holds)
	if a == nil {
		return
	}
	from, to := "", ""
	if !slices.Contains([]string{"", "tip", "late_tip", "act"}, c.Field) { // these are told in any case
		from, to = c.Field+"="+part(&a.Before, c.Field), c.Field+"="+part(&a.After, c.Field)
	}
	c.Example = a.Example(from, to)
}

// gives reports whether a person is told a change's answers by its rows, and not alike;
// who borrows a table has no row of their own.
func gives(a *impact.Answer, l *change.Change[change.Given]) bool {
	for _, side := range []struct {
		told *impact.Side
		want *change.Given
	}{{&a.Before, l.From}, {&a.After, l.To}} {
		own := side.told.Trace.File != ""
		if side.told.Level != side.want.Level || side.told.Color != side.want.Color || own && !slices.ContainsFunc(side.want.Rows, side.told.By) || !own && l.Lent == 0 && len(side.want.Rows) > 0 {
			return false
		}
	}
	return a.In(l.Region) && (l.From.Grade != l.To.Grade || a.Before.Act != a.After.Act || a.Before.Instruction != a.After.Instruction || a.Before.Tip != a.After.Tip)
}

// says gives a text that differs the example of somebody whom its rows answer and who
// reads another one.
func (m *maker) says(c *change.Change[string]) {
	if c.Indicator == "" {
		return
	}
	m.shows(c, func(a *impact.Answer) bool {
		return a.Before.By(c.FromAt) && a.After.By(c.ToAt) && part(&a.Before, c.Field) != part(&a.After, c.Field) && (c.Field != "late_tip" || a.Request.DaysSince() > 0)
	})
}

// part is what a field of a row tells a person; "" of those that nobody is told.
func part(t *impact.Side, field string) string {
	switch field {
	case "tip", "late_tip":
		return t.Tip
	case "hint":
		return t.Hint
	case "act":
		return t.Act
	case "alert":
		return t.Alert
	case "department":
		return t.Department
	case "recheck":
		return t.Recheck.String()
	case "ideal":
		return t.Ideal
	}
	return ""
}
