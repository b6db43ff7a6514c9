package store_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"tijian/server/store"
	"tijian/server/store/storetest"
)

// What is written by Exec and InTx waits for the disk, whatever went before; what is
// written lightly does not.
func TestDurable(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		db, err := store.Open(t.Context(), dsn, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		query, durable, light := "SELECT synchronous FROM pragma_synchronous", "2", "1"
		if db.Dialect() == store.Postgres {
			query, durable, light = "SHOW synchronous_commit", "on", "off"
		}
		outside := func() (got string) {
			t.Helper()
			var err error
			if db.Dialect() == store.Postgres {
				err = db.PostgresLight().QueryRow(t.Context(), query).Scan(&got)
			} else {
				err = db.SQLite().QueryRowContext(t.Context(), query).Scan(&got)
			}
			if err != nil {
				t.Fatal(err)
			}
			return got
		}
		wrong := errors.New("wrong")
		for name, act := range map[string]func() error{
			"nothing":              func() error { return nil },
			"a light write":        func() error { _, err := db.ExecLight(t.Context(), "DELETE FROM probe"); return err },
			"a failed light write": func() error { _, _ = db.ExecLight(t.Context(), "DELETE FROM nowhere"); return nil },
			"a write":              func() error { _, err := db.Exec(t.Context(), "DELETE FROM probe"); return err },
			"a failed write":       func() error { _, _ = db.Exec(t.Context(), "DELETE FROM nowhere"); return nil },
			"an undone one":        func() error { _ = db.InTx(t.Context(), func(*store.Tx) error { return wrong }); return nil },
			"a panic": func() error {
				defer func() { _ = recover() }()
				return db.InTx(t.Context(), func(*store.Tx) error { panic("on purpose") })
			},
			"the look whether it can be written": func() error { return db.Writable(t.Context()) },
			"one that nobody waits for": func() error {
				ctx, cancel := context.WithCancel(t.Context())
				cancel()
				_ = db.Writable(ctx)
				_ = db.Backup(ctx, filepath.Join(t.TempDir(), "copy"))
				return nil
			},
		} {
			if err := act(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			var inside string
			if err := db.InTx(t.Context(), func(tx *store.Tx) error { return tx.QueryRow(t.Context(), query).Scan(&inside) }); err != nil || inside != durable {
				t.Errorf("after %s a transaction is committed with %s, %v", name, inside, err)
			}
			if got := outside(); got != light {
				t.Errorf("after %s and a transaction the queue commits with %s", name, got)
			}
		}
	})
}
