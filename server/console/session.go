package console

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"
	"time"

	"tijian/server/store"
	"tijian/server/user"
)

const (
	idleTime   = 30 * time.Minute // a session without a request ends after it
	wholeTime  = 12 * time.Hour   // any session ends after it
	touchAfter = time.Minute      // how exactly the last request is known
	cookieName = "tijian_session"
)

// sessions are kept in the database, so that every process knows them, by the
// hash of their id: who reads the table can take over none.
type sessions struct {
	db  *store.DB
	now func() time.Time
}

func hashed(id string) string {
	sum := sha256.Sum256([]byte("tijian console session\x00" + id))
	return hex.EncodeToString(sum[:])
}

// csrfToken is what the forms of a session carry. It tells nothing of the id.
func csrfToken(id string) string {
	if id == "" {
		return ""
	}
	sum := sha256.Sum256([]byte("tijian console csrf\x00" + id))
	return hex.EncodeToString(sum[:])
}

// begin makes a session of 256 random bits and takes away those that ended.
func (s *sessions) begin(ctx context.Context, u user.User) (id string, err error) {
	random := make([]byte, 32)
	rand.Read(random) // never fails
	id = hex.EncodeToString(random)
	now := s.now()
	return id, s.db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := tx.Exec(ctx, "DELETE FROM console_sessions WHERE seen_at <= ? OR created_at <= ?",
			store.Micros(now.Add(-idleTime)), store.Micros(now.Add(-wholeTime))); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "INSERT INTO console_sessions (id_hash, user_name, generation, created_at, seen_at) VALUES (?, ?, ?, ?, ?)",
			hashed(id), u.Name, u.Generation, store.Micros(now), store.Micros(now))
		return err
	})
}

// find returns whose session an id is, and the generation it is good for; ""
// when there is none or it has ended.
func (s *sessions) find(ctx context.Context, id string) (name string, generation int64, err error) {
	var created, seen int64
	err = s.db.QueryRow(ctx, "SELECT user_name, generation, created_at, seen_at FROM console_sessions WHERE id_hash = ?", hashed(id)).
		Scan(&name, &generation, &created, &seen)
	if errors.Is(err, sql.ErrNoRows) {
		return "", 0, nil
	}
	if err != nil {
		return "", 0, err
	}
	now := s.now()
	if now.Sub(store.FromMicros(created)) >= wholeTime || now.Sub(store.FromMicros(seen)) >= idleTime {
		return "", 0, s.end(ctx, id)
	}
	if now.Sub(store.FromMicros(seen)) >= touchAfter {
		_, err = s.db.ExecLight(ctx, "UPDATE console_sessions SET seen_at = ? WHERE id_hash = ?", store.Micros(now), hashed(id))
	}
	return name, generation, err
}

// open counts the sessions that have not ended.
func (s *sessions) open(ctx context.Context) (n int, err error) {
	err = s.db.QueryRow(ctx, "SELECT count(*) FROM console_sessions WHERE seen_at > ? AND created_at > ?",
		store.Micros(s.now().Add(-idleTime)), store.Micros(s.now().Add(-wholeTime))).Scan(&n)
	return n, err
}

func (s *sessions) end(ctx context.Context, id string) error {
	_, err := s.db.Exec(ctx, "DELETE FROM console_sessions WHERE id_hash = ?", hashed(id))
	return err
}

// identify finds the user of the request's session. A change of password and a
// disabled user end it.
func (c *Console) identify(v *requestContext) error {
	cookie, err := v.Cookie(cookieName)
	if err != nil || len(cookie.Value) != 64 {
		return nil
	}
	name, generation, err := c.sessions.find(v.Context(), cookie.Value)
	if err != nil || name == "" {
		return err
	}
	u, err := c.Users.Current(v.Context(), name)
	if errors.Is(err, user.ErrUnknown) || (err == nil && (u.Disabled || u.Generation != generation)) {
		return c.sessions.end(v.Context(), cookie.Value)
	}
	if err != nil {
		return err
	}
	v.user, v.session = u, cookie.Value
	return nil
}

// setCookie gives the browser a session, or takes it away with "". Without a path
// the cookie holds for the console alone, wherever a proxy has put it: only
// pages directly below /console/ may set it.
func (v *requestContext) setCookie(id string) {
	cookie := &http.Cookie{Name: cookieName, Value: id, HttpOnly: true, Secure: v.overTLS(), SameSite: http.SameSiteStrictMode}
	if id == "" {
		cookie.MaxAge = -1
	}
	http.SetCookie(v.w, cookie)
}

// overTLS reports whether the browser came by TLS, to this process or to a proxy
// before it. Whoever makes the header up gets a stricter cookie, that is all.
func (v *requestContext) overTLS() bool {
	return v.TLS != nil || strings.EqualFold(v.Header.Get("X-Forwarded-Proto"), "https") ||
		strings.HasPrefix(v.Header.Get("Origin"), "https://")
}
