package assess

import (
	"regexp"
	"slices"
	"testing"
)

// later is a time in which to come back, such as 4至8周后复查.
var later = regexp.MustCompile(`[0-9一二两三四五六七八九十几]+(至|到)?[0-9一二两三四五六七八九十]*个?(天|周|月)后(请|再)?复查`)

// A result that a pattern explains tells one time to act: the earlier of its own and
// the pattern's, in every row of every table that a pattern can explain.
func TestOneDeadline(t *testing.T) {
	e := newest(t)
	set := e.base.set
	s := &state{plan: e.base}
	tried := 0
	for _, risk := range set.Risks {
		if risk.Pattern == nil {
			continue
		}
		for _, rule := range risk.Rules {
			for _, row := range slices.Concat(rule.Rows, rule.AtLeast) {
				if row.Flag < risk.Pattern.FromFlag {
					continue
				}
				for table := range set.EveryTable() {
					for _, r := range table.Rows {
						m := risk.Pattern.MemberOf(table.Indicator.Name, r)
						if m == nil || r.Level.Severity == 0 {
							continue
						}
						own := r.Tip
						if m.Tip != "" && r.Act.Rank() >= row.Act.Rank() {
							own = m.Tip
						}
						waits := row.Act.Timeless(own)
						if r.Act.Rank() < row.Act.Rank() {
							waits = r.Act.Timeless(row.Tip)
						}
						if when := later.FindString(waits); when != "" && r.Act.Rank() != row.Act.Rank() {
							t.Errorf("%s %s beside %s: no act says %s: %s", table.Indicator.Name, r.Level.ID, risk.ID, when, s.together(own, row.Tip, r.Act, row.Act))
						}
						tried++
					}
				}
			}
		}
	}
	if tried < 100 {
		t.Errorf("%d texts", tried)
	}
}
