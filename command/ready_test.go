package command

import (
	"context"
	"testing"
	"time"
)

// A client that leaves does not make the service unready for the next one.
func TestReadyOutlivesItsAsker(t *testing.T) {
	check := sometimes(time.Hour, func(ctx context.Context) error { return ctx.Err() })
	left, leave := context.WithCancel(t.Context())
	leave()
	for _, ctx := range []context.Context{left, t.Context()} {
		if err := check(ctx); err != nil {
			t.Error(err)
		}
	}
}
