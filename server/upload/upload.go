// Package upload keeps pictures that people send, for the task that recognises
// them and no longer. Tasks know pictures by address: an upload has one of a
// scheme of its own, which no client of the API can name.
package upload

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"strings"
	"time"

	"tijian/ocr/picture"
	"tijian/server/fetch"
	"tijian/server/store"
	"tijian/server/task"
)

// scheme begins the addresses of uploads. fetch.CheckURL refuses it, as it does
// all but http and https, wherever an address comes from outside.
const scheme = "tijian-upload:"

// Keep is the longest that a picture is kept.
const Keep = time.Hour

// Store keeps uploads in the database, where every process that works tasks
// finds them.
type Store struct{ DB *store.DB }

// IsPicture reports whether data begins as a file that recognition reads. Whether it
// is one is found out where it can do no harm.
func IsPicture(data []byte) bool {
	_, ok := picture.Sniff(data)
	return ok
}

// Put keeps a picture for a task and returns its address.
func (s Store) Put(ctx context.Context, owner, task string, picture []byte, now time.Time) (address string, err error) {
	id := rand.Text()
	_, err = s.DB.Exec(ctx, "INSERT INTO uploads (id, owner, task_id, created_at, data) VALUES (?, ?, ?, ?, ?)",
		id, owner, task, store.Micros(now), picture)
	return scheme + id, err
}

// Sweep deletes what is too old, and what belongs to no task that still waits.
// A picture that was put a moment ago may wait for its task to be stored.
func (s Store) Sweep(ctx context.Context, now time.Time) error {
	_, err := s.DB.Exec(ctx, `DELETE FROM uploads WHERE created_at <= ? OR EXISTS
		(SELECT 1 FROM tasks WHERE tasks.owner = uploads.owner AND tasks.id = uploads.task_id AND tasks.status IN ('DONE', 'ERROR'))`,
		store.Micros(now.Add(-Keep)))
	return err
}

// Drop deletes the pictures of a task.
func (s Store) Drop(ctx context.Context, owner, task string) error {
	_, err := s.DB.Exec(ctx, "DELETE FROM uploads WHERE owner = ? AND task_id = ?", owner, task)
	return err
}

// Fetcher gets uploads from the store and everything else from another fetcher.
type Fetcher struct {
	task.Fetcher
	Store Store
}

// Picture implements task.Fetcher.
func (f Fetcher) Picture(ctx context.Context, address string, share *fetch.Share) ([]byte, error) {
	id, ours := strings.CutPrefix(address, scheme)
	if !ours {
		return f.Fetcher.Picture(ctx, address, share)
	}
	var size int64
	err := f.Store.DB.QueryRow(ctx, "SELECT length(data) FROM uploads WHERE id = ?", id).Scan(&size)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, &fetch.Error{Message: "the picture was deleted, an hour after it was sent"}
	}
	if err != nil {
		return nil, err
	}
	if err := share.Take(ctx, size); err != nil {
		return nil, err
	}
	var picture []byte
	err = f.Store.DB.QueryRow(ctx, "SELECT data FROM uploads WHERE id = ?", id).Scan(&picture)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, &fetch.Error{Message: "the picture was deleted, an hour after it was sent"}
	}
	return picture, err
}
