// Package waittest lets tests wait for what happens, however busy the machine:
// its one limit is far beyond what anything takes, and only ends a test that
// would wait for ever.
package waittest

import (
	"testing"
	"time"
)

// Limit is the longest wait for anything. A test that needs a deadline of its
// own, not to be reached, takes this one.
const Limit = 10 * time.Minute

// Until waits until condition holds; what says in the failure what it waited
// for. It asks every 5 ms at first, and the longer it waits the less often: what
// takes long does not take a processor as well.
func Until(t testing.TB, what string, condition func() bool) {
	t.Helper()
	for start := time.Now(); !condition(); {
		waited := time.Since(start)
		if waited > Limit {
			t.Fatalf("still waiting after %v: %s", Limit, what)
		}
		time.Sleep(max(5*time.Millisecond, min(waited/20, 250*time.Millisecond)))
	}
}

// Receive returns the next value of a channel.
func Receive[T any](t testing.TB, what string, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(Limit):
		t.Fatalf("still waiting after %v: %s", Limit, what)
		panic("unreachable")
	}
}
