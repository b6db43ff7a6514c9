package ruleset

import (
	"testing"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/rules"
)

// Every released version that ships inside the binary loads without problems.
func TestEmbedded(t *testing.T) {
	d, list := dictionary.Load(dictionaries.Active())
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	versions := Versions(rules.FS)
	if len(versions) == 0 {
		t.Fatal("no version")
	}
	for _, version := range versions {
		if _, list := Load(rules.FS, version, d); len(list) > 0 {
			t.Errorf("%s:\n%v", version, list.Err())
		}
	}
	if _, list := Load(rules.FS, "", d); len(list) > 0 {
		t.Errorf("the version in force:\n%v", list.Err())
	}
}
