package user

import (
	"context"
	"encoding/hex"
	"log/slog"
	"net/netip"
	"strings"
	"time"

	"tijian/server/store"
)

// failuresWithin bounds each question to the table of failures: without an
// answer a process goes by its own count.
const failuresWithin = 2 * time.Second

// Failures keeps failed logins in the database, so that all processes count
// together and a restart forgets none. A failure adds a row to each of its
// tracks and takes away those that no longer count: the table holds what fits into
// an hour, and every row of it has cost a password hash. Beside them it keeps from
// where users have logged in.
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
		wait = max(wait, min(track.wait(failures[track.column()], now), track.within)) // clocks of machines differ
	}
	return wait
}

// read returns the failures by track, each within its time, oldest first.
func (f *Failures) read(ctx context.Context, tracks []track, now time.Time) (map[string][]time.Time, error) {
	args := make([]any, 0, len(tracks)+1)
	for _, track := range tracks {
		args = append(args, track.column())
	}
	args = append(args, store.Micros(now))
	failures := map[string][]time.Time{}
	err := store.Each(ctx, f.db, func(row store.Row) error {
		var key string
		var at time.Time
		err := row.Scan(&key, store.Time(&at))
		failures[key] = append(failures[key], at)
		return err
	}, `SELECT key, at FROM login_failures WHERE key IN (?`+strings.Repeat(", ?", len(tracks)-1)+`) AND until > ? ORDER BY at`, args...)
	return failures, err
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
		if _, err := tx.Exec(ctx, "DELETE FROM login_failures WHERE until <= ?", store.Micros(now)); err != nil {
			return err
		}
		for _, track := range tracks {
			if _, err := tx.Exec(ctx, "INSERT INTO login_failures (key, at, until) VALUES (?, ?, ?)", track.column(), store.Micros(now), store.Micros(now.Add(track.within))); err != nil {
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

// knownFor is how long a place is known after a login from there.
const knownFor = 30 * 24 * time.Hour

func placeKey(name string, address netip.Addr) string {
	key := digest("known", name, place(address))
	return hex.EncodeToString(key[:])
}

// knows reports whether a user has logged in from a place of late.
func (f *Failures) knows(ctx context.Context, name string, address netip.Addr, now time.Time) bool {
	if f == nil {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, failuresWithin)
	defer cancel()
	var seen int64
	err := f.db.QueryRow(ctx, "SELECT seen_at FROM login_places WHERE key = ? AND seen_at > ?", placeKey(name, address), store.Micros(now.Add(-knownFor))).Scan(&seen)
	return err == nil
}

// came notes that a user has logged in from an address.
func (f *Failures) came(ctx context.Context, name string, address netip.Addr, now time.Time) {
	if f == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), failuresWithin)
	defer cancel()
	err := f.db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := tx.Exec(ctx, "DELETE FROM login_places WHERE seen_at <= ?", store.Micros(now.Add(-knownFor))); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "INSERT INTO login_places (key, seen_at) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET seen_at = excluded.seen_at",
			placeKey(name, address), store.Micros(now))
		return err
	})
	if err != nil {
		f.logger.Warn("from where a user has logged in is not known afterwards", "error", err)
	}
}
