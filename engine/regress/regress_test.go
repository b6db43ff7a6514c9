package regress

import (
	"io/fs"
	"os"
	"strings"
	"testing"

	"tijian/dictionaries"
	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/rules"
)

func embedded(t testing.TB) *ruleset.Set {
	t.Helper()
	dict, list := dictionary.Load(dictionaries.Active())
	if len(list) > 0 {
		t.Fatal(list.Err())
	}
	set, list := ruleset.Load(rules.FS, "", dict)
	if len(list) > 0 {
		t.Fatal(list.Err())
	}
	return set
}

// released returns the suites that hold for a version.
func released(t testing.TB, version string) []Suite {
	t.Helper()
	tree, err := fs.Sub(dictionaries.FS, version)
	if err != nil {
		t.Fatal(err)
	}
	terms, list := dictionary.Load(tree)
	if len(list) > 0 {
		t.Fatal(list.Err())
	}
	set, list := ruleset.Load(rules.FS, version, terms)
	if len(list) > 0 {
		t.Fatal(list.Err())
	}
	c, list := Collect(os.DirFS("../../testdata/rules"), rules.FS, set)
	if len(list) > 0 {
		t.Fatal(list.Err())
	}
	return c.Hold
}

// The released rules must pass the released suites, and the suites must reach
// every row and bound of tables, every row of risks, every derived case and
// every unit.
func TestReleasedRules(t *testing.T) {
	set := embedded(t)
	report := Run(assess.New(set), released(t, set.Version), nil)
	var text strings.Builder
	coverage := Cover(set, report)
	if err := report.WriteText(&text, Options{Lang: problem.English, Coverage: &coverage}); err != nil {
		t.Fatal(err)
	}
	if !report.OK() {
		t.Errorf("released suites:\n%s", text.String())
	}
	for _, m := range coverage.Missed {
		t.Errorf("%s: %s", m.At, m.Text(problem.English))
	}
	t.Log(text.String())
}
