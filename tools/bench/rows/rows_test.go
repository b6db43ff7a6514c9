package rows

import (
	"testing"

	"tijian/engine/assess"
	"tijian/internal/checkup"
	"tijian/tools/bench/peerset"
)

// Both libraries give the levels, flags and derived values of the rule engine.
func TestLibrariesAnswerLikeTheEngine(t *testing.T) {
	set, err := peerset.Load()
	if err != nil {
		t.Fatal(err)
	}
	r := checkup.Request(set, 60)
	want, err := assess.New(set).Assess(r)
	if err != nil {
		t.Fatal(err)
	}
	c, err := NewCEL(set)
	if err != nil {
		t.Fatal(err)
	}
	for name, library := range map[string]Library{"expr": NewExpr(set), "cel": c} {
		var got assess.Result
		New(set, library).Assess(r, &got)
		if difference := Difference(&got, want); difference != "" {
			t.Errorf("%s: %s", name, difference)
		}
	}
}
