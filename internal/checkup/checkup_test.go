package checkup_test

import (
	"testing"

	"tijian/engine/assess"
	"tijian/engine/ruleset"
	"tijian/internal/checkup"
	"tijian/internal/rulestest"
)

// The request for measurements is of a man nearly all of whose values are
// ideal, with derived values worked out.
func TestCheckUp(t *testing.T) {
	set := rulestest.Active(t)
	result, err := assess.New(set).Assess(checkup.Request(set, 60))
	if err != nil {
		t.Fatal(err)
	}
	ideal := 0
	for _, s := range result.Samples {
		if s.Level == ruleset.LevelIdeal {
			ideal++
		}
	}
	if len(result.Samples) != 60 || ideal < 50 || len(result.Derived) < 20 {
		t.Errorf("of %d samples %d are ideal, with %d derived values", len(result.Samples), ideal, len(result.Derived))
	}
}
