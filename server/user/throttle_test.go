package user

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

type clock struct{ now time.Time }

func (c *clock) Now() time.Time { return c.now }

func newThrottle() (*Throttle, *clock) {
	c := &clock{time.Unix(1e9, 0)}
	return NewThrottle(c.Now, nil), c
}

func try(t *testing.T, th *Throttle, name, address string, failed bool) (wait time.Duration) {
	t.Helper()
	end, wait, err := th.Begin(t.Context(), name, netip.MustParseAddr(address))
	must(t, err)
	if wait == 0 {
		end(failed)
	}
	return wait
}

func TestThrottle(t *testing.T) {
	type step struct {
		after   time.Duration
		name    string
		address string
		failed  bool
		wait    time.Duration
	}
	const second = time.Second
	tests := map[string][]step{
		"five failures of a name": {
			{0, "a", "192.0.2.1", true, 0}, {second, "a", "192.0.2.2", true, 0}, {second, "a", "192.0.2.3", true, 0},
			{second, "a", "192.0.2.4", true, 0}, {second, "a", "192.0.2.5", true, 0},
			{second, "a", "192.0.2.6", false, 55 * second},
			{0, "b", "192.0.2.6", false, 0},
			{55 * second, "a", "192.0.2.6", true, 0},
			{0, "a", "192.0.2.6", true, 1 * second},
		},
		"five failures from an address": {
			{0, "a", "192.0.2.1", true, 0}, {0, "b", "192.0.2.1", true, 0}, {0, "c", "192.0.2.1", true, 0},
			{0, "d", "192.0.2.1", true, 0}, {0, "e", "192.0.2.1", true, 0},
			{0, "f", "192.0.2.1", false, 60 * second}, {0, "f", "192.0.2.2", false, 0},
			{60 * second, "f", "192.0.2.1", false, 0},
		},
		"success neither counts nor forgives": {
			{0, "a", "192.0.2.1", true, 0}, {0, "a", "192.0.2.1", true, 0}, {0, "a", "192.0.2.1", true, 0},
			{0, "a", "192.0.2.1", true, 0}, {0, "a", "192.0.2.1", false, 0}, {0, "a", "192.0.2.1", false, 0},
			{0, "a", "192.0.2.1", true, 0}, {0, "a", "192.0.2.1", false, 60 * second},
		},
		"who guesses on waits longer": {
			{0, "a", "192.0.2.1", true, 0}, {0, "a", "192.0.2.2", true, 0}, {0, "a", "192.0.2.3", true, 0}, {0, "a", "192.0.2.4", true, 0}, {0, "a", "192.0.2.5", true, 0},
			{60 * second, "a", "192.0.2.1", true, 0}, {0, "a", "192.0.2.2", true, 0}, {0, "a", "192.0.2.3", true, 0}, {0, "a", "192.0.2.4", true, 0}, {0, "a", "192.0.2.5", true, 0},
			{60 * second, "a", "192.0.2.1", true, 0}, {0, "a", "192.0.2.2", true, 0}, {0, "a", "192.0.2.3", true, 0}, {0, "a", "192.0.2.4", true, 0}, {0, "a", "192.0.2.5", true, 0},
			{60 * second, "a", "192.0.2.1", true, 0}, {0, "a", "192.0.2.2", true, 0}, {0, "a", "192.0.2.3", true, 0}, {0, "a", "192.0.2.4", true, 0}, {0, "a", "192.0.2.5", true, 0},
			{60 * second, "a", "192.0.2.1", true, 11 * 60 * second}, {0, "b", "192.0.2.1", true, 0},
		},
		"IPv6 counts by its network": {
			{0, "a", "2001:db8::1", true, 0}, {0, "b", "2001:db8::2", true, 0}, {0, "c", "2001:db8::3", true, 0},
			{0, "d", "2001:db8::4", true, 0}, {0, "e", "2001:db8::5", true, 0},
			{0, "f", "2001:db8::6", true, 60 * second}, {0, "f", "2001:db8:0:1::6", true, 0},
		},
		"IPv4 in IPv6 is the same address": {
			{0, "a", "192.0.2.1", true, 0}, {0, "b", "192.0.2.1", true, 0}, {0, "c", "192.0.2.1", true, 0},
			{0, "d", "::ffff:192.0.2.1", true, 0}, {0, "e", "::ffff:192.0.2.1", true, 0},
			{0, "f", "192.0.2.1", true, 60 * second},
		},
	}
	for name, steps := range tests {
		t.Run(name, func(t *testing.T) {
			th, clock := newThrottle()
			for i, s := range steps {
				clock.now = clock.now.Add(s.after)
				if wait := try(t, th, s.name, s.address, s.failed); wait != s.wait {
					t.Fatalf("step %d: wait %v, want %v", i, wait, s.wait)
				}
			}
		})
	}
}

// However many tries start at once, five failures are all that get through;
// right logins all get through.
func TestThrottleUnderBurst(t *testing.T) {
	for _, failed := range []bool{true, false} {
		th, _ := newThrottle()
		var passed, refused atomic.Int32
		var group sync.WaitGroup
		for range 50 {
			group.Go(func() {
				if try(t, th, "a", "192.0.2.1", failed) == 0 {
					passed.Add(1)
				} else {
					refused.Add(1)
				}
			})
		}
		group.Wait()
		if want := map[bool]int32{true: MaxFailures, false: 50}[failed]; passed.Load() != want || refused.Load() != 50-want {
			t.Errorf("failed=%v: %d passed, %d refused", failed, passed.Load(), refused.Load())
		}
		if !failed && len(th.entries) != 0 {
			t.Errorf("%d entries kept after successes", len(th.entries))
		}
	}
}

func TestThrottleWaitEndsWithItsContext(t *testing.T) {
	th, _ := newThrottle()
	address := netip.MustParseAddr("192.0.2.1")
	for range MaxFailures {
		_, _, err := th.Begin(t.Context(), "a", address)
		must(t, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := th.Begin(ctx, "a", address); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// A flood of names and addresses neither grows the table beyond its bound nor
// frees the one who is shut out.
func TestThrottleIsBounded(t *testing.T) {
	th, _ := newThrottle()
	for range MaxFailures {
		try(t, th, "victim", "192.0.2.1", true)
	}
	for i := range maxTracked {
		try(t, th, fmt.Sprint("flood", i), netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}).String(), true)
		if len(th.entries) > maxTracked {
			t.Fatalf("%d entries", len(th.entries))
		}
	}
	if try(t, th, "victim", "198.51.100.1", true) == 0 {
		t.Error("the flood freed the name that is shut out")
	}
}

// Who has a whole IPv6 network is counted for the network, too.
func TestThrottleOfNetworks(t *testing.T) {
	for name, c := range map[string]struct {
		address func(i int) string
		most    int // failures before the next is refused
	}{
		"one /64":          {func(i int) string { return fmt.Sprintf("2001:db8::%x", i+1) }, MaxFailures},
		"/64s of one /56":  {func(i int) string { return fmt.Sprintf("2001:db8:0:%x::1", i%256) }, times56 * MaxFailures},
		"/56s of one /48":  {func(i int) string { return fmt.Sprintf("2001:db8:0:%x::1", i<<8&0xffff) }, times48 * MaxFailures},
		"IPv4 in IPv6":     {func(i int) string { return "::ffff:192.0.2.1" }, MaxFailures},
		"one IPv4 address": {func(i int) string { return "192.0.2.1" }, MaxFailures},
	} {
		now := time.Now()
		throttle := NewThrottle(func() time.Time { return now }, nil)
		n := 0
		for ; n <= c.most; n++ {
			end, wait, err := throttle.Begin(t.Context(), fmt.Sprint("user ", n), netip.MustParseAddr(c.address(n)))
			if err != nil {
				t.Fatal(err)
			}
			if wait > 0 {
				break
			}
			end(true)
		}
		if n != c.most {
			t.Errorf("%s: refused after %d failures, want %d", name, n, c.most)
		}
	}
}
