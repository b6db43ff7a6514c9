package rego

import (
	"testing"

	"tijian/engine/assess"
	"tijian/engine/population"
	"tijian/tools/bench/peerset"
	"tijian/tools/bench/rows"
)

// OPA gives the levels, flags and derived values of the rule engine.
func TestOPAAnswersLikeTheEngine(t *testing.T) {
	set, err := peerset.Load()
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(set)
	if err != nil {
		t.Fatal(err)
	}
	for _, samples := range []int{0, 5, 60} {
		r := population.CheckUp(set, samples)
		want, err := assess.New(set).Assess(r)
		if err != nil {
			t.Fatal(err)
		}
		var got assess.Result
		a.Assess(r, &got)
		if difference := rows.Difference(&got, want); difference != "" {
			t.Errorf("%d samples: %s", samples, difference)
		}
	}
}
