package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"tijian/engine/message"
)

func openGroup(t *testing.T) *DB {
	t.Helper()
	db, err := Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "a.db"), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		if err := db.InTx(context.Background(), func(*Tx) error { return nil }); err == nil {
			t.Error("a transaction after the end")
		}
	})
	return db
}

// Transactions that share a commit neither see nor undo one another's failures.
func TestSharedCommit(t *testing.T) {
	db := openGroup(t)
	if _, err := db.Exec(t.Context(), "CREATE TABLE n (i BIGINT UNIQUE)"); err != nil {
		t.Fatal(err)
	}
	wrong := errors.New("wrong")
	const all = 400
	var callers sync.WaitGroup
	for i := range all {
		callers.Go(func() {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			defer func() {
				if p := recover(); (p != nil) != (i%10 == 3) {
					t.Errorf("%d panicked: %v", i, p)
				}
			}()
			err := db.InTx(ctx, func(tx *Tx) error {
				if _, err := tx.Exec(ctx, "INSERT INTO n VALUES (?)", i); err != nil {
					return err
				}
				switch i % 10 {
				case 1:
					return wrong
				case 2:
					_, err := tx.Exec(ctx, "INSERT INTO n VALUES (?)", i) // twice
					return err
				case 3:
					panic("on purpose")
				case 4:
					cancel() // once begun it runs to its end
				}
				return nil
			})
			if failed := i%10 == 1 || i%10 == 2; failed != (err != nil) || i%10 == 1 && !errors.Is(err, wrong) {
				t.Errorf("%d: %v", i, err)
			}
		})
	}
	callers.Wait()
	var count, odd int
	if err := db.QueryRow(t.Context(), "SELECT count(*), coalesce(sum(i % 10 IN (1, 2, 3)), 0) FROM n").Scan(&count, &odd); err != nil {
		t.Fatal(err)
	}
	if count != all*7/10 || odd != 0 {
		t.Errorf("%d rows, %d of failed transactions", count, odd)
	}
}

// When the disk fills up in the middle of a shared commit, whoever is told of
// success has it, and whoever is told of failure hasn't.
func TestSharedCommitOnFullDisk(t *testing.T) {
	db := openGroup(t)
	if _, err := db.Exec(t.Context(), "CREATE TABLE n (i BIGINT, t TEXT)"); err != nil {
		t.Fatal(err)
	}
	if _, err := db.SQLite().Exec("PRAGMA max_page_count = 60"); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	stored := map[int]bool{}
	var callers sync.WaitGroup
	// Ten at a time: a page each, so that the first have room even if all of
	// them share a commit, and the last have none even if nobody does.
	for i := range 200 {
		if i%10 == 0 {
			callers.Wait()
		}
		callers.Go(func() {
			err := db.InTx(t.Context(), func(tx *Tx) error {
				_, err := tx.Exec(t.Context(), "INSERT INTO n VALUES (?, ?)", i, fmt.Sprintf("%03000d", i))
				return err
			})
			mu.Lock()
			defer mu.Unlock()
			if stored[i] = err == nil; err != nil {
				if reason, ok := Trouble(err); !ok || reason != message.DatabaseFull {
					t.Errorf("%v is %q", err, reason)
				}
			}
		})
	}
	callers.Wait()
	failures := 0
	for i, want := range stored {
		var n int
		if err := db.QueryRow(t.Context(), "SELECT count(*) FROM n WHERE i = ?", i).Scan(&n); err != nil {
			t.Fatal(err)
		}
		if (n == 1) != want {
			t.Errorf("%d: told %v, stored %d times", i, want, n)
		}
		if !want {
			failures++
		}
	}
	if failures == 0 || failures == len(stored) {
		t.Errorf("%d of %d failed: nothing was tried", failures, len(stored))
	}
}
