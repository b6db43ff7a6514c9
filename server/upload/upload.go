// Package upload keeps pictures that people send, for the task that recognises
// them and no longer, unless they are to be kept with their case (Keep). Tasks know pictures by address: an upload has one of a
// scheme of its own, which no client of the API can name.
package upload

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"io"
	"os"
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

// Longest is how long a picture waits to be read.
const Longest = time.Hour

// Store keeps uploads where every process that works tasks finds them: with SQLite,
// which one machine works, in files beside the database, so that deleting them gives
// the disk back; with PostgreSQL in the database.
type Store struct {
	DB    *store.DB
	Quota Quota
}

// A Quota bounds the bytes of pictures that wait at once; 0 is no bound.
type Quota struct{ All, Each int64 }

// Why a picture is not kept.
var (
	ErrEmpty = errors.New("nothing was sent")
	ErrLarge = errors.New("the picture is too large")
	ErrKind  = errors.New("it does not begin as a picture does")
	ErrQuota = errors.New("too many pictures are kept already, of the user or in all")
)

// IsPicture reports whether data begins as a file that recognition reads. Whether it
// is one is found out where it can do no harm.
func IsPicture(data []byte) bool {
	_, ok := picture.Sniff(data)
	return ok
}

// Put keeps a picture of at most so many bytes for a task, as it comes, and returns
// its address. What it refuses is ErrEmpty, ErrLarge, ErrKind or ErrQuota.
func (s Store) Put(ctx context.Context, owner, task string, from io.Reader, most int64, now time.Time) (address string, err error) {
	p, err := spool(s.folder(), from, most)
	if err != nil {
		return "", err
	}
	defer p.discard()
	id, kept := rand.Text(), []byte{}
	if s.folder() == "" {
		loading <- struct{}{} // one at a time: each is whole in memory
		defer func() { <-loading }()
		if kept, err = os.ReadFile(p.name); err != nil {
			return "", err
		}
	} else if err := p.keep(file(s.folder(), id, p.hash)); err != nil {
		return "", err
	}
	err = s.DB.InTx(ctx, func(tx *store.Tx) error {
		if err := s.room(ctx, tx, owner, p.size); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "INSERT INTO uploads (id, owner, task_id, created_at, bytes, hash, data) VALUES (?, ?, ?, ?, ?, ?, ?)",
			id, owner, task, store.Micros(now), p.size, p.hash, kept)
		return err
	})
	if err != nil {
		return "", errors.Join(err, s.remove(id, p.hash))
	}
	return scheme + id, nil
}

var loading = make(chan struct{}, 1)

// room returns ErrQuota when there is none for so many bytes more.
func (s Store) room(ctx context.Context, tx *store.Tx, owner string, bytes int64) error {
	if err := tx.LockTable(ctx, "uploads"); err != nil {
		return err
	}
	var all, own int64
	if err := tx.QueryRow(ctx, "SELECT coalesce(sum(bytes), 0), coalesce(sum(CASE WHEN owner = ? THEN bytes ELSE 0 END), 0) FROM uploads WHERE kept = 0", owner).Scan(&all, &own); err != nil {
		return err
	}
	if q := s.Quota; q.All > 0 && all+bytes > q.All || q.Each > 0 && own+bytes > q.Each {
		return ErrQuota
	}
	return nil
}

// Sweep deletes what has waited for too long, and what was kept for so long as
// pictures are, or whose case is gone.
func (s Store) Sweep(ctx context.Context, now time.Time, keep time.Duration) error {
	err := s.delete(ctx, `kept = 0 AND created_at <= ? OR kept > 0 AND (created_at <= ? OR NOT EXISTS
		(SELECT 1 FROM cases WHERE cases.owner = uploads.owner AND cases.id = uploads.task_id))`,
		store.Micros(now.Add(-Longest)), store.Micros(now.Add(-keep)))
	return errors.Join(err, s.sweepFiles(ctx))
}

// Drop deletes the pictures of a task.
func (s Store) Drop(ctx context.Context, owner, task string) error {
	return s.delete(ctx, "owner = ? AND task_id = ?", owner, task)
}

// TakeBack deletes pictures that were put, by their addresses.
func (s Store) TakeBack(ctx context.Context, owner string, addresses []string) (err error) {
	for _, address := range addresses {
		err = errors.Join(err, s.delete(ctx, "owner = ? AND id = ?", owner, strings.TrimPrefix(address, scheme)))
	}
	return err
}

// delete deletes pictures, the rows first: a file without one is swept.
func (s Store) delete(ctx context.Context, which string, args ...any) error {
	var names [][2]string
	err := s.DB.InTx(ctx, func(tx *store.Tx) (err error) {
		names, err = store.All(ctx, tx, func(row store.Row, name *[2]string) error { return row.Scan(&name[0], &name[1]) },
			"SELECT id, hash FROM uploads WHERE "+which, args...)
		if err != nil || len(names) == 0 {
			return err
		}
		_, err = tx.Exec(ctx, "DELETE FROM uploads WHERE "+which, args...)
		return err
	})
	for _, name := range names {
		if err == nil {
			err = s.remove(name[0], name[1])
		}
	}
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
	var hash string
	err := f.Store.DB.QueryRow(ctx, "SELECT bytes, hash FROM uploads WHERE id = ?", id).Scan(&size, &hash)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, gone()
	}
	if err != nil {
		return nil, err
	}
	if err := share.Take(ctx, size); err != nil {
		return nil, err
	}
	return f.Store.read(ctx, id, hash)
}

// Gone is what a task's error ends with whose picture was deleted before it was read.
const Gone = "the picture was deleted, an hour after it was sent"

func gone() error { return &fetch.Error{Message: Gone} }
