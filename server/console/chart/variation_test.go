package chart

import (
	"math"
	"testing"

	"tijian/engine"
)

// The reference change of a log-normal result, whose limits are those of published
// tables, and facts with their source for indicators that there are.
func TestReferenceChange(t *testing.T) {
	for name, want := range map[string][2]float64{"creatinine": {0.146, 0.127}, "triglycerides": {0.837, 0.456}, "hs_crp": {1.428, 0.588}} {
		got, ok := limitsOf(name)
		if !ok || math.Abs(got.Up-want[0]) > 0.005 || math.Abs(got.Down-want[1]) > 0.005 {
			t.Errorf("%s: %+v, %v", name, got, ok)
		}
	}
	limit, _ := limitsOf("creatinine")
	for _, c := range []struct {
		before, now float64
		want        bool
	}{{80, 91, false}, {80, 92, true}, {80, 70, false}, {80, 69, true}, {0, 5, false}} {
		if limit.beyond(c.before, c.now) != c.want {
			t.Errorf("from %v to %v: %v", c.before, c.now, !c.want)
		}
	}
	if _, ok := limitsOf("height"); ok {
		t.Error("of what nobody knows there are limits")
	}
	live, problems := engine.Open(engine.Files{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for name, one := range known().Within {
		if _, ok := live.Snapshot().Dictionary.Lookup(name); !ok || one.CV <= 0 || known().Sources[one.Source] == "" {
			t.Errorf("%s: %+v, known %v", name, one, ok)
		}
	}
}
