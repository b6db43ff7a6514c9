// Package engine joins rules, dictionaries and lexicon into one snapshot that
// answers requests, and swaps snapshots as a whole.
package engine

import (
	"crypto/sha256"
	"io/fs"
	"maps"
	"slices"
	"time"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/keywords"
	"tijian/engine/ruleset"
	"tijian/engine/values"
)

// A Snapshot answers requests by one version: its rules, dictionaries and
// lexicon, and those of namespaces that stay with another. It never changes and
// is safe for concurrent use.
type Snapshot struct {
	Dictionary *dictionary.Dictionary
	Rules      *ruleset.Set
	Assess     *assess.Engine
	Lexicon    *keywords.Lexicon
	Values     *values.Reader // of texts; nil for a version that reads none

	// DictionaryFiles is a zip archive of the version's dictionaries as they
	// were loaded, for processes that recognise pictures.
	DictionaryFiles []byte
	dictionaries    fs.FS // of the archive

	// Until is when another version comes into force by itself; zero for never.
	Until time.Time

	spreads     map[string]*spread   // by indicator
	pins        map[string]*Snapshot // by namespace
	fingerprint [sha256.Size]byte    // of every byte read, and of the version in force
}

// For returns the snapshot that answers a namespace: its own, where
// current.yaml gives it one.
func (s *Snapshot) For(namespace string) *Snapshot {
	if own := s.pins[namespace]; own != nil {
		return own
	}
	return s
}

// Namespaces lists those that have an overlay or a version of their own, sorted.
func (s *Snapshot) Namespaces() []string {
	names := slices.Collect(maps.Keys(s.Rules.Overlays))
	names = slices.AppendSeq(names, maps.Keys(s.pins))
	slices.Sort(names)
	return slices.Compact(names)
}

// DictionariesFS is the tree that DictionaryFiles holds.
func (s *Snapshot) DictionariesFS() fs.FS { return s.dictionaries }
