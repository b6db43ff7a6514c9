package session

import (
	"context"
	"sync"
	"time"

	"tijian/server/store"
)

// mostTouched bounds the tokens whose last note is remembered.
const mostTouched = 1 << 12

// A Toucher notes when tokens of the API are used: once a minute for each, for a
// token may come with every request. It is safe for concurrent use.
type Toucher struct {
	Store
	mu    sync.Mutex
	noted map[string]time.Time // by jti
}

// Used notes that a token came now.
func (t *Toucher) Used(ctx context.Context, jti string) error {
	now := t.Now()
	t.mu.Lock()
	recent := now.Sub(t.noted[jti]) < touchAfter
	if !recent {
		if t.noted == nil || len(t.noted) >= mostTouched {
			t.noted = map[string]time.Time{}
		}
		t.noted[jti] = now
	}
	t.mu.Unlock()
	if recent {
		return nil
	}
	_, err := t.DB.ExecLight(ctx, "UPDATE logins SET seen_at = ? WHERE id = ? AND kind = 'api'", store.Micros(now), jti)
	return err
}
