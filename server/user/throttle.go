package user

import (
	"context"
	"crypto/sha256"
	"net/netip"
	"sync"
	"time"
)

// Failures of login that a user name, or an address, has free within Window.
const (
	MaxFailures = 5
	Window      = time.Minute
)

// maxTracked bounds the names and addresses remembered. A failed login costs a
// password hash, so that far fewer fit into one Window; the bound is for the
// day that changes.
const maxTracked = 1 << 14

// Throttle counts failed logins per user name and per address (an IPv6 client
// counts by its /64) and refuses further tries while either has MaxFailures of
// them within Window. Tries under way count as failures for others who would
// start, who then wait for their end, so that a burst of tries at the same
// moment gets no more failures in than a row of them. Counts live in this
// process only. Names are kept as digests. It is safe for concurrent use.
type Throttle struct {
	now func() time.Time

	mu      sync.Mutex
	entries map[[sha256.Size]byte]*entry
}

type entry struct {
	failures []time.Time // within Window, oldest first, at most MaxFailures
	underWay int
	waiting  int
	ended    chan struct{} // closed and replaced when a try ends
}

// NewThrottle returns a throttle with the given clock (time.Now outside tests).
func NewThrottle(now func() time.Time) *Throttle {
	return &Throttle{now: now, entries: map[[sha256.Size]byte]*entry{}}
}

// Begin asks to try a login. When wait is positive, the try is refused for that
// long. Otherwise call end with its outcome, exactly once. The error is ctx's.
func (t *Throttle) Begin(ctx context.Context, name string, address netip.Addr) (end func(failed bool), wait time.Duration, err error) {
	keys := [2][sha256.Size]byte{
		sha256.Sum256([]byte("name\x00" + name)),
		sha256.Sum256([]byte("address\x00" + network(address))),
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for {
		now := t.now()
		if len(t.entries)+len(keys) > maxTracked {
			t.makeRoom(now)
		}
		entries := [2]*entry{t.entry(keys[0], now), t.entry(keys[1], now)}
		var busy *entry
		for _, e := range entries {
			if len(e.failures) >= MaxFailures {
				wait = max(wait, e.failures[0].Add(Window).Sub(now))
			}
			if len(e.failures)+e.underWay >= MaxFailures {
				busy = e
			}
		}
		if wait > 0 {
			t.forget(keys)
			return nil, wait, nil
		}
		if busy == nil {
			for _, e := range entries {
				e.underWay++
			}
			return func(failed bool) { t.end(keys, failed) }, 0, nil
		}
		if err := t.await(ctx, busy); err != nil {
			t.forget(keys)
			return nil, 0, err
		}
	}
}

// await sleeps, unlocked, until a try of e ends.
func (t *Throttle) await(ctx context.Context, e *entry) error {
	ended := e.ended
	e.waiting++
	t.mu.Unlock()
	defer func() {
		t.mu.Lock()
		e.waiting--
	}()
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *Throttle) end(keys [2][sha256.Size]byte, failed bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now()
	for _, key := range keys {
		e := t.entries[key]
		e.underWay--
		if failed {
			e.failures = append(e.failures, now)
		}
		close(e.ended)
		e.ended = make(chan struct{})
	}
	t.forget(keys)
}

// entry returns the entry at key without failures older than Window.
func (t *Throttle) entry(key [sha256.Size]byte, now time.Time) *entry {
	e := t.entries[key]
	if e == nil {
		e = &entry{ended: make(chan struct{})}
		t.entries[key] = e
	}
	e.expire(now)
	return e
}

func (e *entry) expire(now time.Time) {
	for len(e.failures) > 0 && !e.failures[0].Add(Window).After(now) {
		e.failures = e.failures[1:]
	}
}

func (e *entry) idle() bool { return len(e.failures) == 0 && e.underWay == 0 && e.waiting == 0 }

// forget drops what holds no information.
func (t *Throttle) forget(keys [2][sha256.Size]byte) {
	for _, key := range keys {
		if e := t.entries[key]; e != nil && e.idle() {
			delete(t.entries, key)
		}
	}
}

// makeRoom drops entries without recent failures and, when that is not enough,
// those that are not being refused before those that are: an attacker who
// floods the table frees nobody who is shut out.
func (t *Throttle) makeRoom(now time.Time) {
	for _, most := range [...]int{0, MaxFailures - 1, MaxFailures} {
		for key, e := range t.entries {
			if len(t.entries) <= maxTracked/2 {
				return
			}
			e.expire(now)
			if e.underWay == 0 && e.waiting == 0 && len(e.failures) <= most {
				delete(t.entries, key)
			}
		}
	}
}

func network(address netip.Addr) string {
	address = address.Unmap().WithZone("")
	if address.Is6() {
		if prefix, err := address.Prefix(64); err == nil {
			return prefix.String()
		}
	}
	return address.String()
}
