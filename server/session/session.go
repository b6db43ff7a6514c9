// Package session keeps who is logged in, in the database, so that every process
// knows and whoever it is can be shown the list and end what is not theirs: sessions
// of the console by the hash of their id (who reads the table can take over none),
// tokens of the API by their jti. A login is good for one generation of its user.
package session

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"
	"unicode"

	"tijian/engine/message"
	"tijian/server/store"
	"tijian/server/user"
)

const (
	idleTime   = 30 * time.Minute // a session without a request ends after it
	wholeTime  = 12 * time.Hour   // any session ends after it
	touchAfter = time.Minute      // how exactly the last request is known
)

// The kinds of logins.
const (
	Console = "console"
	API     = "api"
)

// From tells where a login came from.
type From struct{ Address, Agent string }

// longestAgent is how much is kept of what a client calls itself, in bytes.
const longestAgent = 200

func (f From) agent() string {
	text := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, f.Agent)
	return strings.ToValidUTF8(text[:min(len(text), longestAgent)], "")
}

// A Login is one session of the console or one token of the API.
type Login struct {
	ID, Kind          string // the id as the table has it: it opens nothing
	User              string
	Generation        int64
	CreatedAt, SeenAt time.Time
	From
	ProvedAt time.Time // password or second factor, last given
	FactorAt time.Time // second factor, given; zero for never
}

// Store keeps logins in the database. It is safe for concurrent use.
type Store struct {
	DB  *store.DB
	Now func() time.Time
}

// ErrUnknown means that there is no such login any more.
var ErrUnknown = message.LoginUnknown.Err()

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

// Begin makes a session of 256 random bits for who has just given the password, and
// the second factor where factor says so. It takes away what ended.
func (s Store) Begin(ctx context.Context, u user.User, from From, factor bool) (id string, err error) {
	random := make([]byte, 32)
	rand.Read(random) // never fails
	id = hex.EncodeToString(random)
	now, factorAt := store.Micros(s.Now()), int64(0)
	if factor {
		factorAt = now
	}
	return id, s.add(ctx, "(id, kind, user_name, generation, created_at, seen_at, address, agent, proved_at, factor_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		hashed(id), Console, u.Name, u.Generation, now, now, from.Address, from.agent(), now, factorAt)
}

// Issued notes a token of the API, by its jti.
func (s Store) Issued(ctx context.Context, u user.User, jti string, expires time.Time, from From) error {
	now := store.Micros(s.Now())
	return s.add(ctx, "(id, kind, user_name, generation, created_at, seen_at, address, agent, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
		jti, API, u.Name, u.Generation, now, now, from.Address, from.agent(), store.Micros(expires))
}

func (s Store) add(ctx context.Context, row string, values ...any) error {
	return s.DB.Act(ctx, func(tx *store.Tx) error {
		open, args := s.open()
		if _, err := tx.Exec(ctx, "DELETE FROM logins WHERE NOT ("+open+")", args...); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "INSERT INTO logins "+row, values...)
		return err
	})
}

// open is the condition for what has not ended by itself.
func (s Store) open() (condition string, args []any) {
	now := s.Now()
	return "kind = 'api' AND expires_at > ? OR kind = 'console' AND seen_at > ? AND created_at > ?",
		[]any{store.Micros(now), store.Micros(now.Add(-idleTime)), store.Micros(now.Add(-wholeTime))}
}

// Find returns the session of an id; its user is "" when there is none or it has
// ended.
func (s Store) Find(ctx context.Context, id string) (Login, error) {
	list, err := s.list(ctx, "id = ? AND kind = 'console'", hashed(id))
	if err != nil || len(list) == 0 {
		return Login{}, err
	}
	if now := s.Now(); now.Sub(list[0].SeenAt) >= touchAfter {
		_, err = s.DB.ExecLight(ctx, "UPDATE logins SET seen_at = ? WHERE id = ?", store.Micros(now), list[0].ID)
	}
	return list[0], err
}

// Of returns the logins of a user that are good, the last used first.
func (s Store) Of(ctx context.Context, u user.User) ([]Login, error) {
	return s.list(ctx, "user_name = ? AND generation = ?", u.Name, u.Generation)
}

func (s Store) list(ctx context.Context, which string, args ...any) ([]Login, error) {
	open, more := s.open()
	return store.All(ctx, s.DB, func(row store.Row, l *Login) error {
		return row.Scan(&l.ID, &l.Kind, &l.User, &l.Generation, store.Time(&l.CreatedAt), store.Time(&l.SeenAt), &l.Address, &l.Agent, store.Time(&l.ProvedAt), store.Time(&l.FactorAt))
	}, `SELECT id, kind, user_name, generation, created_at, seen_at, address, agent, proved_at, factor_at
		FROM logins WHERE `+which+" AND ended_at = 0 AND ("+open+") ORDER BY seen_at DESC, id", append(args, more...)...)
}

// Open counts the sessions of the console that have not ended.
func (s Store) Open(ctx context.Context) (n int, err error) {
	open, args := s.open()
	err = s.DB.QueryRow(ctx, "SELECT count(*) FROM logins WHERE kind = 'console' AND ("+open+")", args...).Scan(&n)
	return n, err
}

// Prove notes that the password or second factor was given again in a session.
func (s Store) Prove(ctx context.Context, login Login) error {
	_, err := s.DB.Exec(ctx, "UPDATE logins SET proved_at = ? WHERE id = ?", store.Micros(s.Now()), login.ID)
	return err
}

// Ask keeps what a passkey is asked in a session until it answers.
func (s Store) Ask(ctx context.Context, login Login, challenge string) error {
	_, err := s.DB.Exec(ctx, "UPDATE logins SET challenge = ? WHERE id = ?", challenge, login.ID)
	return err
}

// Asked returns what was kept last, "" for nothing, and forgets it: a challenge is
// answered once.
func (s Store) Asked(ctx context.Context, login Login) (challenge string, err error) {
	err = s.DB.InTx(ctx, func(tx *store.Tx) error {
		if err := tx.QueryRow(ctx, "SELECT challenge FROM logins WHERE id = ?", login.ID).Scan(&challenge); err != nil {
			return err
		}
		n, err := tx.Exec(ctx, "UPDATE logins SET challenge = '' WHERE id = ? AND challenge = ?", login.ID, challenge)
		if n == 0 {
			challenge = ""
		}
		return err
	})
	return challenge, err
}

// End ends the session of an id; there may be none.
func (s Store) End(ctx context.Context, id string) error {
	_, err := s.DB.Exec(ctx, "DELETE FROM logins WHERE id = ?", hashed(id))
	return err
}

// EndOne ends a login of a user, by the id that Of tells. It returns ErrUnknown
// where the user has none of that id.
func (s Store) EndOne(ctx context.Context, name, id string) error {
	return s.DB.Act(ctx, func(tx *store.Tx) error {
		return tx.Change(ctx, ErrUnknown, "UPDATE logins SET ended_at = ? WHERE user_name = ? AND id = ? AND ended_at = 0", store.Micros(s.Now()), name, id)
	})
}

// EndOthers ends all logins of a user but one, "" for none: those too that are not
// in the list, by the user's generation.
func (s Store) EndOthers(ctx context.Context, name, but string) error {
	return s.DB.Act(ctx, func(tx *store.Tx) error { return EndOthers(ctx, tx, name, but) })
}

// EndOthers is that of Store, as a part of an act.
func EndOthers(ctx context.Context, tx *store.Tx, name, but string) error {
	err := tx.Change(ctx, user.ErrUnknown, "UPDATE users SET generation = generation + 1 WHERE name = ?", name)
	if err != nil || but == "" {
		return err
	}
	_, err = tx.Exec(ctx, "UPDATE logins SET generation = generation + 1 WHERE user_name = ? AND id = ?", name, but)
	return err
}
