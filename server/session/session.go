// Package session keeps the sessions of people who have logged in to the console in
// the database, so that every process knows them, by the hash of their id: who
// reads the table can take over none.
package session

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"time"

	"tijian/server/store"
	"tijian/server/user"
)

const (
	idleTime   = 30 * time.Minute // a session without a request ends after it
	wholeTime  = 12 * time.Hour   // any session ends after it
	touchAfter = time.Minute      // how exactly the last request is known
)

// Store keeps sessions in the database. It is safe for concurrent use.
type Store struct {
	DB  *store.DB
	Now func() time.Time
}

func hashed(id string) string {
	sum := sha256.Sum256([]byte("tijian console session\x00" + id))
	return hex.EncodeToString(sum[:])
}

// Token is what the forms of a session carry, "" of no session. It tells nothing of
// the id.
func Token(id string) string {
	if id == "" {
		return ""
	}
	sum := sha256.Sum256([]byte("tijian console csrf\x00" + id))
	return hex.EncodeToString(sum[:])
}

// Begin makes a session of 256 random bits and takes away those that ended.
func (s Store) Begin(ctx context.Context, u user.User) (id string, err error) {
	random := make([]byte, 32)
	rand.Read(random) // never fails
	id = hex.EncodeToString(random)
	now := s.Now()
	return id, s.DB.InTx(ctx, func(tx *store.Tx) error {
		if _, err := tx.Exec(ctx, "DELETE FROM console_sessions WHERE seen_at <= ? OR created_at <= ?",
			store.Micros(now.Add(-idleTime)), store.Micros(now.Add(-wholeTime))); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "INSERT INTO console_sessions (id_hash, user_name, generation, created_at, seen_at) VALUES (?, ?, ?, ?, ?)",
			hashed(id), u.Name, u.Generation, store.Micros(now), store.Micros(now))
		return err
	})
}

// Find returns whose session an id is, and the generation it is good for; ""
// when there is none or it has ended.
func (s Store) Find(ctx context.Context, id string) (name string, generation int64, err error) {
	var created, seen int64
	err = s.DB.QueryRow(ctx, "SELECT user_name, generation, created_at, seen_at FROM console_sessions WHERE id_hash = ?", hashed(id)).
		Scan(&name, &generation, &created, &seen)
	if errors.Is(err, sql.ErrNoRows) {
		return "", 0, nil
	}
	if err != nil {
		return "", 0, err
	}
	now := s.Now()
	if now.Sub(store.FromMicros(created)) >= wholeTime || now.Sub(store.FromMicros(seen)) >= idleTime {
		return "", 0, s.End(ctx, id)
	}
	if now.Sub(store.FromMicros(seen)) >= touchAfter {
		_, err = s.DB.ExecLight(ctx, "UPDATE console_sessions SET seen_at = ? WHERE id_hash = ?", store.Micros(now), hashed(id))
	}
	return name, generation, err
}

// Open counts the sessions that have not ended.
func (s Store) Open(ctx context.Context) (n int, err error) {
	err = s.DB.QueryRow(ctx, "SELECT count(*) FROM console_sessions WHERE seen_at > ? AND created_at > ?",
		store.Micros(s.Now().Add(-idleTime)), store.Micros(s.Now().Add(-wholeTime))).Scan(&n)
	return n, err
}

// End ends a session; there may be none.
func (s Store) End(ctx context.Context, id string) error {
	_, err := s.DB.Exec(ctx, "DELETE FROM console_sessions WHERE id_hash = ?", hashed(id))
	return err
}
