package store

import "context"

type besidesKey struct{}

// Besides returns a context of an act that has more to write in its own
// transaction: what an act calls Also with. The act fails where that fails.
func Besides(ctx context.Context, more func(context.Context, *Tx) error) context.Context {
	return context.WithValue(ctx, besidesKey{}, more)
}

// Also writes what the context of an act has to write besides, if anything.
func Also(ctx context.Context, tx *Tx) error {
	if more, ok := ctx.Value(besidesKey{}).(func(context.Context, *Tx) error); ok {
		return more(ctx, tx)
	}
	return nil
}
