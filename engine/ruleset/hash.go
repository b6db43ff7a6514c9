package ruleset

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"

	"tijian/engine/internal/treehash"
)

// hash names the content: every file of the version, of the versions that its
// overlays pin, and of the dictionaries, so that two services with the same
// hash answer alike.
func (l *loader) hash() string {
	h := sha256.New()
	treehash.Add(h, l.rules, l.set.Version)
	treehash.Part(h, []byte(l.set.Dictionary.Hash()))
	for _, version := range slices.Sorted(maps.Keys(l.pinned)) {
		treehash.Part(h, []byte(l.pinned[version].Hash))
	}
	return hex.EncodeToString(h.Sum(nil))[:12]
}
