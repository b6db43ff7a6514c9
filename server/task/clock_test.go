package task

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"tijian/server/store"
)

// jump has the clock jump by so much, for all that is stored by it: turning the clock
// on by an hour and taking an hour from every stored time are the same.
func jump(t *testing.T, db *store.DB, by time.Duration) {
	t.Helper()
	shift := "scheduled_at - make_interval(secs => ?)"
	leader := "expires_at - make_interval(secs => ?)"
	if db.Dialect() == store.SQLite {
		shift, leader = "datetime(scheduled_at, 'subsec', (-?) || ' seconds')", "datetime(expires_at, 'subsec', (-?) || ' seconds')"
	}
	for _, statement := range []string{
		"UPDATE river_job SET scheduled_at = " + shift + " WHERE scheduled_at > '2020-01-01 00:00:00'", // others are turns
		"UPDATE river_leader SET expires_at = " + leader,
	} {
		if _, err := db.Exec(t.Context(), statement, by.Seconds()); err != nil {
			t.Fatal(err)
		}
	}
	for _, statement := range []string{"UPDATE workers SET seen_at = seen_at - ?", "UPDATE tasks SET created_at = created_at - ?, ended_at = ended_at - ?"} {
		args := []any{by.Microseconds(), by.Microseconds()}[:1+len(statement)/60]
		if _, err := db.Exec(t.Context(), statement, args...); err != nil {
			t.Fatal(err)
		}
	}
}

// A clock that jumps by an hour, forward or back, delays neither the next try of a
// task nor a callback, whether the process goes on meanwhile or starts anew.
func TestClockJumps(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		var ill atomic.Bool
		l := newListener(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
			if ill.Load() {
				w.WriteHeader(http.StatusServiceUnavailable)
			}
		})
		b := setup(t, dsn, func(o *Options) {
			o.Lease, o.Tries, o.CallbackTries = 500*time.Millisecond, 1000, 1000
			o.Backoff, o.CallbackBackoff = time.Second, time.Second
			o.Fetch = fetcher{picture: func(ctx context.Context, _ string) ([]byte, error) {
				return patient().Picture(ctx, l.URL+"/picture", nil)
			},
				call: patient().Call}
		}).start()
		for _, by := range []time.Duration{-time.Hour, time.Hour} {
			for _, restart := range []bool{false, true} {
				done := entry()
				done.CallbackURL = ptr(l.URL + "/call/" + done.ID)
				b.submit(done)
				b.ended(done)
				ill.Store(true)
				waiting := entry()
				waiting.CallbackURL = ptr(l.URL + "/call/" + waiting.ID)
				b.submit(waiting)
				b.until("a failed try", func() bool {
					var failures int
					return b.db.QueryRow(t.Context(), "SELECT failures FROM tasks WHERE id = ?", waiting.ID).Scan(&failures) == nil && failures > 0
				})
				if restart {
					b.stop()
				}
				jump(t, b.db, by)
				ill.Store(false)
				if restart {
					b.start()
				}
				b.ended(waiting)
				b.until("the callback", func() bool {
					for _, call := range l.seen() {
						if call == "GET /call/"+waiting.ID {
							return true
						}
					}
					return false
				})
			}
		}
	})
}

// Others are not taken for dead because the database's clock jumped; and one that
// died is, though it was seen in what has become the future.
func TestClockJumpKillsNobody(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		b := setup(t, dsn, func(o *Options) { o.Lease, o.CallbackLease = 100*time.Second, 40*time.Second })
		if b.db.Dialect() != store.Postgres {
			return // where one process works, nobody judges another
		}
		clock, err := b.db.Clock(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			name        string
			seen, clock time.Duration // since the other was seen; by which the clock jumped since the last round
			kind        string
			dead        bool
		}{
			{"alive", time.Second, 0, "recognise", false},
			{"dead", 101 * time.Second, 0, "recognise", true},
			{"seen before the clock was put on", time.Hour, time.Hour, "recognise", false},
			{"seen before the clock was put back", -time.Hour, -time.Hour, "recognise", false},
			{"seen in the future, for long", -time.Hour, 0, "recognise", true},
			{"a callback, alive", time.Second, 0, "callback", false},
			{"a callback, dead", 41 * time.Second, 0, "callback", true},
			{"a callback, before the clock was put on", time.Hour, time.Hour, "callback", false},
		} {
			s := entry()
			b.submit(s)
			var job int64
			if err := b.db.QueryRow(t.Context(), "SELECT job_id FROM tasks WHERE id = ?", s.ID).Scan(&job); err != nil {
				t.Fatal(err)
			}
			other := uuid.NewString()
			exec := func(query string, args ...any) {
				t.Helper()
				if _, err := b.db.Exec(t.Context(), query, args...); err != nil {
					t.Fatal(err)
				}
			}
			exec("UPDATE river_job SET state = 'running', kind = ?, attempted_by = ARRAY[CAST(? AS TEXT)] WHERE id = ?", c.kind, other, job)
			exec("INSERT INTO workers (id, seen_at) VALUES (?, ?)", other, store.Micros(clock.Add(-c.seen)))
			long := time.Now().Add(-time.Hour)
			sweeper := sweeper{m: b.Manager, kept: time.Now(), renewed: long, looked: time.Now(), clock: clock.Add(-c.clock)}
			if err := sweeper.round(t.Context()); err != nil {
				t.Fatal(err)
			}
			var running int
			if err := b.db.QueryRow(t.Context(), "SELECT count(*) FROM river_job WHERE id = ? AND state = 'running'", job).Scan(&running); err != nil {
				t.Fatal(err)
			}
			if (running == 0) != c.dead {
				t.Errorf("%s: taken for dead: %v", c.name, running == 0)
			}
			exec("DELETE FROM river_job")
			exec("DELETE FROM tasks")
			exec("DELETE FROM workers")
		}
	})
}
