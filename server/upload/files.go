package upload

import (
	"bufio"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// folder is where the pictures are, "" for the database.
func (s Store) folder() string { return s.DB.Beside("uploads") }

// file is the name of a picture: what tells it apart, and what is in it.
func file(folder, id, hash string) string { return filepath.Join(folder, id+"."+hash) }

// A spooled picture is a file that only this user can read. It need not survive the
// machine: whoever sent it sends it again.
type spooled struct {
	name, hash string
	size       int64
}

// headBytes are enough to know a picture by.
const headBytes = 32

// spool writes a picture to a file of the folder, "" for that of the system.
func spool(folder string, from io.Reader, most int64) (p *spooled, err error) {
	begins := bufio.NewReader(io.LimitReader(from, most+1))
	head, err := begins.Peek(headBytes)
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return nil, err
	case len(head) == 0:
		return nil, ErrEmpty
	case !IsPicture(head):
		return nil, ErrKind
	}
	if folder != "" {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return nil, err
		}
	}
	to, err := os.CreateTemp(folder, "new-*") // with mode 0600
	if err != nil {
		return nil, err
	}
	p = &spooled{name: to.Name()}
	sum := sha256.New()
	p.size, err = io.Copy(io.MultiWriter(to, sum), begins)
	if err = errors.Join(err, to.Close()); err == nil && p.size > most {
		err = ErrLarge
	}
	if err != nil {
		p.discard()
		return nil, err
	}
	p.hash = hex.EncodeToString(sum.Sum(nil))
	return p, nil
}

func (p *spooled) keep(name string) error { return os.Rename(p.name, name) }

// discard removes the file, unless it was kept.
func (p *spooled) discard() { _ = os.Remove(p.name) }

// read returns a picture, which must be the one that was put.
func (s Store) read(ctx context.Context, id, hash string) (picture []byte, err error) {
	folder := s.folder()
	if folder != "" {
		picture, err = os.ReadFile(file(folder, id, hash))
	}
	if folder == "" || errors.Is(err, fs.ErrNotExist) { // one of before there were files
		err = s.DB.QueryRow(ctx, "SELECT data FROM uploads WHERE id = ?", id).Scan(&picture)
	}
	if errors.Is(err, sql.ErrNoRows) || err == nil && len(picture) == 0 {
		return nil, gone()
	}
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(picture); hash != "" && hex.EncodeToString(sum[:]) != hash {
		return nil, fmt.Errorf("the picture %s has changed since it was sent", id)
	}
	return picture, nil
}

func (s Store) remove(id, hash string) error {
	folder := s.folder()
	if folder == "" {
		return nil
	}
	if err := os.Remove(file(folder, id, hash)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// strayAge is how old a file without a row is before it is swept: one that is
// being put has its row a moment later.
const strayAge = time.Minute

// sweepFiles removes files that no row knows, which a crash may leave.
func (s Store) sweepFiles(ctx context.Context) error {
	folder := s.folder()
	if folder == "" {
		return nil
	}
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		info, infoErr := e.Info()
		if infoErr != nil || time.Since(info.ModTime()) < strayAge {
			continue
		}
		var n int
		if rowErr := s.DB.QueryRow(ctx, "SELECT count(*) FROM uploads WHERE id || '.' || hash = ?", e.Name()).Scan(&n); rowErr != nil {
			return rowErr
		}
		if n == 0 {
			err = errors.Join(err, os.Remove(filepath.Join(folder, e.Name())))
		}
	}
	return err
}
