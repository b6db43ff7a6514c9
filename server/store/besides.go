package store

import "context"

type besidesKey struct{}

// Besides returns a context of an act that has more to write in its own
// transaction (DB.Act). The act fails where that fails.
func Besides(ctx context.Context, more func(context.Context, *Tx) error) context.Context {
	return context.WithValue(ctx, besidesKey{}, more)
}
