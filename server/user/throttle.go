package user

import (
	"context"
	"crypto/sha256"
	"math"
	"net/netip"
	"strings"
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

// MaxFailures of one IPv6 client are counted for its /64. Who was given a larger
// network has this many times as many for each /56 and /48 in all.
const (
	times56 = 4
	times48 = 16
)

// slower are failures that a name has free within longer times: who guesses from
// many addresses waits longer and longer.
var slower = []limit{{4 * MaxFailures, 15 * Window}, {8 * MaxFailures, 60 * Window}}

// Throttle counts failed logins per user name and per address (an IPv6 client
// counts by its /64, /56 and /48) and refuses further tries while either has MaxFailures of
// them within Window, or a name more within longer times. Where a user has logged
// in from before, others' failures with the name do not count: that place has
// MaxFailures of its own, so that guessing from elsewhere shuts nobody out.
//
// Tries under way count as failures for others who would
// start, who then wait for their end, so that a burst of tries at the same
// moment gets no more failures in than a row of them. The processes of a
// database share their failures, not the tries under way; while the database
// does not answer, each goes by its own, and no place is known. Names are kept as
// digests. It is safe for concurrent use.
type Throttle struct {
	now    func() time.Time
	shared *Failures // nil for none

	mu      sync.Mutex
	entries map[[sha256.Size]byte]*entry
}

type entry struct {
	failures []time.Time // within the track's time, oldest first
	within   time.Duration
	underWay int
	waiting  int
	ended    chan struct{} // closed and replaced when a try ends
}

// NewThrottle returns a throttle with the given clock (time.Now outside tests)
// and the failures that it shares, nil to count its own only.
func NewThrottle(now func() time.Time, shared *Failures) *Throttle {
	return &Throttle{now: now, shared: shared, entries: map[[sha256.Size]byte]*entry{}}
}

// Begin asks to try a login. When wait is positive, the try is refused for that
// long. Otherwise call end with its outcome, exactly once. The error is ctx's.
func (t *Throttle) Begin(ctx context.Context, name string, address netip.Addr) (end func(failed bool), wait time.Duration, err error) {
	tracks := tracksOf(name, address, t.shared.knows(ctx, name, address, t.now()))
	if wait := t.shared.wait(ctx, tracks, t.now()); wait > 0 {
		return nil, wait, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for {
		now := t.now()
		if len(t.entries)+len(tracks) > maxTracked {
			t.makeRoom(now)
		}
		entries := make([]*entry, len(tracks))
		var busy *entry
		for i, track := range tracks {
			e := t.entry(track, now)
			entries[i] = e
			wait = max(wait, track.wait(e.failures, now))
			if len(e.failures)+e.underWay >= track.most {
				busy = e
			}
		}
		if wait > 0 {
			t.forget(tracks)
			return nil, wait, nil
		}
		if busy == nil {
			for _, e := range entries {
				e.underWay++
			}
			return func(failed bool) { t.end(tracks, failed) }, 0, nil
		}
		if err := t.await(ctx, busy); err != nil {
			t.forget(tracks)
			return nil, 0, err
		}
	}
}

// A limit is how many failures there may be within a time.
type limit struct {
	most   int
	within time.Duration
}

// A track is what failures are counted by, and how many it may have.
type track struct {
	key [sha256.Size]byte
	limit
}

// wait is how long a try must wait by the failures of a track, oldest first.
func (t track) wait(failures []time.Time, now time.Time) time.Duration {
	if over := len(failures) - t.most; over >= 0 {
		return failures[over].Add(t.within).Sub(now)
	}
	return 0
}

func digest(parts ...string) [sha256.Size]byte {
	return sha256.Sum256([]byte(strings.Join(parts, "\x00")))
}

// place is where a client is: its IPv4 address or IPv6 /64.
func place(address netip.Addr) string { return Network(address, 64).String() }

// tracksOf are what a try counts by. From a place where the user has logged in
// before, failures count for the name as any do, and refuse nothing there.
func tracksOf(name string, address netip.Addr, known bool) []track {
	byName := append([]limit{{MaxFailures, Window}}, slower...)
	if known {
		for i := range byName {
			byName[i].most = math.MaxInt
		}
	}
	var tracks []track
	for _, l := range byName {
		tracks = append(tracks, track{digest("name", l.within.String(), name), l})
	}
	by := func(bits, most int) {
		tracks = append(tracks, track{digest("address", Network(address, bits).String()), limit{most, Window}})
	}
	by(64, MaxFailures)
	if address.Unmap().Is6() {
		by(56, times56*MaxFailures)
		by(48, times48*MaxFailures)
	}
	if known {
		tracks = append(tracks, track{digest("place", name, place(address)), limit{MaxFailures, Window}})
	}
	return tracks
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

func (t *Throttle) end(tracks []track, failed bool) {
	if failed {
		t.shared.add(tracks, t.now()) // before others who wait may try
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now()
	for _, track := range tracks {
		e := t.entries[track.key]
		e.underWay--
		if failed {
			e.failures = append(e.failures, now)
		}
		close(e.ended)
		e.ended = make(chan struct{})
	}
	t.forget(tracks)
}

// entry returns the entry of a track without failures older than its time.
func (t *Throttle) entry(track track, now time.Time) *entry {
	e := t.entries[track.key]
	if e == nil {
		e = &entry{ended: make(chan struct{}), within: track.within}
		t.entries[track.key] = e
	}
	e.expire(now)
	return e
}

func (e *entry) expire(now time.Time) {
	for len(e.failures) > 0 && !e.failures[0].Add(e.within).After(now) {
		e.failures = e.failures[1:]
	}
}

func (e *entry) idle() bool { return len(e.failures) == 0 && e.underWay == 0 && e.waiting == 0 }

// forget drops what holds no information.
func (t *Throttle) forget(tracks []track) {
	for _, track := range tracks {
		if e := t.entries[track.key]; e != nil && e.idle() {
			delete(t.entries, track.key)
		}
	}
}

// makeRoom drops entries without recent failures and, when that is not enough,
// those that are not being refused before those that are: an attacker who
// floods the table frees nobody who is shut out.
func (t *Throttle) makeRoom(now time.Time) {
	for _, most := range [...]int{0, MaxFailures - 1, times48 * MaxFailures} {
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

// Network is an IPv4 address alone, or so many bits of an IPv6 address.
func Network(address netip.Addr, bits int) netip.Prefix {
	address = address.Unmap().WithZone("")
	if address.Is4() {
		bits = address.BitLen()
	}
	prefix, _ := address.Prefix(bits) // the zero Addr gives the zero Prefix
	return prefix
}
