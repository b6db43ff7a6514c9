package user

import (
	"log/slog"
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
		if rows != 2 {
			t.Errorf("%d rows are left, want those of the last failure", rows)
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
