package ruleset

import (
	"testing"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/rules"
)

// The version in force is the one that current.yaml names, and loads without
// problems; that every other version does is tested in package rules.
func TestEmbedded(t *testing.T) {
	d, list := dictionary.Load(dictionaries.Active())
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	set, list := Load(rules.FS, "", d)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	if set.Version != rules.Active() {
		t.Errorf("%s is in force, want %s", set.Version, rules.Active())
	}
}
