package change

import "tijian/engine/ruleset"

// Weight is how seriously an answer takes a value: by its level, then its colour.
// No answer has none.
func Weight(set *ruleset.Set, g Grade) int {
	const colors = 6
	if level := set.Level(g.Level); level != nil {
		return level.Severity*colors + g.Color
	}
	return 0
}

// IsMilder reports whether the other answer takes a value less seriously, or presses
// less.
func IsMilder(set *ruleset.Set, from, to *Given) bool {
	return Weight(set, from.Grade) > Weight(set, to.Grade) || from.Later(to.Instruction)
}

// Later reports whether the other instruction presses less: by its alert, or the
// days until a value is checked anew.
func (t Instruction) Later(to Instruction) bool {
	return AlertRank(t.Alert) > AlertRank(to.Alert) || t.Recheck.span() < to.Recheck.span()
}

// AlertRank orders the classes of alerts; none is 0.
func AlertRank(class string) int {
	return map[string]int{ruleset.AlertA: 2, ruleset.AlertB: 1}[class]
}

// span is the days, where never is longer than any.
func (d Days) span() int {
	if d.IsZero() {
		return 1 << 16
	}
	return int(d)
}
