package user

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"runtime"
	"strings"

	"golang.org/x/crypto/argon2"

	"tijian/engine/message"
)

// cost is what one argon2id hash takes.
type cost struct {
	memory  uint32 // KiB
	passes  uint32
	threads uint8
}

// standard is OWASP's first choice for argon2id (Password Storage Cheat Sheet:
// 46 MiB, 1 pass) with a second pass on top: about 60 ms of one core.
var standard = cost{memory: 46 * 1024, passes: 2, threads: 1}

const (
	saltBytes = 16
	keyBytes  = 32
)

var encoding = base64.RawStdEncoding

// A hasher computes password hashes, few at a time: each takes tens of
// megabytes, and a crowd of logins must wait rather than use up the memory.
type hasher struct {
	cost    cost
	slots   chan struct{}
	waiting chan struct{} // a place for each that waits for a slot
}

// mostWaiting logins wait for their hash, which takes about two seconds with
// two cores; more would only wait in vain.
const mostWaiting = 64

// ErrBusy means that too many passwords are being checked already.
var ErrBusy = message.PasswordsBusy.Err()

// atOnce is how many passwords are hashed at the same time: some twenty a second
// for each.
func atOnce() int { return min(runtime.GOMAXPROCS(0), 2) }

// MostHashing is the memory that passwords take that are hashed at once, in bytes.
func MostHashing() int64 { return int64(atOnce()) * int64(standard.memory) << 10 }

func newHasher(c cost) *hasher {
	return &hasher{cost: c, slots: make(chan struct{}, atOnce()), waiting: make(chan struct{}, mostWaiting)}
}

// enter waits for a slot, or returns ErrBusy when too many wait; call leave
// after it.
func (h *hasher) enter(ctx context.Context) error {
	select {
	case h.waiting <- struct{}{}:
		defer func() { <-h.waiting }()
	default:
		return ErrBusy
	}
	select {
	case h.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (h *hasher) leave() { <-h.slots }

// hash returns password's hash as a PHC string,
// $argon2id$v=19$m=47104,t=2,p=1$SALT$KEY.
func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	if err := h.enter(ctx); err != nil {
		return "", err
	}
	defer h.leave()
	salt := make([]byte, saltBytes)
	rand.Read(salt) // never fails
	key := h.cost.key(password, salt, keyBytes)
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version,
		h.cost.memory, h.cost.passes, h.cost.threads,
		encoding.EncodeToString(salt), encoding.EncodeToString(key)), nil
}

// matches reports whether password has the hash phc, at phc's own cost.
func (h *hasher) matches(ctx context.Context, password, phc string) (bool, error) {
	c, salt, key, err := parsePHC(phc)
	if err != nil {
		return false, err
	}
	if err := h.enter(ctx); err != nil {
		return false, err
	}
	defer h.leave()
	return subtle.ConstantTimeCompare(c.key(password, salt, uint32(len(key))), key) == 1, nil
}

func (c cost) key(password string, salt []byte, size uint32) []byte {
	return argon2.IDKey([]byte(password), salt, c.passes, c.memory, c.threads, size)
}

// The bounds of what parsePHC accepts keep a damaged row from taking the
// machine's memory.
const (
	maxMemory = 1 << 20 // KiB, 1 GiB
	maxPasses = 100
)

var errPHC = message.PasswordDamaged.Err()

func parsePHC(phc string) (c cost, salt, key []byte, err error) {
	parts := strings.Split(phc, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return c, nil, nil, errPHC
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &c.memory, &c.passes, &c.threads); err != nil ||
		parts[3] != fmt.Sprintf("m=%d,t=%d,p=%d", c.memory, c.passes, c.threads) ||
		c.memory > maxMemory || c.passes == 0 || c.passes > maxPasses || c.threads == 0 {
		return c, nil, nil, errPHC
	}
	salt, saltErr := encoding.DecodeString(parts[4])
	key, keyErr := encoding.DecodeString(parts[5])
	if saltErr != nil || keyErr != nil || len(salt) < 8 || len(key) < 16 {
		return c, nil, nil, errPHC
	}
	return c, salt, key, nil
}

// dummyHash has the cost of a real one and no password.
func (h *hasher) dummyHash() string {
	random := make([]byte, saltBytes+keyBytes)
	rand.Read(random) // never fails
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version,
		h.cost.memory, h.cost.passes, h.cost.threads,
		encoding.EncodeToString(random[:saltBytes]), encoding.EncodeToString(random[saltBytes:]))
}
