package factor

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/text/unicode/norm"

	"tijian/server/store"
	"tijian/server/user"
)

// mostWrong is how many codes in a row an app may get wrong before none of its codes
// is taken any more: NIST SP 800-63B, section 5.2.2. A recovery code, a passkey or
// an admin helps on. That slows a guesser who knows the password; user.Throttle
// slows every other.
const mostWrong = 100

// ErrReplayed is the user.ErrCredentials of a code that was taken before.
var ErrReplayed = fmt.Errorf("%w: taken before", user.ErrCredentials)

// normal is a code without the blanks it may be typed with, in capitals.
func normal(code string) string {
	return strings.ToUpper(strings.NewReplacer(" ", "", "-", "", "\t", "").Replace(norm.NFKC.String(strings.TrimSpace(code))))
}

// Check takes a code of a user's app, or one for recovery, which is used up by it
// (with what the context writes besides, see store.Act). A code is taken once. The
// error is user.ErrCredentials for any other code, and ErrReplayed, which is one of
// these, for one that was taken before.
func (f *Factors) Check(ctx context.Context, name, code string) error {
	code = normal(code)
	list, err := f.list(ctx, f.db, name)
	if err != nil {
		return err
	}
	for _, one := range list {
		switch {
		case one.Kind == App && isCode(code) && one.wrong < mostWrong:
			return f.checkApp(ctx, name, one, code)
		case one.Kind == Recovery && isRecovery(code, one.secret):
			return f.useUp(ctx, name, one)
		}
	}
	return user.ErrCredentials
}

func (f *Factors) checkApp(ctx context.Context, name string, app Factor, code string) error {
	secret, err := f.seals.open(name, app.secret)
	if err != nil {
		return err
	}
	step, ok := match(secret, code, f.now())
	if !ok {
		_, err := f.db.ExecLight(ctx, "UPDATE factors SET wrong = wrong + 1 WHERE id = ?", app.ID)
		return errors.Join(user.ErrCredentials, err)
	}
	n, err := f.db.Exec(ctx, "UPDATE factors SET step = ?, wrong = 0, used_at = ?, secret = ? WHERE id = ? AND step < ?",
		step, store.Micros(f.now()), f.seals.seal(name, secret), app.ID, step)
	if err == nil && n == 0 {
		err = ErrReplayed
	}
	return err
}

// useUp takes a code for recovery. The user's app is heard again, too.
func (f *Factors) useUp(ctx context.Context, name string, code Factor) error {
	return f.db.Act(ctx, func(tx *store.Tx) error {
		if err := tx.Change(ctx, ErrReplayed, "DELETE FROM factors WHERE id = ?", code.ID); err != nil { // somebody was quicker
			return err
		}
		_, err := tx.Exec(ctx, "UPDATE factors SET wrong = 0 WHERE user_name = ?", name)
		return err
	})
}

// Both is who knows name and password and, of users who have one, the code of the
// second factor. The password alone is right of nobody who must have one.
type Both struct {
	user.Authenticator
	*Factors
	Policy
	Code string
}

// Authenticate implements user.Authenticator. Whatever is wrong, the error is
// user.ErrCredentials.
func (b Both) Authenticate(ctx context.Context, name, password string) (user.User, error) {
	u, err := b.Authenticator.Authenticate(ctx, name, password)
	switch {
	case err != nil:
		return u, err
	case b.Policy.Lacks(u), u.Factor && b.Factors == nil:
		return user.User{}, user.ErrCredentials
	case !u.Factor:
		return u, nil
	}
	if err := b.Check(ctx, u.Name, b.Code); err != nil {
		return user.User{}, err
	}
	return u, nil
}

// Codes is who knows a code of the second factor of the user who has given the
// password already.
type Codes struct {
	*Factors
	User user.User
}

// Authenticate implements user.Authenticator: the code stands for the password.
func (c Codes) Authenticate(ctx context.Context, name, code string) (user.User, error) {
	return c.User, c.Check(ctx, name, code)
}

// Either is who knows the password, or a code of the second factor: enough to show
// that somebody who is logged in is still there.
type Either struct {
	user.Authenticator
	*Factors
}

// Authenticate implements user.Authenticator.
func (e Either) Authenticate(ctx context.Context, name, proof string) (user.User, error) {
	if isCode(normal(proof)) { // too short for a password
		return user.User{Name: name}, e.Check(ctx, name, proof)
	}
	return e.Authenticator.Authenticate(ctx, name, proof)
}
