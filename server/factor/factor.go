// Package factor keeps second factors: apps that show codes (RFC 6238), passkeys
// (WebAuthn) and codes for who has lost these. Each rule has its file: policy.go who
// must have one, totp.go what a code is, recovery.go what opens without, seal.go how
// secrets are kept, check.go what is taken and how often, passkey.go passkeys.
package factor

import (
	"context"
	"time"

	"tijian/engine/message"
	"tijian/server/session"
	"tijian/server/store"
	"tijian/server/user"
)

// The kinds of factors.
const (
	App      = "app"
	Passkey  = "passkey"
	Recovery = "recovery"
)

// A Factor is what a user has besides the password.
type Factor struct {
	ID, Kind, Title   string
	CreatedAt, UsedAt time.Time // UsedAt is zero where it never was
	secret            string
	step, wrong       int64
}

// Factors keeps them in the database. It is safe for concurrent use.
type Factors struct {
	db    *store.DB
	now   func() time.Time
	seals seals
}

// ErrUnknown means that a user has no such factor.
var ErrUnknown = message.FactorUnknown.Err()

// New returns the factors kept in db, whose secrets are sealed by those of tokens.
func New(db *store.DB, secrets [][]byte, now func() time.Time) (*Factors, error) {
	s, err := newSeals(secrets)
	return &Factors{db: db, now: now, seals: s}, err
}

// Of returns the apps and passkeys of a user, the oldest first, and how many codes
// for recovery there are left.
func (f *Factors) Of(ctx context.Context, name string) (list []Factor, recovery int, err error) {
	all, err := f.list(ctx, f.db, name)
	for _, one := range all {
		if one.Kind == Recovery {
			recovery++
		} else {
			list = append(list, one)
		}
	}
	return list, recovery, err
}

func (f *Factors) list(ctx context.Context, q store.Querier, name string) ([]Factor, error) {
	return store.All(ctx, q, func(row store.Row, one *Factor) error {
		return row.Scan(&one.ID, &one.Kind, &one.Title, &one.secret, &one.step, &one.wrong, store.Time(&one.CreatedAt), store.Time(&one.UsedAt))
	}, "SELECT id, kind, title, secret, step, wrong, created_at, used_at FROM factors WHERE user_name = ? ORDER BY created_at, id", name)
}

// Offer is a secret for an app that the user of a login may take: a new one for the
// nonce "".
func (f *Factors) Offer(login session.Login, nonce string) Offer {
	if nonce == "" {
		nonce = newNonce()
	}
	return offer(login.User, nonce, f.seals.offered(login.ID, nonce))
}

// AddApp gives a user the app that shows this code of an offer, in place of another
// app. The codes for recovery are new ones where there were none. The error is
// user.ErrCredentials for a wrong code.
func (f *Factors) AddApp(ctx context.Context, login session.Login, o Offer, code string) (recovery []string, err error) {
	step, ok := match(o.raw, normal(code), f.now())
	if !ok {
		return nil, user.ErrCredentials
	}
	return f.add(ctx, login, Factor{ID: newNonce(), Kind: App, secret: f.seals.seal(login.User, o.raw), step: step})
}

// add keeps a new factor. With the first one all other logins of the user end: they
// were begun without.
func (f *Factors) add(ctx context.Context, login session.Login, one Factor) (recovery []string, err error) {
	now := store.Micros(f.now())
	err = f.db.Act(ctx, func(tx *store.Tx) error {
		before, err := f.list(ctx, tx, login.User)
		if err != nil {
			return err
		}
		if one.Kind == App {
			if _, err := tx.Exec(ctx, "DELETE FROM factors WHERE user_name = ? AND kind = ?", login.User, App); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(ctx, "INSERT INTO factors (id, user_name, kind, title, secret, step, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
			one.ID, login.User, one.Kind, one.Title, one.secret, one.step, now); err != nil {
			return err
		}
		if len(before) == 0 {
			if recovery, err = f.renew(ctx, tx, login.User); err != nil {
				return err
			}
			if err := session.EndOthers(ctx, tx, login.User, login.ID); err != nil {
				return err
			}
		}
		_, err = tx.Exec(ctx, "UPDATE logins SET factor_at = ? WHERE id = ?", now, login.ID)
		return err
	})
	return recovery, err
}

// NewRecovery gives a user new codes for recovery in place of those before.
func (f *Factors) NewRecovery(ctx context.Context, name string) (codes []string, err error) {
	err = f.db.Act(ctx, func(tx *store.Tx) error {
		codes, err = f.renew(ctx, tx, name)
		return err
	})
	return codes, err
}

func (f *Factors) renew(ctx context.Context, tx *store.Tx, name string) (codes []string, err error) {
	if _, err := tx.Exec(ctx, "DELETE FROM factors WHERE user_name = ? AND kind = ?", name, Recovery); err != nil {
		return nil, err
	}
	for range recoveryCodes {
		shown, kept := newRecovery()
		if _, err := tx.Exec(ctx, "INSERT INTO factors (id, user_name, kind, title, secret, created_at) VALUES (?, ?, ?, '', ?, ?)",
			newNonce(), name, Recovery, kept, store.Micros(f.now())); err != nil {
			return nil, err
		}
		codes = append(codes, shown)
	}
	return codes, nil
}

// Remove takes a factor away from a user; with the last app or passkey go the codes
// for recovery. It returns ErrUnknown where the user has none of that id.
func (f *Factors) Remove(ctx context.Context, name, id string) error {
	return f.db.Act(ctx, func(tx *store.Tx) error {
		if err := tx.Change(ctx, ErrUnknown, "DELETE FROM factors WHERE user_name = ? AND id = ? AND kind <> ?", name, id, Recovery); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `DELETE FROM factors WHERE user_name = ? AND NOT EXISTS
			(SELECT 1 FROM factors AS others WHERE others.user_name = ? AND others.kind <> ?)`, name, name, Recovery)
		return err
	})
}

// RemoveAll takes all factors away from a user who has lost them, and ends all of
// the user's logins. It returns ErrUnknown where there are none.
func RemoveAll(ctx context.Context, db *store.DB, name string) error {
	return db.Act(ctx, func(tx *store.Tx) error {
		if err := tx.Change(ctx, ErrUnknown, "DELETE FROM factors WHERE user_name = ?", name); err != nil {
			return err
		}
		return session.EndOthers(ctx, tx, name, "")
	})
}
