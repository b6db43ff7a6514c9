package cases

import (
	"bytes"
	"compress/gzip"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"tijian/server/keyed"
)

// A Seal keeps cases from who reads the database alone: AES-256-GCM under keys that
// are derived from those that are set, the first of which seals. All open, so that a
// new key is put before the old one, which can go when the last case that it sealed
// is changed or deleted.
type Seal struct {
	ring keyed.Ring
}

// NewSeal derives what is needed of keys of any length; nil for none.
func NewSeal(keys [][]byte) (*Seal, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	ring, err := keyed.NewRing(keys, "tijian cases")
	return &Seal{ring}, err
}

// The first byte of a document says how it is kept.
const (
	plain  = 0
	sealed = 1
)

// largest is what a document may have, against one that was tampered with.
const largest = 64 << 20

// Picture seals a picture of a case: which one of the report, from 1.
func (s *Seal) Picture(id string, nth int, picture []byte) ([]byte, error) {
	return s.seal(pictureOf(id, nth), picture)
}

// OpenPicture opens what Picture made; ErrSealed where no key does.
func (s *Seal) OpenPicture(id string, nth int, kept []byte) ([]byte, error) {
	return s.open(pictureOf(id, nth), kept)
}

func pictureOf(id string, nth int) string { return fmt.Sprintf("picture %d of %s", nth, id) }

func (s *Seal) seal(place string, document []byte) ([]byte, error) {
	if len(document) == 0 {
		return []byte{}, nil
	}
	var b bytes.Buffer
	pack := gzip.NewWriter(&b)
	if _, err := pack.Write(document); err != nil {
		return nil, err
	}
	if err := pack.Close(); err != nil {
		return nil, err
	}
	if s == nil {
		return append([]byte{plain}, b.Bytes()...), nil
	}
	return s.ring.Seal([]byte{sealed}, b.Bytes(), place), nil
}

func (s *Seal) open(place string, kept []byte) ([]byte, error) {
	if len(kept) == 0 {
		return nil, nil
	}
	how, data := kept[0], kept[1:]
	if how == sealed {
		var err error
		if data, err = s.unseal(place, data); err != nil {
			return nil, err
		}
	}
	unpack, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(unpack, largest))
}

func (s *Seal) unseal(place string, data []byte) ([]byte, error) {
	if s != nil {
		if document, ok := s.ring.Open(data, place); ok {
			return document, nil
		}
	}
	return nil, ErrSealed
}

// sealFound is what a case is found by, as it is kept: small letters in lines.
func (s *Seal) sealFound(c *Case) (string, error) {
	var all []string
	for _, text := range c.Found {
		if text = clean(text); text != "" {
			all = append(all, strings.ToLower(text))
		}
	}
	kept, err := s.seal(c.place("found"), []byte(strings.Join(all, "\n")))
	return base64.StdEncoding.EncodeToString(kept), err
}

// openFound is what sealFound kept; "" where no key opens it, and of what older
// versions kept, which were digests.
func (s *Seal) openFound(c *Case) string {
	kept, err := base64.StdEncoding.DecodeString(c.found)
	if err != nil {
		return ""
	}
	text, _ := s.open(c.place("found"), kept)
	return string(text)
}

// clean is a text that every database takes, without space around it.
func clean(text string) string {
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return ""
	}
	return strings.TrimSpace(text)
}

// NewPerson is a new pseudonym: six characters that are not taken for one another.
func NewPerson() string { return rand.Text()[:6] }
