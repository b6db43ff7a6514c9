package store

import (
	"context"
	"database/sql"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

// A Querier runs queries with `?` placeholders: a *DB or a *Tx.
type Querier interface {
	// Exec runs a statement and returns the number of rows it touched.
	Exec(ctx context.Context, query string, args ...any) (int64, error)
	// QueryRow reads one row; without one, Scan returns sql.ErrNoRows.
	QueryRow(ctx context.Context, query string, args ...any) Row
	// Query reads rows; close them.
	Query(ctx context.Context, query string, args ...any) (Rows, error)
}

// A Row is one row of an answer.
type Row interface{ Scan(dest ...any) error }

// Rows are the rows of an answer. Close may be called more than once.
type Rows interface {
	Next() bool
	Scan(dest ...any) error
	Err() error
	Close()
}

// Each calls row for each row of an answer, which it scans.
func Each(ctx context.Context, q Querier, row func(Row) error, query string, args ...any) error {
	rows, err := q.Query(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// All returns the rows of an answer as scan makes each of them, nil with an error.
func All[T any](ctx context.Context, q Querier, scan func(Row, *T) error, query string, args ...any) (list []T, err error) {
	err = Each(ctx, q, func(row Row) error {
		var one T
		err := scan(row, &one)
		list = append(list, one)
		return err
	}, query, args...)
	if err != nil {
		return nil, err
	}
	return list, nil
}

// Counts returns the second column of an answer, a number, by the first.
func Counts[K ~string](ctx context.Context, q Querier, query string, args ...any) (map[K]int, error) {
	all := map[K]int{}
	err := Each(ctx, q, func(row Row) error {
		var key K
		var n int
		err := row.Scan(&key, &n)
		all[key] = n
		return err
	}, query, args...)
	return all, err
}

// Exec runs one statement in a transaction of its own.
func (db *DB) Exec(ctx context.Context, query string, args ...any) (n int64, err error) {
	if db.pool != nil {
		tag, err := db.pool.Exec(ctx, rebind(query), args...)
		return tag.RowsAffected(), err
	}
	err = db.InTx(ctx, func(tx *Tx) (err error) {
		n, err = tx.Exec(ctx, query, args...)
		return err
	})
	return n, err
}

// ExecLight is Exec for what need not survive the machine, only this process: it does
// not wait for the disk.
func (db *DB) ExecLight(ctx context.Context, query string, args ...any) (n int64, err error) {
	if db.pool != nil {
		tag, err := db.light.Exec(ctx, rebind(query), args...)
		return tag.RowsAffected(), err
	}
	return affected(db.writer.ExecContext(ctx, query, args...))
}

// QueryRow reads one row. It only reads: a statement with RETURNING belongs
// in InTx.
func (db *DB) QueryRow(ctx context.Context, query string, args ...any) Row {
	if db.pool != nil {
		return db.pool.QueryRow(ctx, rebind(query), args...)
	}
	if err := ctx.Err(); err != nil {
		return failed{err}
	}
	// Being able to break a read off costs two goroutines, more than the read,
	// which waits for nobody: a writer does not hold up readers.
	return db.reader.QueryRowContext(context.WithoutCancel(ctx), query, args...)
}

// failed is the row of a query that could not be asked.
type failed struct{ err error }

func (f failed) Scan(...any) error { return f.err }

// Query reads rows. It only reads, like QueryRow.
func (db *DB) Query(ctx context.Context, query string, args ...any) (Rows, error) {
	if db.pool != nil {
		return db.pool.Query(ctx, rebind(query), args...)
	}
	return sqlRows(db.reader.QueryContext(ctx, query, args...))
}

// InTx runs f in one transaction: committed when f returns nil, else rolled
// back and f's error returned. On SQLite several that wait share one commit,
// which holds the only writing connection: f must be short and must use tx,
// not the DB, for everything it writes. There f runs to its end once begun, for
// a statement broken off would undo the others' work as well.
func (db *DB) InTx(ctx context.Context, f func(tx *Tx) error) error {
	if db.pool != nil {
		return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
			return f(&Tx{pgx: tx})
		})
	}
	return db.group.do(ctx, f)
}

// Act is InTx for an act that the context may have more to write of (see Besides).
func (db *DB) Act(ctx context.Context, f func(tx *Tx) error) error {
	return db.InTx(ctx, func(tx *Tx) error {
		if err := f(tx); err != nil {
			return err
		}
		if more, ok := ctx.Value(besidesKey{}).(func(context.Context, *Tx) error); ok {
			return more(ctx, tx)
		}
		return nil
	})
}

// A Tx is a transaction, valid within InTx.
type Tx struct {
	sql *sql.Tx
	pgx pgx.Tx
}

// SQL returns the SQLite transaction, nil on PostgreSQL.
func (tx *Tx) SQL() *sql.Tx { return tx.sql }

// PGX returns the PostgreSQL transaction, nil on SQLite.
func (tx *Tx) PGX() pgx.Tx { return tx.pgx }

// LockTable has others who would change a table wait until the transaction ends. SQLite
// has one writer anyway.
func (tx *Tx) LockTable(ctx context.Context, table string) error {
	if tx.pgx == nil {
		return nil
	}
	_, err := tx.pgx.Exec(ctx, "LOCK TABLE "+table+" IN SHARE ROW EXCLUSIVE MODE")
	return err
}

// Exec runs a statement and returns the number of rows it touched.
func (tx *Tx) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	if tx.pgx != nil {
		tag, err := tx.pgx.Exec(ctx, rebind(query), args...)
		return tag.RowsAffected(), err
	}
	return affected(tx.sql.ExecContext(context.WithoutCancel(ctx), query, args...))
}

// Change is Exec for a statement that must touch a row: the error is none where it
// touches none.
func (tx *Tx) Change(ctx context.Context, none error, query string, args ...any) error {
	n, err := tx.Exec(ctx, query, args...)
	if err == nil && n == 0 {
		return none
	}
	return err
}

// QueryRow reads one row; without one, Scan returns sql.ErrNoRows.
func (tx *Tx) QueryRow(ctx context.Context, query string, args ...any) Row {
	if tx.pgx != nil {
		return tx.pgx.QueryRow(ctx, rebind(query), args...)
	}
	return tx.sql.QueryRowContext(context.WithoutCancel(ctx), query, args...)
}

// Query reads rows; close them before the next statement.
func (tx *Tx) Query(ctx context.Context, query string, args ...any) (Rows, error) {
	if tx.pgx != nil {
		return tx.pgx.Query(ctx, rebind(query), args...)
	}
	return sqlRows(tx.sql.QueryContext(context.WithoutCancel(ctx), query, args...))
}

func affected(result sql.Result, err error) (int64, error) {
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// closer gives *sql.Rows the Close without a result that Rows has.
type closer struct{ *sql.Rows }

func (c closer) Close() { _ = c.Rows.Close() } // its error is Err's too

func sqlRows(rows *sql.Rows, err error) (Rows, error) {
	if err != nil {
		return nil, err
	}
	return closer{rows}, nil
}

// rebind turns `?` placeholders into PostgreSQL's $1, $2, …; one within a
// quoted text stays.
func rebind(query string) string {
	if !strings.Contains(query, "?") {
		return query
	}
	var b strings.Builder
	n, quoted := 0, false
	for i := range len(query) {
		switch c := query[i]; {
		case c == '\'':
			quoted = !quoted
			b.WriteByte(c)
		case c == '?' && !quoted:
			n++
			b.WriteByte('$')
			b.WriteString(strconv.Itoa(n))
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

type besidesKey struct{}

// Besides returns a context of an act that has more to write in its own
// transaction (DB.Act). The act fails where that fails.
func Besides(ctx context.Context, more func(context.Context, *Tx) error) context.Context {
	return context.WithValue(ctx, besidesKey{}, more)
}
