package command

import (
	"context"
	"sync"
	"time"
)

// checkWithin bounds one check.
const checkWithin = 2 * time.Second

// sometimes makes a check at most once in a while, and answers in between as
// it did last: anybody may ask /readyz as often as he likes.
func sometimes(pause time.Duration, check func(context.Context) error) func(context.Context) error {
	var mu sync.Mutex
	var last error
	var at time.Time
	return func(ctx context.Context) error {
		mu.Lock()
		defer mu.Unlock()
		if time.Since(at) >= pause {
			// One who leaves early must not make the others' answer.
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), checkWithin)
			defer cancel()
			last = check(ctx)
			at = time.Now()
		}
		return last
	}
}
