package faulty

import "testing"

func TestOnly(t *testing.T) {
	if got := onlyTested(); got == "" {
		t.Errorf("%d", got)
	}
}
