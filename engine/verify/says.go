package verify

import (
	"slices"
	"strings"

	"tijian/engine/expression"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

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
