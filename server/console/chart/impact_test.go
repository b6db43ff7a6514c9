package chart

import (
	"slices"
	"testing"

	"tijian/engine"
)

// A chart has levels in the order of values.
func TestLevelsInOrder(t *testing.T) {
	for _, want := range [][]string{{"", "0", "4"}, {"", "L4", "L1", "N0", "N1", "H1", "H4", "A1", "A4", "U0", "U1"}} {
		got := slices.Clone(want)
		slices.Reverse(got)
		if slices.SortFunc(got, compareLevels); !slices.Equal(got, want) {
			t.Errorf("%q is sorted as %q", want, got)
		}
	}
}

// Every level that rules may name has its place.
func TestLevelOrderIsWhole(t *testing.T) {
	set, problems := engine.Rules(engine.Files{}, "")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, l := range set.Levels {
		if !slices.Contains(levelOrder, l.ID) {
			t.Errorf("%s has no place", l.ID)
		}
	}
}
