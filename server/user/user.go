// Package user keeps the users who may log in, their passwords and the count
// of failed logins.
package user

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"tijian/engine/message"
	"tijian/server/recent"
	"tijian/server/store"
)

// A User may log in unless disabled.
type User struct {
	Name     string
	Role     Role
	Disabled bool
	// Generation rises with every change of password or state; a token is good
	// for one generation only.
	Generation int64
	CreatedAt  time.Time
	// Factor says that the user has a second factor, without which the password
	// opens nothing (see package factor).
	Factor bool
}

// The errors a caller has to tell apart.
var (
	ErrExists      = message.UserExists.Err()
	ErrUnknown     = message.UserUnknown.Err()
	ErrCredentials = message.CredentialsWrong.Err()
	ErrLastAdmin   = message.LastAdmin.Err()
)

// Users is the table of users. It is safe for concurrent use.
type Users struct {
	db     *store.DB
	hasher *hasher
	dummy  string // hash that an unknown user's password is compared with
	now    func() time.Time
	seen   recent.Map[holding, User]
}

// New returns the users kept in db.
func New(db *store.DB) *Users { return newUsers(db, standard) }

func newUsers(db *store.DB, c cost) *Users {
	h := newHasher(c)
	return &Users{db: db, hasher: h, dummy: h.dummyHash(), now: time.Now}
}

// MaxName is the longest user name, in characters.
const MaxName = 150

// checkName is the rule for names: printable, without blanks at either end.
func checkName(name string) error {
	switch {
	case name == "":
		return message.UserNameEmpty.Err()
	case !utf8.ValidString(name), strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return message.UserNameUnprintable.Err()
	case strings.TrimSpace(name) != name:
		return message.UserNameBlanks.Err()
	case utf8.RuneCountInString(name) > MaxName:
		return message.UserNameLong.Err("most", MaxName)
	}
	return nil
}

// maxPassword is the longest password, in bytes.
const maxPassword = 1 << 10

func checkPassword(password string) error {
	switch {
	case strings.TrimSpace(password) == "":
		return message.PasswordBlank.Err()
	case len(password) > maxPassword:
		return message.PasswordLong.Err("most", maxPassword)
	}
	return nil
}

// Add creates a user. It returns ErrExists when the name is taken; one that looks
// like another user's is refused as well.
func (u *Users) Add(ctx context.Context, name, password string, role Role) error {
	if err := errors.Join(checkName(name), checkPassword(password), checkRole(role)); err != nil {
		return err
	}
	if err := checkScripts(name); err != nil {
		return err
	}
	hash, err := u.hasher.hash(ctx, password)
	if err != nil {
		return err
	}
	return u.db.Act(ctx, func(tx *store.Tx) error {
		if err := checkLikeness(ctx, tx, name); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO users (name, password_hash, role, disabled, generation, created_at)
			VALUES (?, ?, ?, ?, ?, ?)`, name, hash, string(role), false, 0, store.Micros(u.now()))
		return err
	})
}

// SetPassword changes a password and makes the user's tokens invalid. It
// returns ErrUnknown for an unknown name.
func (u *Users) SetPassword(ctx context.Context, name, password string) error {
	if err := checkPassword(password); err != nil {
		return err
	}
	hash, err := u.hasher.hash(ctx, password)
	if err != nil {
		return err
	}
	return u.db.Act(ctx, func(tx *store.Tx) error {
		return tx.Change(ctx, ErrUnknown, `UPDATE users SET password_hash = ?, generation = generation + 1 WHERE name = ?`, hash, name)
	})
}

// hasFactor is the column for User.Factor.
const hasFactor = "EXISTS (SELECT 1 FROM factors WHERE user_name = users.name AND kind <> 'recovery')"

// List returns all users, sorted by name.
func (u *Users) List(ctx context.Context) ([]User, error) { return u.list(ctx, "ORDER BY name") }

func (u *Users) list(ctx context.Context, which string, args ...any) ([]User, error) {
	return store.All(ctx, u.db, func(row store.Row, user *User) error {
		return row.Scan(&user.Name, &user.Role, &user.Disabled, &user.Generation, store.Time(&user.CreatedAt), &user.Factor)
	}, "SELECT name, role, disabled, generation, created_at, "+hasFactor+" FROM users "+which, args...)
}

// Current returns a user as it is now, or ErrUnknown.
func (u *Users) Current(ctx context.Context, name string) (User, error) {
	return u.Holder(ctx, name, "")
}

// A holding is a user who came with a token, by its jti, "" for none, as they were in
// one state of the database.
type holding struct {
	name, jti string
	state     store.State
}

// Holder is Current for who comes with a token: ErrUnknown, too, where the token of
// that jti was ended before its time (see package session).
func (u *Users) Holder(ctx context.Context, name, jti string) (User, error) {
	state, known := u.db.State() // before the read, so that nothing lies between
	if known {
		if user, ok := u.seen.Get(holding{name, jti, state}); ok {
			return user, nil
		}
	}
	user, err := u.find(ctx, name, jti, nil)
	if err == nil && known {
		u.seen.Put(holding{name, jti, state}, user)
	}
	return user, err
}

// find returns a user, and its password's hash where it is asked for: most ask
// at every request, and not for that.
func (u *Users) find(ctx context.Context, name, jti string, hash *string) (User, error) {
	if checkName(name) != nil { // cannot exist, and PostgreSQL refuses some of them as parameters
		return User{}, ErrUnknown
	}
	user := User{Name: name}
	var created int64
	columns := "role, disabled, generation, created_at, " + hasFactor
	into := []any{&user.Role, &user.Disabled, &user.Generation, &created, &user.Factor}
	if hash != nil {
		columns, into = columns+", password_hash", append(into, hash)
	}
	where, args := "name = ?", []any{name}
	if jti != "" {
		where, args = where+" AND NOT EXISTS (SELECT 1 FROM logins WHERE id = ? AND ended_at > 0)", append(args, jti)
	}
	err := u.db.QueryRow(ctx, "SELECT "+columns+" FROM users WHERE "+where, args...).Scan(into...)
	if errors.Is(err, sql.ErrNoRows) {
		return User{}, ErrUnknown
	}
	if err != nil {
		return User{}, err
	}
	user.CreatedAt = store.FromMicros(created)
	return user, nil
}

// Authenticate returns the user whose name and password these are. An unknown
// user, a wrong password and a disabled user all give ErrCredentials after the
// same work.
func (u *Users) Authenticate(ctx context.Context, name, password string) (User, error) {
	if len(password) > maxPassword {
		return User{}, ErrCredentials // nobody has it
	}
	var hash string
	user, err := u.find(ctx, name, "", &hash)
	unknown := errors.Is(err, ErrUnknown)
	if unknown {
		hash = u.dummy
	} else if err != nil {
		return User{}, err
	}
	matches, err := u.hasher.matches(ctx, password, hash)
	if err != nil {
		return User{}, err
	}
	if !matches || unknown || user.Disabled {
		return User{}, ErrCredentials
	}
	return user, nil
}
