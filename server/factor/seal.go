package factor

import (
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"

	"tijian/engine/message"
	"tijian/server/keyed"
)

// seals keep the secrets of apps from who reads the database alone: AES-256-GCM
// under keys that are derived from the secrets of tokens, the first of which seals.
// A secret is sealed anew whenever it is used, so that it outlives a rotation.
type seals struct {
	ring   keyed.Ring
	offers []byte // key of the secrets that are offered
}

func newSeals(secrets [][]byte) (seals, error) {
	ring, err := keyed.NewRing(secrets, "tijian second factor")
	offers, offersErr := hkdf.Key(sha256.New, secrets[0], nil, "tijian second factor offer", 32)
	return seals{ring, offers}, errors.Join(err, offersErr)
}

func (s seals) seal(name string, secret []byte) string {
	return base64.RawStdEncoding.EncodeToString(s.ring.Seal(nil, secret, name))
}

func (s seals) open(name, sealed string) ([]byte, error) {
	data, err := base64.RawStdEncoding.DecodeString(sealed)
	if err != nil {
		return nil, message.FactorSealed.Err()
	}
	if secret, ok := s.ring.Open(data, name); ok {
		return secret, nil
	}
	return nil, message.FactorSealed.Err()
}

// offered is the secret of an offer: the same for a login and a nonce, and known to
// nobody who has only these.
func (s seals) offered(login, nonce string) []byte {
	return keyed.Digest(s.offers, login+"\x00"+nonce)[:secret]
}

// newNonce is a new one.
func newNonce() string { return rand.Text() }
