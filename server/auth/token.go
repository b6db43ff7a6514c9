package auth

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"tijian/server/keyed"
	"tijian/server/recent"
)

// Lifetime is how long a token is valid where nothing else is set.
const Lifetime = 7 * 24 * time.Hour

// clockSkew is how far the clock of the machine that issued a token may be
// ahead of the one that checks it.
const clockSkew = time.Minute

// FirstGeneration is the generation of a user whose password was never
// changed. It is also that of a token whose jti names none.
const FirstGeneration = 0

// Claims is what a token says.
type Claims struct {
	User string // sub
	// Generation counts the changes of the user's password and state. A token
	// is good only for the user's present one, so that a change invalidates
	// every older token at once. It stands before the dot in jti.
	Generation int64
	ID         string // jti
	IssuedAt   time.Time
	ExpiresAt  time.Time
}

// Tokens issues and verifies tokens. Those whose signature and shape are good are
// remembered by their hash: checking one costs more than the rest of many a request.
// Their times, and whether the user is still there, are asked each time. It is safe
// for concurrent use.
type Tokens struct {
	keys     []key // the first signs
	lifetime time.Duration
	parser   *jwt.Parser
	now      func() time.Time
	good     recent.Map[[sha256.Size]byte, Claims]
}

type key struct {
	id     string
	secret []byte
}

// NewTokens takes the live secrets, the one that signs first, how long new
// tokens are valid, and the clock (time.Now outside tests). It refuses short
// secrets.
func NewTokens(secrets [][]byte, lifetime time.Duration, now func() time.Time) (*Tokens, error) {
	if err := checkSecrets(secrets); err != nil {
		return nil, err
	}
	t := &Tokens{lifetime: lifetime, now: now}
	for _, secret := range secrets {
		t.keys = append(t.keys, key{keyID(secret), secret})
	}
	t.parser = jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}),
		jwt.WithExpirationRequired(),
		jwt.WithStrictDecoding(),
		jwt.WithTimeFunc(now),
	)
	return t, nil
}

// keyID derives a key's public name from its secret, so that nobody has to
// think one up and every process finds the same.
func keyID(secret []byte) string {
	sum := sha256.Sum256(append([]byte("tijian jwt key id\x00"), secret...))
	return hex.EncodeToString(sum[:8])
}

// Pseudonym returns a short keyed hash of a user's name for logs: the same for
// every process with the same first secret, and told by no one without it.
func (t *Tokens) Pseudonym(user string) string {
	return hex.EncodeToString(keyed.Digest(t.keys[0].secret, "tijian log user\x00"+user)[:8]) // no token's text has a zero byte
}

// Issue returns a new token for user at its present generation.
func (t *Tokens) Issue(user string, generation int64) (string, error) {
	return t.IssueFor(user, generation, t.lifetime)
}

// IssueFor is Issue for a token that is valid for another time.
func (t *Tokens) IssueFor(user string, generation int64, lifetime time.Duration) (string, error) {
	now := t.now()
	token := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.RegisteredClaims{
		Subject:   user,
		IssuedAt:  jwt.NewNumericDate(now),
		ExpiresAt: jwt.NewNumericDate(now.Add(lifetime)),
		ID:        strconv.FormatInt(generation, 10) + "." + uuid.NewString(),
	})
	token.Header["kid"] = t.keys[0].id
	return token.SignedString(t.keys[0].secret)
}

// Verify checks signature, times and shape of a token. The error is Expired or
// Invalid. Whether the user still exists at that generation is the caller's
// question.
func (t *Tokens) Verify(token string) (Claims, error) {
	if claims, ok := t.good.Get(sha256.Sum256([]byte(token))); ok && t.timely(claims.IssuedAt, claims.ExpiresAt) {
		return claims, nil
	}
	return t.verify(token)
}

// timely asks of a token's times what verify does.
func (t *Tokens) timely(issued, expires time.Time) bool {
	now := t.now()
	return now.Before(expires) && !issued.After(now.Add(clockSkew))
}

func (t *Tokens) verify(token string) (Claims, error) {
	var claims jwt.RegisteredClaims
	_, err := t.parser.ParseWithClaims(token, &claims, t.verificationKeys)
	switch {
	case errors.Is(err, jwt.ErrTokenExpired):
		return Claims{}, Expired
	case err != nil, claims.Subject == "", claims.ID == "", claims.IssuedAt == nil,
		claims.IssuedAt.After(t.now().Add(clockSkew)):
		return Claims{}, Invalid
	}
	generation, ok := generationOf(claims.ID)
	if !ok {
		return Claims{}, Invalid
	}
	verified := Claims{
		User:       claims.Subject,
		Generation: generation,
		ID:         claims.ID,
		IssuedAt:   claims.IssuedAt.Time,
		ExpiresAt:  claims.ExpiresAt.Time,
	}
	if claims.NotBefore == nil { // a time that timely does not ask of
		t.good.Put(sha256.Sum256([]byte(token)), verified)
	}
	return verified, nil
}

// verificationKeys returns the key the header names; a token without a kid is
// tried with every live key.
func (t *Tokens) verificationKeys(token *jwt.Token) (any, error) {
	if _, ok := token.Header["crit"]; ok { // RFC 7515 section 4.1.11: must be understood, and we know none
		return nil, errors.New("unknown critical header")
	}
	kid, named := token.Header["kid"]
	set := jwt.VerificationKeySet{}
	for _, k := range t.keys {
		if !named || kid == k.id {
			set.Keys = append(set.Keys, k.secret)
		}
	}
	if len(set.Keys) == 0 {
		return nil, errors.New("unknown key")
	}
	return set, nil
}

func generationOf(id string) (int64, bool) {
	number, _, found := strings.Cut(id, ".")
	if !found {
		return FirstGeneration, true
	}
	generation, err := strconv.ParseInt(number, 10, 64)
	return generation, err == nil
}
