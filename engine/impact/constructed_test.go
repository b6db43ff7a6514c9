package impact

import (
	"slices"
	"strings"
	"testing"

	"tijian/engine/diff"
)

// Whoever a change touches is made, on both sides of the bound that moved, and
// nobody else is said to be affected.
func TestConstruct(t *testing.T) {
	from := small(t)
	for _, c := range []struct {
		name               string
		edits              []string
		indicators         string
		rows               int // that only one version has
		worse, milder      bool
		reworded           bool
		flags, nothingElse bool
	}{
		{name: "nothing"},
		{name: "a bound", edits: edits[:4], indicators: "hemoglobin", rows: 4, worse: true},
		{name: "a milder level", edits: edits[6:8], indicators: "triglycerides", rows: 2, milder: true},
		{name: "a risk", edits: edits[4:6], worse: true, flags: true},
	} {
		to := small(t, c.edits...)
		m := Construct(from, to, diff.Answers(from, to))
		if got := strings.Join(m.Indicators, " "); got != c.indicators || m.Rows != c.rows || m.Tried != c.rows || len(m.Places) > 0 {
			t.Errorf("%s: %s, %d rows of which %d tried, not tried %v", c.name, got, m.Rows, m.Tried, m.Places)
		}
		if (m.Persons.Worse > 0) != c.worse || (m.Persons.Milder > 0) != c.milder || (m.Reworded > 0) != c.reworded {
			t.Errorf("%s: %+v", c.name, m)
		}
		if (m.Flags > 0) != c.flags || m.FlagsTried != m.Flags {
			t.Errorf("%s: %d of %d flags", c.name, m.FlagsTried, m.Flags)
		}
		if c.rows > 0 && (m.Late == 0 || m.Sick == 0) {
			t.Errorf("%s: nobody late or sick: %+v", c.name, m)
		}
	}
	r := Run(from, small(t, edits...), slices.Values(people()[4:5]))
	r.Made = Construct(from, small(t, edits...), diff.Answers(from, small(t, edits...)))
	if got := r.NotExercised(); !slices.Equal(got, []string{"hemoglobin"}) {
		t.Errorf("not exercised: %v", got)
	}
	var out strings.Builder
	if err := r.WriteText(&out, "zh"); err != nil || !strings.Contains(out.String(), "没有试到：改动所及的 1 个指标") || !strings.Contains(out.String(), "按改动造的人") {
		t.Errorf("%v\n%s", err, out.String())
	}
}
