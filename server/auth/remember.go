package auth

import (
	"crypto/sha256"
	"sync"
)

// mostRemembered bounds the tokens that are remembered.
const mostRemembered = 1 << 12

// remembered are tokens whose signature and shape are good, by their hash:
// checking one costs more than the rest of many a request. Their times, and
// whether the user is still there, are asked each time. It is safe for
// concurrent use.
type remembered struct {
	mu     sync.RWMutex
	claims map[[sha256.Size]byte]Claims
}

func (r *remembered) get(token string) (Claims, bool) {
	key := sha256.Sum256([]byte(token))
	r.mu.RLock()
	defer r.mu.RUnlock()
	claims, ok := r.claims[key]
	return claims, ok
}

func (r *remembered) put(token string, claims Claims) {
	key := sha256.Sum256([]byte(token))
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.claims == nil || len(r.claims) >= mostRemembered {
		r.claims = map[[sha256.Size]byte]Claims{}
	}
	r.claims[key] = claims
}
