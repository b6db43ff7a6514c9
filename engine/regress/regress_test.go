package regress

import (
	"os"
	"strings"
	"testing"

	"tijian/engine/assess"
	"tijian/engine/problem"
	"tijian/internal/rulestest"
	"tijian/rules"
)

// released returns the suites that hold for a version.
func released(t testing.TB, version string) []Suite {
	t.Helper()
	c, list := Collect(os.DirFS("../../testdata/rules"), rules.FS, rulestest.Version(t, version))
	if len(list) > 0 {
		t.Fatal(list.Err())
	}
	return c.Hold
}

// The released rules must pass the released suites, and the suites must reach
// every row and bound of tables, every row of risks, every derived case and
// every unit.
func TestReleasedRules(t *testing.T) {
	set := rulestest.Active(t)
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
