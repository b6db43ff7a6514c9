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

// ErrLocked means that another process works the queue of this SQLite file.
var ErrLocked = message.DatabaseLocked.Err()

// LockWork claims the right to work the queue. On SQLite one process at a time
// may have it, which is what makes it safe to put back the jobs a dead one
// left running; the wait is for a predecessor that is still stopping. It
// returns ErrLocked after the wait. On PostgreSQL many may work: the claim is of
// nothing.
func (db *DB) LockWork(ctx context.Context, wait time.Duration) (*Claim, error) {
	if db.dialect != SQLite {
		return &Claim{}, nil
	}
	return waitFile(ctx, db.lockPath(), wait)
}

func (db *DB) lockPath() string { return db.path + ".lock" }

func waitFile(ctx context.Context, path string, wait time.Duration) (*Claim, error) {
	for deadline := time.Now().Add(wait); ; {
		claim, err := claimFile(path)
		switch {
		case claim != nil || err != nil:
			return claim, err
		case time.Now().After(deadline):
			return nil, message.DatabaseLockedBy.Err("reason", ErrLocked, "file", path)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
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
	switch {
	case c == nil:
		return
	case c.conn == nil:
		_ = c.file.Close() // closing frees it; there is none where many may work
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
