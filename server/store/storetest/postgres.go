// Package storetest gives tests a database of each kind the service runs on.
// The PostgreSQL is a real one: a temporary cluster of this test process, gone
// with it.
package storetest

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"tijian/server/store"
	"tijian/server/store/cluster"
	_ "tijian/server/store/sqlite"
)

// Each runs test once for SQLite and once for PostgreSQL, with the address of
// an empty database of its own.
func Each(t *testing.T, test func(t *testing.T, dsn string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, Postgres(t)) })
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
	db, err := store.Open(context.Background(), "sqlite:"+path, "")
	if err != nil {
		return nil, err
	}
	if err := db.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// Open opens a database until the test ends; a file of SQLite that is not there yet
// has its tables from the first one.
func Open(t testing.TB, dsn string) *store.DB {
	t.Helper()
	path, lite := strings.CutPrefix(dsn, "sqlite:")
	if _, err := os.Stat(path); lite && errors.Is(err, fs.ErrNotExist) {
		empty, err := migrated()
		if err == nil {
			err = os.WriteFile(path, empty, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	db, err := store.Open(t.Context(), dsn, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// SQLite returns the address of a database file that does not exist yet.
func SQLite(t testing.TB) string {
	return "sqlite:" + filepath.Join(t.TempDir(), "test.db")
}

// Postgres returns the address of a new, empty database in this process's
// cluster, which is started at the first call.
func Postgres(t testing.TB) string {
	t.Helper()
	server, err := start()
	if err != nil {
		t.Fatalf("start a PostgreSQL for the tests (Debian: apt-get install postgresql): %v", err)
	}
	name, err := server.Create(t.Context())
	if err != nil {
		t.Fatalf("create a test database: %v", err)
	}
	return server.DSN(name)
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
	server, err := start()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Restart(crash, down); err != nil {
		t.Fatal(err)
	}
}

var running struct {
	sync.Mutex
	*cluster.Cluster
	err error
}

func start() (*cluster.Cluster, error) {
	running.Lock()
	defer running.Unlock()
	if running.Cluster == nil && running.err == nil {
		running.Cluster, running.err = cluster.Start(false)
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
