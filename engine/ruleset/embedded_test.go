package ruleset

import (
	"io/fs"
	"testing"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/rules"
)

// Every version that ships inside the binary loads without problems, with its
// own dictionary.
func TestEmbedded(t *testing.T) {
	versions := Versions(rules.FS)
	if len(versions) == 0 {
		t.Fatal("no version")
	}
	for _, version := range versions {
		tree, err := fs.Sub(dictionaries.FS, version)
		if err != nil {
			t.Fatal(err)
		}
		d, list := dictionary.Load(tree)
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		if _, list := Load(rules.FS, version, d); len(list) > 0 {
			t.Errorf("%s:\n%v", version, list.Err())
		}
	}
	d, list := dictionary.Load(dictionaries.Active())
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	if _, list := Load(rules.FS, "", d); len(list) > 0 {
		t.Errorf("the version in force:\n%v", list.Err())
	}
}
