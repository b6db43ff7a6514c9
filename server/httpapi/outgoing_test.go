package httpapi

import "testing"

func TestOutgoing(t *testing.T) {
	o := outgoing{bytes: map[string]int{}}
	begin := func(owner string, n int, want bool) func() {
		t.Helper()
		end, ok := o.begin(owner, n)
		if ok != want {
			t.Errorf("%s, %d bytes more: %v", owner, n, ok)
		}
		return end
	}
	first := begin("a", mostOutgoing+1, true) // a single one is never refused
	begin("a", 1, false)
	second := begin("b", mostOutgoing-1, true)
	third := begin("b", 1, true)
	begin("b", 1, false)
	first()
	fourth := begin("a", 1, true)
	for _, end := range []func(){second, third, fourth} {
		end()
	}
	if len(o.bytes) != 0 {
		t.Errorf("left: %v", o.bytes)
	}
}
