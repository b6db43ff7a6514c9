package draft

import (
	"slices"
	"testing"

	"tijian/engine/ruleset"
)

// A bound keeps its sign, and one that was not moved is not stale.
func TestReadCondition(t *testing.T) {
	constants := map[string]*ruleset.Constant{"low": {Name: "low", Value: -2.5}}
	for when, want := range map[string]struct {
		numbers []float64
		names   []string
	}{
		"value <= -2.5":             {[]float64{-2.5}, nil},
		"value <= low":              {[]float64{-2.5}, []string{"low"}},
		"-4.5 < value and value<-1": {[]float64{-4.5, -1}, nil},
		"value - 2.5 > 1.20":        {[]float64{2.5, 1.2}, nil},
		"ca125 > 35":                {[]float64{35}, nil},
	} {
		c, ok := readCondition(when, constants)
		if !ok || !slices.Equal(c.numbers, want.numbers) || !slices.Equal(c.names, want.names) {
			t.Errorf("%s: %v %v %v", when, c.numbers, c.names, ok)
		}
	}
	if _, ok := readCondition(`value < "`, constants); ok {
		t.Error("what is being typed is read as a condition")
	}
}
