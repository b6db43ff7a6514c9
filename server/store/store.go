// Package store opens the service's database, SQLite or PostgreSQL, brings its
// tables up to date and offers both behind the same few calls.
//
// Queries are written once, for both databases: placeholders are `?` (rewritten
// to $1, $2, … for PostgreSQL), types are TEXT, BIGINT and BOOLEAN, times are
// stored as microseconds (Micros, FromMicros), and a query that finds no row
// answers sql.ErrNoRows:
//
//	db, err := store.Open(ctx, "sqlite:data/tijian.db", "data")
//	n, err := db.Exec(ctx, "UPDATE users SET disabled = ? WHERE name = ?", true, name)
//	err = db.QueryRow(ctx, "SELECT generation FROM users WHERE name = ?", name).Scan(&generation)
//	err = db.InTx(ctx, func(tx *store.Tx) error { … })
//
// Opening never needs the database for itself: `tijian user add` works while
// `tijian serve` runs on the same SQLite file. Only working the queue of a
// SQLite file is exclusive, see DB.LockWork.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"tijian/engine/message"
)

// Dialect names the database behind a DB.
type Dialect string

// The databases the service runs on.
const (
	SQLite   Dialect = "sqlite"
	Postgres Dialect = "postgres"
)

// DB is an open, migrated database. It is safe for concurrent use.
type DB struct {
	dialect Dialect

	// SQLite
	path   string
	writer *sql.DB // one connection: SQLite has one writer at a time
	reader *sql.DB // a few connections that can only read
	group  *group  // commits transactions together, and has the disk flushed
	index  *index  // of the write-ahead log

	// PostgreSQL
	pool  *pgxpool.Pool
	light *pgxpool.Pool // whose commits do not wait for the disk
}

// Open opens the database named by dsn and applies every migration that is
// missing, the queue's own included. dsn is `sqlite:PATH` or a `postgres://`
// URL; an empty one means the file tijian.db in dataDir. Missing directories
// are created for SQLite, readable by this user only.
func Open(ctx context.Context, dsn, dataDir string) (*DB, error) {
	if dsn == "" {
		dsn = "sqlite:" + filepath.Join(dataDir, "tijian.db")
	}
	path, config, err := parse(dsn)
	if err != nil {
		return nil, err
	}
	var db *DB
	if config != nil {
		db, err = openPostgres(ctx, config)
	} else {
		db, err = openSQLite(ctx, path)
	}
	if err != nil {
		return nil, err
	}
	if err := db.migrate(ctx); err != nil {
		db.Close()
		return nil, message.DatabaseUpgrade.Err("database", string(db.dialect), "reason", foreign{err})
	}
	return db, nil
}

// CheckDSN says why Open would refuse a dsn, whatever there is behind it. Nothing
// is opened or created.
func CheckDSN(dsn string) error {
	_, _, err := parse(dsn)
	return err
}

// parse returns the path of an SQLite file or the settings of PostgreSQL. Its
// errors do not repeat the value: it may hold a password.
func parse(dsn string) (path string, config *pgxpool.Config, err error) {
	path, lite := strings.CutPrefix(dsn, "sqlite:")
	switch {
	case lite && (path == "" || path == ":memory:"):
		return "", nil, message.SQLitePath.Err()
	case lite:
		return path, nil, nil
	case strings.HasPrefix(dsn, "postgres://"), strings.HasPrefix(dsn, "postgresql://"):
		if config, err = pgxpool.ParseConfig(dsn); err != nil { // quotes parts of the URL
			return "", nil, message.PostgresURL.Err()
		}
		if !strings.Contains(dsn, "pool_max_conns=") {
			config.MaxConns = connections + lightConnections
		}
		return "", config, nil
	}
	return "", nil, message.DatabaseURL.Err()
}

// Size is how much the database takes on its disk, in bytes.
func (db *DB) Size(ctx context.Context) (n int64, err error) {
	query := "SELECT pg_database_size(current_database())"
	if db.dialect == SQLite {
		query = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
	}
	err = db.QueryRow(ctx, query).Scan(&n)
	return n, err
}

// Dialect tells which database this is.
func (db *DB) Dialect() Dialect { return db.dialect }

// Beside is a folder beside the database's file, "" on PostgreSQL, whose processes
// need share no files.
func (db *DB) Beside(name string) string {
	if db.pool != nil {
		return ""
	}
	return filepath.Join(filepath.Dir(db.path), name)
}

// SQLite returns the writing pool, nil on PostgreSQL. It has one connection:
// never ask it for a second one while holding the first. What is committed on it
// directly survives the process, but not the machine, unless something durable
// follows.
func (db *DB) SQLite() *sql.DB { return db.writer }

// Postgres returns the connection pool, nil on SQLite.
func (db *DB) Postgres() *pgxpool.Pool { return db.pool }

// PostgresLight returns the pool of connections whose commits are answered before
// they are on the disk: they survive this process, but not PostgreSQL's own death
// unless something durable follows.
func (db *DB) PostgresLight() *pgxpool.Pool { return db.light }

// Ping answers whether the database can be reached.
func (db *DB) Ping(ctx context.Context) error {
	if db.pool != nil {
		return db.pool.Ping(ctx)
	}
	var one int
	return db.reader.QueryRowContext(ctx, "SELECT 1").Scan(&one)
}

// Clock is the time that what several processes agree on goes by: that of
// PostgreSQL, and of the machine with SQLite. It may be put forward or back.
func (db *DB) Clock(ctx context.Context) (time.Time, error) {
	if db.pool == nil {
		return time.Now(), nil
	}
	var now time.Time
	err := db.pool.QueryRow(ctx, "SELECT clock_timestamp()").Scan(&now)
	return now, err
}

// Close closes every connection. Whatever uses the database must have stopped.
func (db *DB) Close() error {
	if db.pool != nil {
		db.light.Close()
		db.pool.Close()
		return nil
	}
	db.group.close()
	err := errors.Join(db.reader.Close(), db.writer.Close())
	db.index.close()
	return err
}

// Micros is the stored form of a time: microseconds since 1970, UTC.
func Micros(t time.Time) int64 { return t.UnixMicro() }

// FromMicros is the time that Micros stored, in UTC.
func FromMicros(us int64) time.Time { return time.UnixMicro(us).UTC() }

// Time is where a row is scanned to that has a time as Micros stored it; 0, which
// stands for none, is the zero time.
func Time(t *time.Time) sql.Scanner { return stored{t} }

type stored struct{ *time.Time }

// Scan implements sql.Scanner.
func (s stored) Scan(value any) error {
	us, ok := value.(int64)
	if !ok {
		return fmt.Errorf("a time is stored as %T", value)
	}
	if *s.Time = (time.Time{}); us != 0 {
		*s.Time = FromMicros(us)
	}
	return nil
}
