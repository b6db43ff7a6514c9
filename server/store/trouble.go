package store

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"net"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"tijian/engine/message"
	"tijian/engine/problem"
)

// Trouble reports whether an error is the database's state and no fault of a
// query or a program: it may pass by itself. reason is for clients and
// operators: it names no host and no path.
func Trouble(err error) (reason message.Phrase, ok bool) {
	if err == nil {
		return reason, false
	}
	if code, is := liteCode(err); is {
		return sqliteTrouble(code)
	}
	if refused, is := errors.AsType[*pgconn.PgError](err); is {
		return postgresTrouble(refused.Code)
	}
	if _, is := errors.AsType[*pgconn.ConnectError](err); is {
		return message.DatabaseUnreachable, true
	}
	if errors.Is(err, context.DeadlineExceeded) { // is a net.Error, too
		return message.DatabaseSlow, true
	}
	if timeout, is := errors.AsType[net.Error](err); is {
		// Errors of files are of the system, too; those of connections are within one
		// of package net.
		if _, bare := timeout.(syscall.Errno); !bare {
			return message.DatabaseUnreachable, true
		}
	}
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, net.ErrClosed), pgconn.SafeToRetry(err),
		strings.Contains(err.Error(), "conn closed"): // pgx has no value for it
		return message.DatabaseUnreachable, true
	}
	return reason, false
}

func sqliteTrouble(code int) (reason message.Phrase, ok bool) {
	switch code {
	case liteFull:
		return message.DatabaseFull, true
	case liteReadOnly:
		return message.DatabaseReadOnly, true
	case liteInputError, liteCannotOpen:
		return message.DatabaseUnreadable, true
	case liteBusy, liteLocked:
		return message.DatabaseBusy, true
	}
	return reason, false
}

// postgresTrouble knows the SQLSTATE codes of PostgreSQL's appendix A.
func postgresTrouble(code string) (reason message.Phrase, ok bool) {
	switch {
	case code == "53100":
		return message.DatabaseFull, true
	case code == "53300":
		return message.DatabaseConnections, true
	case strings.HasPrefix(code, "53"):
		return message.DatabaseShort, true
	case code == "25006":
		return message.DatabaseReadOnly, true
	case strings.HasPrefix(code, "08"), strings.HasPrefix(code, "57P"):
		return message.DatabaseUnreachable, true
	case strings.HasPrefix(code, "58"):
		return message.DatabaseFiles, true
	}
	return reason, false
}

// foreign is an error of a driver, which speaks English: what is known of it
// is said in Chinese, the rest quoted.
type foreign struct{ error }

func (e foreign) Unwrap() error { return e.error }

// In says it in a language.
func (e foreign) In(lang string) string {
	if lang == problem.English {
		return e.Error()
	}
	cause := e.error
	if system, is := errors.AsType[syscall.Errno](cause); is {
		return message.Localise(system, lang)
	}
	if host, is := errors.AsType[*net.DNSError](cause); is {
		return message.Localise(host, lang)
	}
	code, _ := liteCode(cause)
	refused, is := errors.AsType[*pgconn.PgError](cause)
	switch {
	case code == liteForeign:
		return message.DatabaseForeign.ZH
	case code == liteDamaged:
		return message.DatabaseDamaged.ZH
	case is && strings.HasPrefix(refused.Code, "28"):
		return message.DatabaseDenied.ZH
	case is && refused.Code == "3D000":
		return message.DatabaseMissing.ZH
	}
	if reason, ok := Trouble(cause); ok {
		return reason.ZH
	}
	if is || code != 0 {
		return message.DatabaseSays.With("text", message.Plain(cause.Error())).ZH
	}
	return message.Localise(cause, lang)
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
	return durably(ctx, db.writer, func(conn *sql.Conn) error {
		tx, err := conn.BeginTx(ctx, nil)
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
	})
}

// The primary result codes of SQLite that are told apart here
// (https://sqlite.org/rescode.html); the lower byte of each further one.
const (
	liteBusy       = 5
	liteLocked     = 6
	liteReadOnly   = 8
	liteInputError = 10
	liteDamaged    = 11
	liteFull       = 13
	liteCannotOpen = 14
	liteForeign    = 26
)

// liteCode is the primary result code of an error of SQLite, and whether it is
// one.
func liteCode(err error) (int, bool) {
	lite, is := errors.AsType[interface {
		error
		Code() int
	}](err)
	if !is {
		return 0, false
	}
	return lite.Code() & 0xff, true
}
