package audit

import (
	"context"
	"slices"
	"strings"
	"time"

	"tijian/server/store"
	"tijian/server/user"
)

// powers are the acts after which one user could act as another, or chose what the
// other may do.
var powers = []string{user.Added, user.RoleChanged, user.PasswordChanged, user.Enabled, user.FactorRemoved}

// MadeBy returns who has of late had such power over a user: who made them, gave
// them a role or a password or took the second factor away, and whoever had the same
// power over those. Acts of the command line have no name.
func (l *Log) MadeBy(ctx context.Context, name string, within time.Duration) ([]string, error) {
	since := store.Micros(l.now().Add(-within))
	var all []string
	for next := []string{name}; len(next) > 0; next = next[1:] {
		by, err := l.powerOver(ctx, next[0], since)
		if err != nil {
			return nil, err
		}
		for _, one := range by {
			if one != name && !slices.Contains(all, one) {
				all, next = append(all, one), append(next, one)
			}
		}
	}
	return all, nil
}

func (l *Log) powerOver(ctx context.Context, name string, since int64) ([]string, error) {
	args := []any{name, since, name}
	for _, act := range powers {
		args = append(args, act)
	}
	return store.All(ctx, l.db, func(row store.Row, by *string) error { return row.Scan(by) },
		`SELECT DISTINCT who FROM audit WHERE about = ? AND at > ? AND who NOT IN ('', ?) AND event IN (?`+strings.Repeat(", ?", len(powers)-1)+`)`, args...)
}
