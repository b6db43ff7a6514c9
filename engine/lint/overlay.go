package lint

import (
	"tijian/engine/change"
	"tijian/engine/diff"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// overlay warns where tables of a namespace take a value less seriously than
// those that they replace, and where they no longer show a risk. Either may be
// meant; nobody should have to find out.
func (c *checker) overlay(o *ruleset.Overlay) {
	report := diff.Overlay(c.set, o)
	milder := map[string][]*change.Change[change.Given]{} // by indicator
	for i := range report.Levels {
		l := &report.Levels[i]
		if change.Weight(c.set, l.From.Grade) > change.Weight(c.set, l.To.Grade) {
			milder[l.Indicator] = append(milder[l.Indicator], l)
		}
	}
	for _, levels := range milder {
		worst := levels[0]
		for _, l := range levels {
			if change.Weight(c.set, l.From.Grade)-change.Weight(c.set, l.To.Grade) > change.Weight(c.set, worst.From.Grade)-change.Weight(c.set, worst.To.Grade) {
				worst = l
			}
		}
		at, base := o.At, problem.Place{}
		if rows := worst.To.Rows; len(rows) > 0 {
			at = problem.Place(rows[0])
		}
		if rows := worst.From.Rows; len(rows) > 0 {
			base = problem.Place(rows[0])
		}
		indicator, _ := c.set.Dictionary.Lookup(worst.Indicator)
		c.list.Add(message.OverlayMilder.At(at, "namespace", o.Namespace, "indicator", indicator.Called(), "count", len(levels),
			"where", message.Phrase{ZH: worst.Describe(problem.Chinese), EN: worst.Describe(problem.English)}, "from", worst.From.Level, "to", worst.To.Level, "base", base))
	}
	for _, s := range report.RiskLists {
		if indicator, ok := c.set.Dictionary.Lookup(s.Indicator); ok && len(s.Lost) > 0 {
			c.list.Add(message.OverlayWithoutRisks.At(problem.Place(s.ToAt), "namespace", o.Namespace, "indicator", indicator.Called(), "risks", s.Lost, "base", problem.Place(s.FromAt)))
		}
	}
}
