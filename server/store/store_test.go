package store_test

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"tijian/server/store"
	"tijian/server/store/storetest"
)

// TestMain is also the process that shares a file with another.
func TestMain(m *testing.M) {
	if dsn := os.Getenv(sharer); dsn != "" {
		if err := share(dsn); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(storetest.Main(m))
}

func open(t *testing.T, dsn string) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), dsn, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func TestQueries(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		db, ctx := open(t, dsn), t.Context()
		if err := db.Ping(ctx); err != nil {
			t.Fatal(err)
		}
		now := time.Now()
		const insert = "INSERT INTO users (name, password_hash, disabled, created_at) VALUES (?, 'what?', ?, ?) ON CONFLICT DO NOTHING"
		for i, want := range []int64{1, 0} {
			n, err := db.Exec(ctx, insert, "李医生", false, store.Micros(now))
			if err != nil || n != want {
				t.Fatalf("insert %d: %d rows, %v; want %d", i, n, err, want)
			}
		}

		var hash string
		var disabled bool
		var created int64
		read := func() error {
			return db.QueryRow(ctx, "SELECT password_hash, disabled, created_at FROM users WHERE name = ?", "李医生").
				Scan(&hash, &disabled, &created)
		}
		if err := read(); err != nil {
			t.Fatal(err)
		}
		if hash != "what?" || disabled || !store.FromMicros(created).Equal(now.Truncate(time.Microsecond)) {
			t.Errorf("read back %q %v %v", hash, disabled, store.FromMicros(created))
		}
		err := db.QueryRow(ctx, "SELECT disabled FROM users WHERE name = ?", "nobody").Scan(&disabled)
		if !errors.Is(err, sql.ErrNoRows) {
			t.Errorf("no row: %v", err)
		}

		failure := errors.New("no")
		change := func(result error) error {
			return db.InTx(ctx, func(tx *store.Tx) error {
				if _, err := tx.Exec(ctx, "UPDATE users SET disabled = ?", true); err != nil {
					return err
				}
				return result
			})
		}
		if err := change(failure); !errors.Is(err, failure) {
			t.Errorf("error of the function: %v", err)
		}
		if err := read(); err != nil || disabled {
			t.Errorf("rolled back, but disabled = %v, %v", disabled, err)
		}
		if err := change(nil); err != nil {
			t.Error(err)
		}
		if err := read(); err != nil || !disabled {
			t.Errorf("committed, but disabled = %v, %v", disabled, err)
		}

		rows, err := db.Query(ctx, "SELECT name FROM users ORDER BY name")
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		var names []string
		for rows.Next() {
			var name string
			if err := rows.Scan(&name); err != nil {
				t.Fatal(err)
			}
			names = append(names, name)
		}
		if err := rows.Err(); err != nil || len(names) != 1 {
			t.Errorf("names %v, %v", names, err)
		}
	})
}

// Several processes may start on an empty database at once.
func TestOpenTogether(t *testing.T) {
	storetest.Bare(t, func(t *testing.T, dsn string) {
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				db, err := store.Open(t.Context(), dsn, "")
				if err != nil {
					t.Error(err)
					return
				}
				defer db.Close()
				if _, err := db.Exec(t.Context(), "UPDATE tasks SET failures = 0"); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
	})
}

// A user can be added to a SQLite file whose queue is being worked.
func TestOpenBesideWorker(t *testing.T) {
	dsn := storetest.BareSQLite(t)
	db := open(t, dsn)
	lock, err := db.LockWork(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	other := open(t, dsn)
	if _, err := other.Exec(t.Context(), "INSERT INTO users (name, password_hash, created_at) VALUES ('a', 'b', 0)"); err != nil {
		t.Error(err)
	}
	if _, err := other.LockWork(t.Context(), 30*time.Millisecond); !errors.Is(err, store.ErrLocked) {
		t.Errorf("second lock: %v", err)
	}
	lock.Release()
	second, err := other.LockWork(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	second.Release()
}

func TestSQLiteFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "空 %3f#folder")
	db, err := store.Open(t.Context(), "", dir)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for name, mode := range map[string]os.FileMode{"": 0o700 | os.ModeDir, "tijian.db": 0o600, "tijian.db-wal": 0o600} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
		} else if info.Mode() != mode {
			t.Errorf("%s has mode %v, want %v", name, info.Mode(), mode)
		}
	}
	for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "1", "foreign_keys": "1", "busy_timeout": "10000"} {
		var got string
		if err := db.QueryRow(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
			t.Errorf("reader: %s = %s, %v; want %s", pragma, got, err, want)
		}
		if err := db.SQLite().QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
			t.Errorf("writer: %s = %s, %v; want %s", pragma, got, err, want)
		}
	}
}

func TestOpenErrors(t *testing.T) {
	for _, test := range []struct{ dsn, want string }{
		{"mysql://root:secret@host/db", "TIJIAN_DATABASE must be"},
		{"sqlite:", "path of a file"},
		{"sqlite:/proc/nope/x.db", "create the database's directory"},
		{"postgres://u:secret@127.0.0.1:1/x?connect_timeout=1", "reach PostgreSQL at 127.0.0.1:1"},
		{"postgres://u:secret@host:port/x", "not a valid postgres:// URL"},
	} {
		_, err := store.Open(t.Context(), test.dsn, t.TempDir())
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.dsn, err, test.want)
		} else if strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: the message repeats the password: %v", test.dsn, err)
		}
	}
}
