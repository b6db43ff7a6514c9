package store

import (
	"context"
	"errors"
	"os"
	"time"

	"tijian/engine/message"
)

// ErrLocked means that another process works the queue of this SQLite file.
var ErrLocked = message.DatabaseLocked.Err()

// A Lock is a right held by this process until Unlock or until it dies,
// however it dies.
type Lock struct{ file *os.File }

// Unlock gives the right back.
func (l *Lock) Unlock() {
	if l != nil && l.file != nil {
		_ = l.file.Close() // closing frees it
		l.file = nil
	}
}

// LockWork claims the right to work the queue. On SQLite one process at a time
// may have it, which is what makes it safe to put back the jobs a dead one
// left running; the wait is for a predecessor that is still stopping. It
// returns ErrLocked after the wait. On PostgreSQL many may work: the lock is
// empty.
func (db *DB) LockWork(ctx context.Context, wait time.Duration) (*Lock, error) {
	if db.dialect != SQLite {
		return &Lock{}, nil
	}
	return waitLock(ctx, db.lockPath(), wait)
}

func (db *DB) lockPath() string { return db.path + ".lock" }

func waitLock(ctx context.Context, path string, wait time.Duration) (*Lock, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, message.LockFile.Err("reason", err)
	}
	deadline := time.Now().Add(wait)
	for {
		held, err := flock(file)
		if held {
			return &Lock{file}, nil
		}
		if err != nil {
			return nil, errors.Join(message.LockFailed.Err("file", path, "reason", err), file.Close())
		}
		if time.Now().After(deadline) {
			return nil, errors.Join(message.DatabaseLockedBy.Err("reason", ErrLocked, "file", path), file.Close())
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), file.Close())
		case <-time.After(20 * time.Millisecond):
		}
	}
}
