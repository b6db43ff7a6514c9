package user

import (
	"context"
	"encoding/hex"
	"log/slog"
	"strings"
	"time"

	"tijian/server/store"
)

// failuresWithin bounds each question to the table of failures: without an
// answer a process goes by its own count.
const failuresWithin = 2 * time.Second

// Failures keeps failed logins in the database, so that all processes count
// together and a restart forgets none. A failure adds a row to each of its
// tracks and takes away those older than Window: the table holds what fits into
// one Window, and every row of it has cost a password hash.
type Failures struct {
	db     *store.DB
	logger *slog.Logger
}

// NewFailures returns the failures kept in db. Trouble with it is logged.
func NewFailures(db *store.DB, logger *slog.Logger) *Failures { return &Failures{db, logger} }

// wait is how long a try must wait by the failures of all processes; 0 when
// they cannot be read.
func (f *Failures) wait(ctx context.Context, tracks []track, now time.Time) time.Duration {
	if f == nil {
		return 0
	}
	ctx, cancel := context.WithTimeout(ctx, failuresWithin)
	defer cancel()
	failures, err := f.read(ctx, tracks, now)
	if err != nil {
		if ctx.Err() == nil {
			f.logger.Warn("failed logins of other processes cannot be read; this one counts its own", "error", err)
		}
		return 0
	}
	var wait time.Duration
	for _, track := range tracks {
		times := failures[track.column()]
		if over := len(times) - track.most; over >= 0 {
			wait = max(wait, times[over].Add(Window).Sub(now))
		}
	}
	return min(wait, Window) // clocks of machines differ
}

// read returns the failures within Window by track, oldest first.
func (f *Failures) read(ctx context.Context, tracks []track, now time.Time) (map[string][]time.Time, error) {
	args := make([]any, 0, len(tracks)+1)
	for _, track := range tracks {
		args = append(args, track.column())
	}
	args = append(args, store.Micros(now.Add(-Window)))
	rows, err := f.db.Query(ctx, `SELECT key, at FROM login_failures
		WHERE key IN (?`+strings.Repeat(", ?", len(tracks)-1)+`) AND at > ? ORDER BY at`, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	failures := map[string][]time.Time{}
	for rows.Next() {
		var key string
		var at int64
		if err := rows.Scan(&key, &at); err != nil {
			return nil, err
		}
		failures[key] = append(failures[key], store.FromMicros(at))
	}
	return failures, rows.Err()
}

// add notes a failure.
func (f *Failures) add(tracks []track, now time.Time) {
	if f == nil {
		return
	}
	// It counts although its client may have left.
	ctx, cancel := context.WithTimeout(context.Background(), failuresWithin)
	defer cancel()
	err := f.db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := tx.Exec(ctx, "DELETE FROM login_failures WHERE at <= ?", store.Micros(now.Add(-Window))); err != nil {
			return err
		}
		for _, track := range tracks {
			if _, err := tx.Exec(ctx, "INSERT INTO login_failures (key, at) VALUES (?, ?)", track.column(), store.Micros(now)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		f.logger.Warn("a failed login is counted by this process only", "error", err)
	}
}

// column is the key of a track in the table.
func (t track) column() string { return hex.EncodeToString(t.key[:]) }
