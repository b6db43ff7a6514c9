package ruleset

import (
	"crypto/sha256"
	"encoding/hex"

	"tijian/engine/internal/treehash"
)

// hash names the content: every file of the version and of its dictionaries,
// so that two services with the same hash answer alike.
func (l *loader) hash() string {
	h := sha256.New()
	treehash.Add(h, l.rules, l.set.Version)
	treehash.Part(h, []byte(l.set.Dictionary.Hash()))
	return hex.EncodeToString(h.Sum(nil))[:12]
}
