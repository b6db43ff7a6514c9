package rig

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"

	"tijian/server/store"
)

// A World is what the service meets outside: pictures to fetch, callbacks to
// make.
type World struct {
	Base string // http://127.0.0.1:port

	mu     sync.Mutex
	called map[string]int
	server *http.Server
}

// NewWorld starts one; /callback/… counts calls, any other path is a picture.
func NewWorld(picture []byte) (*World, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	w := &World{Base: "http://" + l.Addr().String(), called: map[string]int{}}
	mux := http.NewServeMux()
	mux.HandleFunc("/callback/{id}", func(_ http.ResponseWriter, r *http.Request) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.called[r.PathValue("id")]++
	})
	mux.HandleFunc("/", func(rw http.ResponseWriter, _ *http.Request) { _, _ = rw.Write(picture) })
	w.server = &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = w.server.Serve(l) }()
	return w, nil
}

// Close stops it.
func (w *World) Close() { _ = w.server.Close() }

// Calls gives the number of tasks whose callback came, and of all callbacks.
func (w *World) Calls() (tasks, all int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, n := range w.called {
		all += n
	}
	return len(w.called), all
}

// Jump has the clock jump by so much, for all that the queue stores by it: an hour
// more on the clock, or an hour less in every stored time.
func Jump(ctx context.Context, db *store.DB, by time.Duration) error {
	job, leader := "scheduled_at - make_interval(secs => ?)", "expires_at - make_interval(secs => ?)"
	if db.Dialect() == store.SQLite {
		job, leader = "datetime(scheduled_at, 'subsec', (-?) || ' seconds')", "datetime(expires_at, 'subsec', (-?) || ' seconds')"
	}
	return db.InTx(ctx, func(tx *store.Tx) error {
		for _, statement := range []string{
			"UPDATE river_job SET scheduled_at = " + job + " WHERE scheduled_at > '2020-01-01 00:00:00'", // others are turns
			"UPDATE river_leader SET expires_at = " + leader,
		} {
			if _, err := tx.Exec(ctx, statement, by.Seconds()); err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, "UPDATE workers SET seen_at = seen_at - ?", by.Microseconds())
		return err
	})
}

// Watch makes the database itself count each result that is stored.
func Watch(ctx context.Context, db *store.DB) error {
	statements := []string{"CREATE TABLE stored (id TEXT)",
		"CREATE TRIGGER count_stored AFTER UPDATE OF result ON tasks WHEN NEW.result IS NOT NULL BEGIN INSERT INTO stored VALUES (NEW.id); END"}
	if db.Dialect() == store.Postgres {
		statements = []string{statements[0],
			"CREATE FUNCTION count_stored() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO stored VALUES (NEW.id); RETURN NEW; END'",
			"CREATE TRIGGER count_stored AFTER UPDATE OF result ON tasks FOR EACH ROW WHEN (NEW.result IS NOT NULL) EXECUTE FUNCTION count_stored()"}
	}
	for _, s := range statements {
		if _, err := db.Exec(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// Stored gives the number of results stored, and of the tasks they belong to.
func Stored(ctx context.Context, db *store.DB) (results, tasks int, err error) {
	err = db.QueryRow(ctx, "SELECT count(*), count(DISTINCT id) FROM stored").Scan(&results, &tasks)
	return results, tasks, err
}

// Count gives the number of tasks with a status.
func Count(ctx context.Context, db *store.DB, status string) (n int, err error) {
	err = db.QueryRow(ctx, "SELECT count(*) FROM tasks WHERE status = ?", status).Scan(&n)
	return n, err
}
