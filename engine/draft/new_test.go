package draft

import (
	"slices"
	"testing"
)

// Rows share their bounds; cases stand at each bound as it is written, though results
// have fewer decimals.
func TestNewBounds(t *testing.T) {
	if got := Ranges([]string{"2.0", "5", "9"}); !slices.Equal(got, []string{"value < 2.0", "2.0 <= value < 5", "5 <= value < 9", "value >= 9"}) {
		t.Errorf("%q", got)
	}
	for bound, want := range map[string][]string{"5": {"4.9", "5.0", "5.1"}, "2.25": {"2.24", "2.25", "2.26"}, "-0.1": {"-0.2", "-0.1", "0.0"}} {
		if got := Beside(bound, 1); !slices.Equal(got, want) {
			t.Errorf("beside %s: %q", bound, got)
		}
	}
}
