package grid

import "testing"

// Of many places with a number that was moved the first are listed at once.
func TestFirst(t *testing.T) {
	many := Stale{Uses: make([]StaleUse, firstUses+3)}
	if len(many.First()) != firstUses || len(many.More()) != 3 || len((Stale{}).More()) != 0 {
		t.Error("not all places are listed once")
	}
}
