package lattice

import (
	"io/fs"
	"slices"
	"testing"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
	"tijian/rules"
)

// A truth value that everybody has is never "not sent"; one that some lack, and
// numbers, may be.
func TestTotal(t *testing.T) {
	const version = "2026.2"
	tree, err := fs.Sub(dictionaries.FS, version)
	if err != nil {
		t.Fatal(err)
	}
	d, list := dictionary.Load(tree)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	set, list := ruleset.Load(rules.FS, version, d)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"pregnant": true, "bp_raised": true, "is_pregnant": false, "crab_signs": false, "fib4": false, "age": false} {
		v, ok := set.Scope.Lookup(name)
		if got := total(set, v.Slot); !ok || got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	tables := set.Tables["platelet_count"]
	s := New(tables[0].Indicator, Side{set, conditions(tables)})
	for _, dimension := range s.Dimensions {
		if dimension.Name == "pregnant" && !slices.Equal(dimension.Points, []any{false, true}) {
			t.Errorf("pregnant can be %v", dimension.Points)
		}
	}
}
