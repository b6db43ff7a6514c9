// Package keyed has what is made with keys of the service: digests by which a text is
// found again without being told, and ciphers whose keys can be changed.
package keyed

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
)

// Digest is the HMAC-SHA-256 of a text.
func Digest(key []byte, text string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	return mac.Sum(nil)
}

// A Ring is AES-256-GCM under keys that are derived from others, of any length, for one
// purpose. The first seals and all open, so that a new key is put before the old one.
type Ring []cipher.AEAD

// NewRing derives the ciphers of a purpose.
func NewRing(keys [][]byte, purpose string) (r Ring, err error) {
	for _, one := range keys {
		key, err := hkdf.Key(sha256.New, one, nil, purpose, 32)
		if err != nil {
			return nil, err
		}
		block, err := aes.NewCipher(key)
		if err != nil {
			return nil, err
		}
		aead, err := cipher.NewGCMWithRandomNonce(block)
		if err != nil {
			return nil, err
		}
		r = append(r, aead)
	}
	return r, nil
}

// Seal appends a text to what is before it, sealed: place binds it to where it stands.
func (r Ring) Seal(before, text []byte, place string) []byte {
	return r[0].Seal(before, nil, text, []byte(place))
}

// Open opens what Seal made; ok is false where no key does.
func (r Ring) Open(sealed []byte, place string) (text []byte, ok bool) {
	for _, aead := range r {
		if text, err := aead.Open(nil, nil, sealed, []byte(place)); err == nil {
			return text, true
		}
	}
	return nil, false
}
