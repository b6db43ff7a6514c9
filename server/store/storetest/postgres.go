// Package storetest gives tests a database of each kind the service runs on.
// The PostgreSQL is a real one: a temporary cluster of this test process, gone
// with it.
package storetest

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"tijian/server/store"
	pgcluster "tijian/server/store/cluster"
	_ "tijian/server/store/sqlite"
)

// Each runs test once for SQLite and once for PostgreSQL, with the address of
// a database of its own that has its tables and no rows.
func Each(t *testing.T, test func(t *testing.T, dsn string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, Postgres(t)) })
}

// Bare is Each with a database that nobody has opened yet: without tables.
func Bare(t *testing.T, test func(t *testing.T, dsn string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, BareSQLite(t)) })
	t.Run("postgres", func(t *testing.T) {
		name, err := cluster(t).Create(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		test(t, cluster(t).DSN(name))
	})
}

// migrated is the file of an empty SQLite database, made once: its migrations take
// longer than most tests.
var migrated = sync.OnceValues(func() ([]byte, error) {
	folder, err := os.MkdirTemp("", "tijian-test")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "migrated.db")
	if err := migrate("sqlite:" + path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

func migrate(dsn string) error {
	db, err := store.Open(context.Background(), dsn, "")
	if err != nil {
		return err
	}
	return db.Close()
}

// Open opens a database until the test ends.
func Open(t testing.TB, dsn string) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), dsn, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// BareSQLite returns the address of a database file that does not exist yet.
func BareSQLite(t testing.TB) string {
	return "sqlite:" + filepath.Join(t.TempDir(), "test.db")
}

// SQLite returns the address of a new database file with its tables.
func SQLite(t testing.TB) string {
	t.Helper()
	empty, err := migrated()
	dsn := BareSQLite(t)
	if err == nil {
		err = os.WriteFile(strings.TrimPrefix(dsn, "sqlite:"), empty, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return dsn
}

// Postgres returns the address of a new database with its tables in this process's
// cluster, which is started at the first call.
func Postgres(t testing.TB) string {
	t.Helper()
	server := cluster(t)
	name, err := server.Copy(t.Context(), running.template)
	if err != nil {
		t.Fatalf("create a test database: %v", err)
	}
	return server.DSN(name)
}

func cluster(t testing.TB) *pgcluster.Cluster {
	t.Helper()
	server, err := start()
	if err != nil {
		t.Fatalf("start a PostgreSQL for the tests (Debian: apt-get install postgresql): %v", err)
	}
	return server
}

// Main runs a package's tests and stops the cluster afterwards, if one was
// started; call it from TestMain. It returns the exit code.
func Main(m *testing.M) int {
	defer stop()
	return m.Run()
}

// RestartPostgres restarts this process's cluster; every connection to it
// breaks. Tests that run at the same time must not use it.
func RestartPostgres(t testing.TB, crash bool, down time.Duration) {
	t.Helper()
	if err := cluster(t).Restart(crash, down); err != nil {
		t.Fatal(err)
	}
}

var running struct {
	sync.Mutex
	*pgcluster.Cluster
	template string // whose tables are there: new databases are its copies
	err      error
}

func start() (*pgcluster.Cluster, error) {
	running.Lock()
	defer running.Unlock()
	if running.Cluster == nil && running.err == nil {
		if running.Cluster, running.err = pgcluster.Start(false); running.err == nil {
			running.template, running.err = running.Create(context.Background())
		}
		if running.err == nil {
			running.err = migrate(running.DSN(running.template))
		}
	}
	return running.Cluster, running.err
}

func stop() {
	running.Lock()
	defer running.Unlock()
	if running.Cluster != nil {
		running.Stop()
		running.Cluster = nil
	}
}
