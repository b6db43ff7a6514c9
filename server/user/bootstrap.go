package user

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"

	"tijian/engine/message"
)

// FirstUser is the name of the user that the first start makes up when the
// configuration names none.
const FirstUser = "admin"

// Bootstrapped is what Bootstrap did.
type Bootstrapped struct {
	Name   string // of the user created; "" for none
	MadeUp string // its password, for the caller to show once; "" when it was given
}

// CheckBootstrap says why Bootstrap would refuse a name and a password, whoever
// there is already.
func CheckBootstrap(name, password string) error {
	switch {
	case name == "" && password == "":
		return nil
	case name == "" || password == "":
		return message.BootstrapIncomplete.Err()
	}
	if err := errors.Join(checkName(name), checkPassword(password)); err != nil {
		return fmt.Errorf("TIJIAN_BOOTSTRAP_USER, TIJIAN_BOOTSTRAP_PASSWORD: %w", err)
	}
	return nil
}

// Bootstrap makes sure that somebody can log in. With a name and a password it
// creates that user unless it exists; an existing one is left alone, password
// included. With neither it creates FirstUser with a random password when
// there is no user at all.
func (u *Users) Bootstrap(ctx context.Context, name, password string) (Bootstrapped, error) {
	var none Bootstrapped
	if err := CheckBootstrap(name, password); err != nil {
		return none, err
	}
	add := Bootstrapped{Name: name}
	if name != "" {
		if _, err := u.Current(ctx, name); !errors.Is(err, ErrUnknown) {
			return none, err
		}
	} else {
		var count int64
		if err := u.db.QueryRow(ctx, `SELECT COUNT(*) FROM users`).Scan(&count); err != nil || count > 0 {
			return none, err
		}
		password = rand.Text()
		add = Bootstrapped{FirstUser, password}
	}
	err := u.Add(ctx, add.Name, password, Admin)
	if errors.Is(err, ErrExists) { // another process was quicker
		return none, nil
	}
	if err != nil && name != "" {
		err = fmt.Errorf("TIJIAN_BOOTSTRAP_USER: %w", err)
	}
	if err != nil {
		return none, err
	}
	return add, nil
}
