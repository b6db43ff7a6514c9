package user

import (
	"context"
	"crypto/rand"
	"errors"
)

// FirstUser is the name of the user that the first start makes up when the
// configuration names none.
const FirstUser = "admin"

// Bootstrap makes sure that somebody can log in. With a name and a password it
// creates that user unless it exists; an existing one is left alone, password
// included. With neither it creates FirstUser with a random password when
// there is no user at all, and returns that password for the caller to show
// once; otherwise the password returned is "".
func (u *Users) Bootstrap(ctx context.Context, name, password string) (madeUp string, err error) {
	switch {
	case name != "" && password != "":
		_, err := u.Current(ctx, name)
		if !errors.Is(err, ErrUnknown) {
			return "", err
		}
		if err = u.Add(ctx, name, password); errors.Is(err, ErrExists) { // another process was quicker
			return "", nil
		}
		return "", err
	case name != "" || password != "":
		return "", errors.New("TIJIAN_BOOTSTRAP_USER and TIJIAN_BOOTSTRAP_PASSWORD must be set together")
	}
	var count int64
	if err := u.db.QueryRow(ctx, `SELECT COUNT(*) FROM users`).Scan(&count); err != nil || count > 0 {
		return "", err
	}
	password = rand.Text()
	if err := u.Add(ctx, FirstUser, password); errors.Is(err, ErrExists) {
		return "", nil
	} else if err != nil {
		return "", err
	}
	return password, nil
}
