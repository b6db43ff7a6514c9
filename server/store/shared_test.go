package store_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"tijian/server/store"
)

const (
	sharer = "TIJIAN_TEST_SHARER" // data source of a process that writes beside another
	turns  = 100
)

// share counts up in a file that another process counts up in, too.
func share(dsn string) error {
	ctx := context.Background()
	db, err := store.Open(ctx, dsn, "")
	if err != nil {
		return err
	}
	defer db.Close()
	for range turns {
		if err := db.InTx(ctx, func(tx *store.Tx) error {
			var n int
			if err := tx.QueryRow(ctx, "SELECT seen_at FROM workers WHERE id = 'both'").Scan(&n); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, "UPDATE workers SET seen_at = ? WHERE id = 'both'", n+1)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// Two processes that write one SQLite file wait for each other: none is refused, and
// nothing that one wrote is lost to the other.
func TestTwoProcessesOnOneFile(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dsn := "sqlite:" + filepath.Join(t.TempDir(), "tijian.db")
	db := open(t, dsn)
	if _, err := db.Exec(t.Context(), "INSERT INTO workers (id, seen_at) VALUES ('both', 0)"); err != nil {
		t.Fatal(err)
	}
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			command := exec.Command(program)
			command.Env = append(os.Environ(), sharer+"="+dsn)
			if out, err := command.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	both.Wait()
	var n int
	if err := db.QueryRow(t.Context(), "SELECT seen_at FROM workers WHERE id = 'both'").Scan(&n); err != nil || n != 2*turns {
		t.Error(fmt.Sprint(n, " of ", 2*turns, " are counted"), err)
	}
}
