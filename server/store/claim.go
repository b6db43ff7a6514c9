package store

import (
	"context"
	"errors"
	"hash/fnv"
	"io"
	"os"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"tijian/engine/message"
)

// A Claim is work that one process at a time does, until Release or until the
// process dies, however it dies.
type Claim struct {
	file *os.File      // of SQLite
	conn *pgxpool.Conn // of PostgreSQL: its session has the lock
}

// Claim claims some work; nil where another process has it.
func (db *DB) Claim(ctx context.Context, work string) (*Claim, error) {
	if db.pool == nil {
		return claimFile(db.path + "." + work + ".lock")
	}
	conn, err := db.pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	sum := fnv.New64a()
	_, _ = io.WriteString(sum, "tijian "+work)
	var held bool
	err = conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", int64(sum.Sum64())).Scan(&held) //nolint:gosec // any 64 bits
	if err != nil || !held {
		conn.Release()
		return nil, err
	}
	return &Claim{conn: conn}, nil
}

func claimFile(path string) (*Claim, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, message.LockFile.Err("reason", err)
	}
	held, err := flock(file)
	if err != nil {
		return nil, errors.Join(message.LockFailed.Err("file", path, "reason", err), file.Close())
	}
	if !held {
		return nil, file.Close()
	}
	return &Claim{file: file}, nil
}

// Held returns an error once the claim is lost with its connection to the database.
func (c *Claim) Held(ctx context.Context) error {
	if c.conn == nil {
		return nil
	}
	return c.conn.Ping(ctx)
}

// Release gives the work to whoever claims it next.
func (c *Claim) Release() {
	if c == nil {
		return
	}
	if c.file != nil {
		_ = c.file.Close() // closing frees it
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if _, err := c.conn.Exec(ctx, "SELECT pg_advisory_unlock_all()"); err != nil {
		_ = c.conn.Hijack().Close(ctx) // its end frees it, when the server has seen it
		return
	}
	c.conn.Release()
}
