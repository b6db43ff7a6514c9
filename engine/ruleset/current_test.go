package ruleset

import (
	"slices"
	"testing"
	"testing/fstest"
)

func TestVersionsAreSortedByNumber(t *testing.T) {
	tree := fstest.MapFS{"current.yaml": {}}
	want := []string{"2025.12", "2026.2", "2026.9", "2026.10", "2026.10.1", "cdc"}
	for _, version := range want {
		tree[version+"/manifest.yaml"] = &fstest.MapFile{}
	}
	if got := Versions(tree); !slices.Equal(got, want) {
		t.Errorf("versions %q, want %q", got, want)
	}
	if got := Newest(tree); got != "cdc" {
		t.Errorf("newest %q", got)
	}
}
