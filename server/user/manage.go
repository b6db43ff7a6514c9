package user

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"tijian/server/store"
)

// The events of the security and audit logs that are about users.
const (
	Added           = "user-added"
	RoleChanged     = "role-changed"
	PasswordChanged = "password-changed"
	Disabled        = "user-disabled"
	Enabled         = "user-enabled"
	LoginEnded      = "login-ended"
	LoginsEnded     = "logins-ended"
	TokenIssued     = "token-issued"
	FactorAdded     = "factor-added"
	FactorRemoved   = "factor-removed"
	RecoveryMade    = "recovery-made"
	RecoveryUsed    = "recovery-used"
	CodeReplayed    = "factor-replayed"
)

// Register adds a user whose password is not easy to guess. It returns ErrExists
// when the name is taken.
func (u *Users) Register(ctx context.Context, name, password string, role Role) error {
	if err := CheckStrength(name, password); err != nil {
		return err
	}
	return u.Add(ctx, name, password, role)
}

// Reset changes a password to one that is not easy to guess; the user's tokens and
// sessions end. It returns ErrUnknown for an unknown name.
func (u *Users) Reset(ctx context.Context, name, password string) error {
	if err := CheckStrength(name, password); err != nil {
		return err
	}
	return u.SetPassword(ctx, name, password)
}

// SetRole changes what a user may do, from the next act on. A role that includes
// less ends the user's tokens and sessions. It returns ErrUnknown for an unknown
// name, ErrLastAdmin when nobody could manage users any more.
func (u *Users) SetRole(ctx context.Context, name string, role Role) error {
	if err := checkRole(role); err != nil {
		return err
	}
	return u.change(ctx, name, func(user *User) {
		if !role.Includes(user.Role) {
			user.Generation++
		}
		user.Role = role
	})
}

// Disable shuts a user out, tokens and sessions included. It returns ErrUnknown
// for an unknown name, ErrLastAdmin when nobody could manage users any more.
func (u *Users) Disable(ctx context.Context, name string) error {
	return u.change(ctx, name, func(user *User) { user.Disabled = true; user.Generation++ })
}

// Enable lets a disabled user log in again; earlier tokens stay invalid. It
// returns ErrUnknown for an unknown name.
func (u *Users) Enable(ctx context.Context, name string) error {
	return u.change(ctx, name, func(user *User) { user.Disabled = false; user.Generation++ })
}

// change alters a user, unless the last admin would be lost.
func (u *Users) change(ctx context.Context, name string, alter func(*User)) error {
	if checkName(name) != nil {
		return ErrUnknown
	}
	return u.db.Act(ctx, func(tx *store.Tx) error {
		if err := tx.LockTable(ctx, "users"); err != nil {
			return err
		}
		was := User{Name: name}
		err := tx.QueryRow(ctx, "SELECT role, disabled, generation FROM users WHERE name = ?", name).Scan(&was.Role, &was.Disabled, &was.Generation)
		if errors.Is(err, sql.ErrNoRows) {
			return ErrUnknown
		}
		if err != nil {
			return err
		}
		now := was
		if alter(&now); was.manages() && !now.manages() {
			var others int
			if err := tx.QueryRow(ctx, "SELECT count(*) FROM users WHERE role = ? AND NOT disabled AND name <> ?", string(Admin), name).Scan(&others); err != nil {
				return err
			}
			if others == 0 {
				return ErrLastAdmin
			}
		}
		_, err = tx.Exec(ctx, "UPDATE users SET role = ?, disabled = ?, generation = ? WHERE name = ?", string(now.Role), now.Disabled, now.Generation, name)
		return err
	})
}

func (u User) manages() bool { return u.Role == Admin && !u.Disabled }

var likeText = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// Search returns the users whose names hold a text, sorted by name: at most so
// many of those that come after a name.
func (u *Users) Search(ctx context.Context, text, after string, most int) ([]User, error) {
	if checkName(text) != nil {
		text = "" // PostgreSQL refuses some of them as parameters
	}
	if checkName(after) != nil {
		after = ""
	}
	return u.list(ctx, `WHERE name > ? AND name LIKE ? ESCAPE '\' ORDER BY name LIMIT ?`, after, "%"+likeText.Replace(text)+"%", most)
}

// Count returns how many users there are of each role, disabled ones left out.
func (u *Users) Count(ctx context.Context) (map[Role]int, error) {
	return store.Counts[Role](ctx, u.db, "SELECT role, count(*) FROM users WHERE NOT disabled GROUP BY role")
}
