package user

import (
	"context"
	"errors"
	"math"
	"net/netip"
	"time"

	"tijian/engine/message"
	"tijian/engine/problem"
)

// An Authenticator knows whose name and password these are; *Users is one.
type Authenticator interface {
	Authenticate(ctx context.Context, name, password string) (User, error)
}

// A Wait is the error of a login that was refused because too many had failed.
type Wait struct{ For time.Duration }

// Error says how long to wait.
func (w *Wait) Error() string { return w.In(problem.English) }

// In says it in a language.
func (w *Wait) In(lang string) string {
	if w.For > Window {
		return message.LoginsSlowed.With("seconds", w.Seconds()).In(lang)
	}
	return message.LoginsFailed.With("count", MaxFailures, "seconds", w.Seconds()).In(lang)
}

// Seconds are whole ones.
func (w *Wait) Seconds() int { return int(math.Ceil(w.For.Seconds())) }

// ErrSame means that a new password is the old one.
var ErrSame = message.PasswordSame.Err()

// Change gives a user who knows the old password a new one that is not easy to
// guess; the user's tokens and sessions end. Guessing the old one counts as a
// failed login. The errors are ErrSame, those of Login and those of Users.Reset.
func (t *Throttle) Change(ctx context.Context, users interface {
	Authenticator
	Reset(ctx context.Context, name, password string) error
}, name, old, password string, address netip.Addr) error {
	if err := CheckStrength(name, password); err != nil {
		return err
	}
	if old == password {
		return ErrSame
	}
	if _, err := t.Login(ctx, users, name, old, address); err != nil {
		return err
	}
	return users.Reset(ctx, name, password)
}

// Login authenticates, unless the name or the address has failed too often: then
// the error is a *Wait. Other errors are those of Authenticate and of ctx.
func (t *Throttle) Login(ctx context.Context, users Authenticator, name, password string, address netip.Addr) (User, error) {
	end, wait, err := t.Begin(ctx, name, address)
	if err != nil {
		return User{}, err
	}
	if wait > 0 {
		return User{}, &Wait{wait}
	}
	failed := false
	defer func() { end(failed) }()
	u, err := users.Authenticate(ctx, name, password)
	failed = errors.Is(err, ErrCredentials)
	return u, err
}

// Came notes that a user is in, with all that it takes: the place is known from now
// on, and keeps failures of its own (see Throttle).
func (t *Throttle) Came(ctx context.Context, name string, address netip.Addr) {
	t.shared.came(ctx, name, address, t.now())
}
