package lint

import (
	"slices"

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
	milder := slices.DeleteFunc(report.Levels, func(l change.Change[change.Given]) bool {
		return change.Weight(c.set, l.From.Grade) <= change.Weight(c.set, l.To.Grade)
	})
	for _, levels := range byTable(milder) {
		worst := worstOf(c.set, levels)
		indicator, _ := c.set.Dictionary.Lookup(worst.Indicator)
		c.list.Add(message.OverlayMilder.At(placeOf(worst.To, o.At), "namespace", o.Namespace, "indicator", indicator.Called(), "count", len(levels),
			"where", worst.Phrase(), "from", worst.From.Level, "to", worst.To.Level, "base", placeOf(worst.From, problem.Place{})))
	}
	for _, s := range report.RiskLists {
		if indicator, ok := c.set.Dictionary.Lookup(s.Indicator); ok && len(s.Lost) > 0 {
			c.list.Add(message.OverlayWithoutRisks.At(problem.Place(s.ToAt), "namespace", o.Namespace, "indicator", indicator.Called(), "risks", s.Lost, "base", problem.Place(s.FromAt)))
		}
	}
}
