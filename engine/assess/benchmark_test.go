package assess_test

import (
	"io/fs"
	"testing"

	"tijian/dictionaries"
	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
	"tijian/internal/checkup"
	"tijian/rules"
)

// BenchmarkCheckUp answers the request that make bench measures.
func BenchmarkCheckUp(b *testing.B) {
	set := ruleSet(b, dictionaries.Active(), rules.FS, "")
	r := checkup.Request(set, 60)
	engine, result := assess.New(set), &assess.Result{}
	b.ReportAllocs()
	for b.Loop() {
		if err := engine.AssessInto(r, result); err != nil {
			b.Fatal(err)
		}
	}
}

func ruleSet(t testing.TB, dictFS, rulesFS fs.FS, version string) *ruleset.Set {
	t.Helper()
	d, list := dictionary.Load(dictFS)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	set, list := ruleset.Load(rulesFS, version, d)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return set
}

func sub(t *testing.T, files fs.FS, folder string) fs.FS {
	t.Helper()
	inside, err := fs.Sub(files, folder)
	if err != nil {
		t.Fatal(err)
	}
	return inside
}
