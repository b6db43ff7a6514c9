package user

import (
	"log/slog"
	"net/netip"
	"testing"
	"time"

	"tijian/server/store"
	"tijian/server/store/storetest"
)

// Failures count for all processes of a database and after a restart, until
// they are a Window old; nothing of them stays.
func TestSharedFailures(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		db, err := store.Open(t.Context(), dsn, t.TempDir())
		must(t, err)
		open := true
		t.Cleanup(func() {
			if open {
				db.Close()
			}
		})
		c := &clock{time.Unix(1e9, 0)}
		process := func() *Throttle { return NewThrottle(c.Now, NewFailures(db, slog.New(slog.DiscardHandler))) }
		one, other := process(), process()
		want := func(what string, th *Throttle, name, address string, wait time.Duration) {
			t.Helper()
			if got := try(t, th, name, address, true); got != wait {
				t.Errorf("%s: wait %v, want %v", what, got, wait)
			}
		}
		for i := range MaxFailures {
			want("the first", []*Throttle{one, other}[i%2], "alice", "192.0.2.1", 0)
			c.now = c.now.Add(time.Second)
		}
		const rest = Window - MaxFailures*time.Second
		want("the name elsewhere", one, "alice", "192.0.2.2", rest)
		want("another name from there", other, "bob", "192.0.2.1", rest)
		want("after a restart", process(), "alice", "192.0.2.2", rest)
		want("somebody else", process(), "carol", "2001:db8::1", 0)
		c.now = c.now.Add(Window)
		want("later", other, "alice", "192.0.2.1", 0)
		var rows int
		must(t, db.QueryRow(t.Context(), "SELECT count(*) FROM login_failures").Scan(&rows))
		if want := 2 + (MaxFailures+2)*len(slower); rows != want {
			t.Errorf("%d rows are left, want %d: those of the last failure, and of each the slower ones", rows, want)
		}

		// Without the database nobody is shut out, and nobody let in more often
		// than by one process alone.
		open = false
		must(t, db.Close())
		alone := process()
		for range MaxFailures {
			want("without the database", alone, "dave", "192.0.2.9", 0)
		}
		want("the sixth", alone, "dave", "192.0.2.9", Window)
	})
}

// Whoever guesses a name from many addresses waits, and longer and longer; who has
// logged in from a place before is let in there, with failures of that place alone.
func TestGuessingShutsNobodyOut(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		db := storetest.Open(t, dsn)
		c := &clock{time.Unix(1e9, 0)}
		th := NewThrottle(c.Now, NewFailures(db, slog.New(slog.DiscardHandler)))
		home := netip.MustParseAddr("2001:db8:1::7")
		th.Came(t.Context(), "alice", home)
		guessed, longest := 0, time.Duration(0)
		for i := range 6 * 60 { // a guess every ten seconds, each from elsewhere
			c.now = c.now.Add(10 * time.Second)
			if wait := try(t, th, "alice", netip.AddrFrom4([4]byte{198, 51, byte(i >> 8), byte(i)}).String(), true); wait == 0 {
				guessed++
			} else {
				longest = max(longest, wait)
			}
		}
		if guessed != 8*MaxFailures || longest <= 15*Window {
			t.Errorf("%d guesses in an hour, the longest wait %v", guessed, longest)
		}
		for i := range MaxFailures {
			if wait := try(t, th, "alice", "2001:db8:1::8", true); wait != 0 { // the same /64
				t.Errorf("at home, failure %d: wait %v", i, wait)
			}
		}
		if wait := try(t, th, "alice", home.String(), true); wait != Window {
			t.Errorf("the sixth failure at home: wait %v", wait)
		}
		c.now = c.now.Add(Window)
		if wait := try(t, th, "alice", home.String(), false); wait != 0 {
			t.Errorf("a minute later: wait %v", wait)
		}
		for range MaxFailures {
			try(t, th, "bob", "192.0.2.1", true)
		}
		if wait := try(t, th, "bob", home.String(), false); wait == 0 {
			t.Error("a place is known to a user who never was there")
		}
		c.now = c.now.Add(knownFor)
		for range MaxFailures {
			try(t, th, "alice", "192.0.2.2", true)
		}
		if wait := try(t, th, "alice", home.String(), false); wait == 0 {
			t.Error("the place is known for ever")
		}
	})
}
