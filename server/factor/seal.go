package factor

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"

	"tijian/engine/message"
)

// seals keep the secrets of apps from who reads the database alone: AES-256-GCM
// under keys that are derived from the secrets of tokens, the first of which seals.
// A secret is sealed anew whenever it is used, so that it outlives a rotation.
type seals struct {
	opening []cipher.AEAD
	offers  []byte // key of the secrets that are offered
}

func newSeals(secrets [][]byte) (seals, error) {
	var s seals
	for _, one := range secrets {
		key, err := hkdf.Key(sha256.New, one, nil, "tijian second factor", 32)
		if err != nil {
			return s, err
		}
		block, err := aes.NewCipher(key)
		if err != nil {
			return s, err
		}
		aead, err := cipher.NewGCMWithRandomNonce(block)
		if err != nil {
			return s, err
		}
		s.opening = append(s.opening, aead)
	}
	var err error
	s.offers, err = hkdf.Key(sha256.New, secrets[0], nil, "tijian second factor offer", 32)
	return s, err
}

func (s seals) seal(name string, secret []byte) string {
	return base64.RawStdEncoding.EncodeToString(s.opening[0].Seal(nil, nil, secret, []byte(name)))
}

func (s seals) open(name, sealed string) ([]byte, error) {
	data, err := base64.RawStdEncoding.DecodeString(sealed)
	if err != nil {
		return nil, message.FactorSealed.Err()
	}
	for _, aead := range s.opening {
		if secret, err := aead.Open(nil, nil, data, []byte(name)); err == nil {
			return secret, nil
		}
	}
	return nil, message.FactorSealed.Err()
}

// offered is the secret of an offer: the same for a login and a nonce, and known to
// nobody who has only these.
func (s seals) offered(login, nonce string) []byte {
	mac := hmac.New(sha256.New, s.offers)
	mac.Write([]byte(login + "\x00" + nonce))
	return mac.Sum(nil)[:secret]
}

// newNonce is a new one.
func newNonce() string { return rand.Text() }
