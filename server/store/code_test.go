//go:build !lint

package store

import (
	"errors"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// The numbers are those of the library that is linked, whose errors alone have
// a code.
func TestResultCodes(t *testing.T) {
	for ours, theirs := range map[int]int{
		liteBusy: sqlite3.SQLITE_BUSY, liteLocked: sqlite3.SQLITE_LOCKED, liteReadOnly: sqlite3.SQLITE_READONLY,
		liteInputError: sqlite3.SQLITE_IOERR, liteFull: sqlite3.SQLITE_FULL, liteCannotOpen: sqlite3.SQLITE_CANTOPEN,
		liteDamaged: sqlite3.SQLITE_CORRUPT, liteForeign: sqlite3.SQLITE_NOTADB,
	} {
		if ours != theirs {
			t.Errorf("%d here is %d in SQLite", ours, theirs)
		}
	}
	if _, is := liteCode(fmt.Errorf("wrapped: %w", new(sqlite.Error))); !is {
		t.Error("an error of SQLite was not known as one")
	}
	for _, err := range []error{errors.New("any"), &pgconn.PgError{Code: "53100"}} {
		if code, is := liteCode(err); is {
			t.Errorf("%v was taken for SQLite's %d", err, code)
		}
	}
}
