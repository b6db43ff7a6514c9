package lint_test

import (
	"slices"
	"testing"

	"tijian/engine/lint"
	"tijian/engine/message"
	"tijian/engine/ruleset"
	"tijian/internal/rulestest"
)

// Whatever is told of adults is told of children, or listed with why; a new indicator
// that is in neither list is told of, and one that is listed for nothing.
func TestWhatChildrenAreNotToldIsListed(t *testing.T) {
	whole := rulestest.Newest(t)
	find := func(set *ruleset.Set) (codes []string) {
		for _, p := range lint.Check(set) {
			if p.Code == message.NotLent.Code || p.Code == message.LentAfterAll.Code {
				codes = append(codes, p.Code)
			}
		}
		return codes
	}
	if got := find(whole); len(got) > 0 {
		t.Errorf("the version itself: %v", got)
	}
	set := *whole
	set.Unlent = slices.DeleteFunc(slices.Clone(whole.Unlent), func(u *ruleset.Unlent) bool { return u.Indicator.Name == "abi" })
	crp, _ := set.Dictionary.Lookup("crp")
	set.Unlent = append(set.Unlent, &ruleset.Unlent{Indicator: crp, Reason: "…"})
	if got := find(&set); !slices.Equal(got, []string{message.LentAfterAll.Code, message.NotLent.Code}) && !slices.Equal(got, []string{message.NotLent.Code, message.LentAfterAll.Code}) {
		t.Errorf("one not listed, one listed for nothing: %v", got)
	}
}
