package mutate

import (
	"os"
	"testing"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
	"tijian/rules"
)

func released(t testing.TB) (*ruleset.Set, []regress.Suite) {
	t.Helper()
	d, list := dictionary.Load(dictionaries.FS)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	set, list := ruleset.Load(rules.FS, "", d)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	suites, list := regress.Load(os.DirFS("../../testdata/rules"))
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return set, suites
}

func BenchmarkReleased(b *testing.B) {
	set, suites := released(b)
	for b.Loop() {
		r := Run(set, suites, Options{})
		b.ReportMetric(float64(r.Total.Mutants), "mutants")
		b.ReportMetric(100*r.Total.Score(), "%score")
		if os.Getenv("SHOW") != "" {
			_ = r.WriteText(os.Stdout, "zh")
		}
	}
}
