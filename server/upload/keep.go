package upload

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"os"
	"strings"

	"tijian/server/fetch"
	"tijian/server/store"
)

// Keep has the pictures of a task stay after they were read, as seal makes them: each
// by its address, in the order of the report. What was sent goes. A picture that is
// gone already is left out.
func (s Store) Keep(ctx context.Context, owner, task string, addresses []string, seal func(nth int, picture []byte) ([]byte, error)) error {
	for i, address := range addresses {
		id := strings.TrimPrefix(address, scheme)
		var hash string
		var kept int
		if err := s.DB.QueryRow(ctx, "SELECT hash, kept FROM uploads WHERE id = ? AND owner = ? AND task_id = ?", id, owner, task).Scan(&hash, &kept); errors.Is(err, sql.ErrNoRows) || kept > 0 {
			continue
		} else if err != nil {
			return err
		}
		picture, err := s.read(ctx, id, hash)
		if err == nil {
			picture, err = seal(i+1, picture)
		}
		if err == nil {
			err = s.replace(ctx, id, hash, picture, i+1)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// replace puts other bytes in the place of a picture. A file that a crash leaves has no
// row and is swept.
func (s Store) replace(ctx context.Context, id, was string, with []byte, kept int) error {
	sum := sha256.Sum256(with)
	hash, data := hex.EncodeToString(sum[:]), with
	if folder := s.folder(); folder != "" {
		if err := os.WriteFile(file(folder, id, hash), with, 0o600); err != nil {
			return errors.Join(err, s.remove(id, hash))
		}
		data = []byte{}
	}
	if _, err := s.DB.Exec(ctx, "UPDATE uploads SET hash = ?, bytes = ?, data = ?, kept = ? WHERE id = ?", hash, len(with), data, kept, id); err != nil {
		return err
	}
	return s.remove(id, was)
}

// Move makes kept pictures of a task those of another, so many places further on: one of
// them, or all where only is 0. Each stays sealed as it was.
func (s Store) Move(ctx context.Context, owner, task, to string, by, only int) error {
	_, err := s.DB.Exec(ctx, "UPDATE uploads SET task_id = ?, kept = kept + ? WHERE owner = ? AND task_id = ? AND kept > 0 AND (kept = ? OR ? = 0)", to, by, owner, task, only, only)
	return err
}

// Kept lists which pictures of a task are kept, from 1.
func (s Store) Kept(ctx context.Context, owner, task string) (list []int, err error) {
	return store.All(ctx, s.DB, func(row store.Row, nth *int) error { return row.Scan(nth) },
		"SELECT kept FROM uploads WHERE owner = ? AND task_id = ? AND kept > 0 ORDER BY kept", owner, task)
}

// Picture returns a picture that is kept, as Keep was given it by seal; ErrGone where
// there is none.
func (s Store) Picture(ctx context.Context, owner, task string, nth int) ([]byte, error) {
	var id, hash string
	err := s.DB.QueryRow(ctx, "SELECT id, hash FROM uploads WHERE owner = ? AND task_id = ? AND kept = ? AND kept > 0", owner, task, nth).Scan(&id, &hash)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrGone
	}
	if err != nil {
		return nil, err
	}
	picture, err := s.read(ctx, id, hash)
	if _, lost := errors.AsType[*fetch.Error](err); lost { // a backup of the database was put back without the files
		return nil, ErrGone
	}
	return picture, err
}

// ErrGone is of a picture that is not kept, or no more.
var ErrGone = errors.New("the picture is not kept")
