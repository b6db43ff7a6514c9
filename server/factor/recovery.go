package factor

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"strings"
)

// A recovery code opens once what an app or passkey does: ten of 80 random bits,
// each kept as a salted hash (ASVS 2.6.2).
const (
	recoveryCodes  = 10
	recoveryLength = 16 // characters of base 32
)

// newRecovery makes a code, as it is shown and as it is kept.
func newRecovery() (shown, kept string) {
	code, salt := rand.Text()[:recoveryLength], rand.Text()
	return groups(code), salt + "$" + hashed(salt, code)
}

func hashed(salt, code string) string {
	sum := sha256.Sum256([]byte("tijian recovery\x00" + salt + "\x00" + code))
	return hex.EncodeToString(sum[:])
}

// isRecovery reports whether a code is the one that is kept.
func isRecovery(code, kept string) bool {
	salt, hash, _ := strings.Cut(kept, "$")
	return subtle.ConstantTimeCompare([]byte(hashed(salt, code)), []byte(hash)) == 1
}
