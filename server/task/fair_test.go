package task

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tijian/internal/waittest"
	"tijian/server/store"
	"tijian/server/store/storetest"
)

// of is a new submission of a client.
func of(owner string) Submission {
	s := entry()
	s.Owner, s.ImageURL = owner, owner
	return s
}

// A client with many tasks leaves every other page to one with few; within a
// client the order is that of arrival.
func TestFairness(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		const many, few = 150, 5
		var mu sync.Mutex
		var order []string
		fetched := 0
		b := setup(t, dsn, func(o *Options) {
			o.Workers = 1
			o.Fetch = fetcher{picture: func(_ context.Context, address string) ([]byte, error) {
				mu.Lock()
				defer mu.Unlock()
				fetched++
				return []byte(address), nil
			}}
			o.Recogniser = recogniser(func(ctx context.Context, picture []byte, layout string) (json.RawMessage, error) {
				// Nobody overtakes without end whom the machine gives no time.
				waittest.Until(t, "all that may be fetched ahead", func() bool {
					mu.Lock()
					defer mu.Unlock()
					return fetched >= min(len(order)+fetchers, many+3*few)
				})
				mu.Lock()
				defer mu.Unlock()
				order = append(order, string(picture))
				return echo(ctx, picture, layout)
			})
		})
		var last Submission
		for i := range many {
			last = of("many")
			last.ImageURL = fmt.Sprintf("many %03d", i)
			b.submit(last)
		}
		var others []Submission
		for range few {
			for _, owner := range []string{"", "one", "two"} {
				s := of(owner)
				s.ImageURL = "few"
				b.submit(s)
				others = append(others, s)
			}
		}
		b.start()
		for _, s := range append(others, last) {
			if task := b.ended(s); task.Status != Done {
				t.Errorf("%+v", task)
			}
		}
		b.until("the rest", func() bool { mu.Lock(); defer mu.Unlock(); return len(order) == many+3*few })
		mu.Lock()
		defer mu.Unlock()
		var places []int
		for i, p := range order {
			if p == "few" {
				places = append(places, i)
			}
		}
		// Four clients take turns; pages that are fetched ahead overtake each
		// other, the more so while connections are being made.
		if middle, limit := places[len(places)/2], 4*few+2*fetchers; middle > limit {
			t.Errorf("the few came at %v of %d, want half of them within %d", places, len(order), limit)
		}
		own := slices.DeleteFunc(slices.Clone(order), func(p string) bool { return p == "few" })
		for i, p := range own {
			var n int
			if _, err := fmt.Sscanf(p, "many %d", &n); err != nil || n-i > 4*fetchers || i-n > 4*fetchers {
				t.Errorf("%q came %dth of its client", p, i)
			}
		}
	})
}

// A task that is tried again need not wait behind the whole queue.
func TestRepeatedGoesFirst(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		var b *bench
		var order []string // by the only worker
		failed := false
		s := of("a")
		s.ImageURL = "again"
		b = setup(t, dsn, func(o *Options) {
			o.Workers = 1
			o.Recogniser = recogniser(func(ctx context.Context, picture []byte, layout string) (json.RawMessage, error) {
				if string(picture) == "again" && !failed {
					failed = true
					return nil, errors.New("passing")
				}
				if failed { // the others wait until it is in the queue again
					b.until("the second try", func() bool {
						var waits int
						err := b.db.QueryRow(ctx, `SELECT count(*) FROM river_job j JOIN tasks t ON t.job_id = j.id
							WHERE t.id = ? AND (j.state = 'available' OR j.attempt > 1)`, s.ID).Scan(&waits)
						return err == nil && waits == 1
					})
				}
				order = append(order, string(picture))
				return echo(ctx, picture, layout)
			})
		})
		b.submit(s)
		const rest = 150
		var all []Submission
		for range rest {
			all = append(all, of("a"))
			b.submit(all[len(all)-1])
		}
		b.start()
		for _, s := range append(all, s) {
			b.ended(s)
		}
		b.stop()
		// Those fetched before may all be in front.
		if at := slices.Index(order, "again"); at > 3*fetchers {
			t.Errorf("came %dth of %d", at, rest)
		}
	})
}

// The queue holds so much and no more, for each and for all; what exists can
// be asked for all the same, and there is room again when tasks have ended.
func TestLimits(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		b := setup(t, dsn, func(o *Options) { o.ClientLimit, o.QueueLimit = 3, 5 })
		var first Submission
		for i := range 3 {
			s := of("a")
			b.submit(s)
			if i == 0 {
				first = s
			}
		}
		refused := func(owner string, want error) {
			t.Helper()
			if _, err := b.Submit(t.Context(), of(owner)); !errors.Is(err, want) {
				t.Errorf("%q: %v, want %v", owner, err, want)
			}
		}
		refused("a", ErrClientFull)
		b.submit(first) // exists
		b.submit(of("b"))
		b.submit(of("c"))
		refused("d", ErrFull)
		b.submit(first)
		b.start()
		b.ended(first)
		b.until("room", func() bool { _, err := b.Submit(t.Context(), of("a")); return err == nil })
	})
}

// Ended tasks go after their time, unfinished ones stay.
func TestExpiry(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		b := setup(t, dsn, func(o *Options) { o.Keep = 300 * time.Millisecond })
		var all []Submission
		for range 5 {
			all = append(all, of("a"))
			b.submit(all[len(all)-1])
		}
		time.Sleep(400 * time.Millisecond)
		for _, s := range all {
			b.get(s) // waiting tasks don't expire
		}
		b.start()
		for _, s := range all {
			b.until("expiry", func() bool {
				_, err := b.Get(t.Context(), s.Owner, s.ID)
				return errors.Is(err, ErrNotFound)
			})
		}
		var rows int
		if err := b.db.QueryRow(t.Context(), "SELECT count(*) FROM tasks").Scan(&rows); err != nil || rows != 0 {
			t.Errorf("%d rows, %v", rows, err)
		}
	})
}

// Tasks of no owner go sooner than those of users.
func TestExpiryOfOpenTasks(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		b := setup(t, dsn, func(o *Options) { o.KeepOpen = 100 * time.Millisecond }).start()
		own, open := of("a"), of("")
		b.submit(own)
		b.ended(own)
		b.submit(open)
		b.until("expiry", func() bool {
			_, err := b.Get(t.Context(), "", open.ID)
			return errors.Is(err, ErrNotFound)
		})
		b.get(own)
	})
}

// A callback that leads where the service does not connect is not repeated.
func TestForbiddenCallback(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		b := setup(t, dsn, func(o *Options) { o.Fetch = fetcher{call: patient().Call} }).start()
		s := of("a")
		s.CallbackURL = ptr("http://127.0.0.2:1/?sig=SECRET")
		b.submit(s)
		b.until("the end of the callback", func() bool { return strings.Contains(b.logs.String(), "callback given up") })
		var left int
		b.until("the end of the job", func() bool {
			err := b.db.QueryRow(t.Context(), "SELECT count(*) FROM river_job WHERE kind = 'callback' AND state <> 'cancelled'").Scan(&left)
			return err == nil && left == 0
		})
		if strings.Contains(b.logs.String(), "callback failed") {
			t.Error("it was tried again")
		}
	})
}

// A database that is full, can only be read or is away gives errors that say
// so, and all goes on when it is well again.
func TestTrouble(t *testing.T) { // not parallel: it restarts the shared PostgreSQL
	expect := func(t *testing.T, b *bench, want string) {
		t.Helper()
		ctx := t.Context()
		_, err := b.Submit(ctx, of("a"))
		if reason, ok := store.Trouble(err); !ok || reason.EN != want {
			t.Errorf("%v is %q, want %q", err, reason, want)
		}
		if err := b.db.Writable(ctx); err == nil {
			t.Error("called writable")
		}
	}
	well := func(t *testing.T, b *bench) {
		t.Helper()
		s := of("a")
		b.until("recovery", func() bool { _, err := b.Submit(t.Context(), s); return err == nil })
		if task := b.ended(s); task.Status != Done {
			t.Errorf("%+v", task)
		}
	}
	pragma := func(t *testing.T, b *bench, text string) {
		t.Helper()
		if _, err := b.db.SQLite().ExecContext(t.Context(), "PRAGMA "+text); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("sqlite full", func(t *testing.T) {
		b := setup(t, storetest.SQLite(t), nil).start()
		well(t, b)
		pragma(t, b, "max_page_count = 1") // no more pages than there are
		for i := 0; ; i++ {                // until the free space within them is used up
			if _, err := b.Submit(t.Context(), of("a")); err != nil {
				break
			}
			if i > 10000 {
				t.Fatal("never full")
			}
		}
		_, err := b.Submit(t.Context(), of("a"))
		if reason, ok := store.Trouble(err); err != nil && (!ok || reason.EN != "its disk is full") {
			t.Errorf("%v is %q", err, reason)
		}
		pragma(t, b, "max_page_count = 1000000")
		well(t, b)
	})
	t.Run("sqlite read only", func(t *testing.T) {
		b := setup(t, storetest.SQLite(t), nil).start()
		well(t, b)
		pragma(t, b, "query_only = ON")
		expect(t, b, "it can only be read")
		pragma(t, b, "query_only = OFF")
		well(t, b)
	})
	t.Run("postgres read only", func(t *testing.T) {
		b := setup(t, storetest.Postgres(t), nil).start()
		well(t, b)
		pool := b.db.Postgres()
		if _, err := pool.Exec(t.Context(), "DO $$BEGIN EXECUTE 'ALTER DATABASE ' || current_database() || ' SET default_transaction_read_only = on'; END$$"); err != nil {
			t.Fatal(err)
		}
		pool.Reset()
		expect(t, b, "it can only be read")
		if _, err := pool.Exec(t.Context(), "SET default_transaction_read_only = off; DO $$BEGIN EXECUTE 'ALTER DATABASE ' || current_database() || ' RESET default_transaction_read_only'; END$$"); err != nil {
			t.Log(err)
		}
		tx, err := pool.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tx.Exec(t.Context(), "SET TRANSACTION READ WRITE"); err != nil {
			t.Fatal(err)
		}
		if _, err := tx.Exec(t.Context(), "DO $$BEGIN EXECUTE 'ALTER DATABASE ' || current_database() || ' RESET default_transaction_read_only'; END$$"); err != nil {
			t.Fatal(err)
		}
		if err := tx.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
		pool.Reset()
		well(t, b)
	})
}

// PostgreSQL is restarted twice, once as after a crash, while tasks run:
// nothing is lost, nothing is stored twice.
func TestPostgresRestarts(t *testing.T) { // not parallel, as above
	b := setup(t, storetest.Postgres(t), func(o *Options) {
		o.Lease = time.Second // what could not be told to the database is put back after it
		o.Recogniser = recogniser(func(ctx context.Context, picture []byte, layout string) (json.RawMessage, error) {
			time.Sleep(3 * time.Millisecond)
			return echo(ctx, picture, layout)
		})
	}).start()
	for _, statement := range []string{"CREATE TABLE stored (id TEXT)",
		`CREATE FUNCTION count_stored() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO stored VALUES (NEW.id); RETURN NEW; END'`,
		`CREATE TRIGGER count_stored AFTER UPDATE OF result ON tasks FOR EACH ROW WHEN (NEW.result IS NOT NULL) EXECUTE FUNCTION count_stored()`} {
		if _, err := b.db.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	const tasks = 200
	all := make(chan []Submission)
	go func() {
		var list []Submission
		for range tasks {
			s := of("a")
			for {
				_, err := b.Submit(t.Context(), s)
				if err == nil {
					break
				}
				if _, ok := store.Trouble(err); !ok {
					t.Errorf("not known as trouble of the database: %v", err)
					break
				}
				time.Sleep(20 * time.Millisecond)
			}
			list = append(list, s)
			time.Sleep(5 * time.Millisecond)
		}
		all <- list
	}()
	for i := range 2 {
		time.Sleep(300 * time.Millisecond)
		storetest.RestartPostgres(t, i == 1, 300*time.Millisecond)
	}
	for _, s := range <-all {
		var task Task
		b.until("end of task", func() bool {
			var err error
			task, err = b.Get(t.Context(), s.Owner, s.ID)
			return err == nil && (task.Status == Done || task.Status == Failed)
		})
		if task.Status != Done {
			t.Errorf("%+v", task)
		}
	}
	var stored, distinct int
	if err := b.db.QueryRow(t.Context(), "SELECT count(*), count(DISTINCT id) FROM stored").Scan(&stored, &distinct); err != nil {
		t.Fatal(err)
	}
	if stored != tasks || distinct != tasks {
		t.Errorf("%d results stored for %d of %d tasks", stored, distinct, tasks)
	}
}
