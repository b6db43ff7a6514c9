package store

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Trouble reports whether an error is the database's state and no fault of a
// query or a program: it may pass by itself. reason is for clients and
// operators: it names no host and no path.
func Trouble(err error) (reason string, ok bool) {
	if err == nil {
		return "", false
	}
	if code, is := liteCode(err); is {
		return sqliteTrouble(code)
	}
	if refused, is := errors.AsType[*pgconn.PgError](err); is {
		return postgresTrouble(refused.Code)
	}
	if _, is := errors.AsType[*pgconn.ConnectError](err); is {
		return unreachable, true
	}
	if errors.Is(err, context.DeadlineExceeded) { // is a net.Error, too
		return "it did not answer in time", true
	}
	if timeout, is := errors.AsType[net.Error](err); is {
		// Errors of files are of the system, too; those of connections are within one
		// of package net.
		if _, bare := timeout.(syscall.Errno); !bare {
			return unreachable, true
		}
	}
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, net.ErrClosed), pgconn.SafeToRetry(err),
		strings.Contains(err.Error(), "conn closed"): // pgx has no value for it
		return unreachable, true
	}
	return "", false
}

const (
	full        = "its disk is full"
	readOnly    = "it can only be read"
	unreachable = "it cannot be reached"
)

func sqliteTrouble(code int) (string, bool) {
	switch code {
	case liteFull:
		return full, true
	case liteReadOnly:
		return readOnly, true
	case liteInputError, liteCannotOpen:
		return "its file cannot be read or written", true
	case liteBusy, liteLocked:
		return "it is busy", true
	}
	return "", false
}

// postgresTrouble knows the SQLSTATE codes of PostgreSQL's appendix A.
func postgresTrouble(code string) (string, bool) {
	switch {
	case code == "53100":
		return full, true
	case code == "53300":
		return "it has no connection left", true
	case strings.HasPrefix(code, "53"):
		return "it lacks resources", true
	case code == "25006":
		return readOnly, true
	case strings.HasPrefix(code, "08"), strings.HasPrefix(code, "57P"):
		return unreachable, true
	case strings.HasPrefix(code, "58"):
		return "its files cannot be read or written", true
	}
	return "", false
}

// Writable reports whether the database can be written now. On SQLite that
// includes room for some tasks: a row that only changes needs none. The
// transaction is one of its own, since a full disk ends whole groups.
func (db *DB) Writable(ctx context.Context) error {
	const probe = "INSERT INTO probe (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at"
	if db.pool != nil {
		_, err := db.Exec(ctx, probe, Micros(time.Now()))
		return err
	}
	tx, err := db.writer.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // does nothing after a commit
	for _, statement := range []string{"INSERT INTO probe (id, at) VALUES (2, zeroblob(16384))", "DELETE FROM probe WHERE id = 2"} {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, probe, Micros(time.Now())); err != nil {
		return err
	}
	return tx.Commit()
}
