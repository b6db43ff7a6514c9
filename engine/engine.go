// Package engine joins rules, dictionaries and lexicon into one snapshot that
// answers requests, and swaps snapshots as a whole.
package engine

import (
	"crypto/sha256"
	"io/fs"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/keywords"
	"tijian/engine/ruleset"
)

// A Snapshot answers requests by one version of the rules and one state of the
// dictionaries. It never changes and is safe for concurrent use.
type Snapshot struct {
	Dictionary *dictionary.Dictionary
	Rules      *ruleset.Set
	Assess     *assess.Engine
	Lexicon    *keywords.Lexicon

	// DictionaryFiles is a zip archive of the version's dictionaries as they
	// were loaded, for processes that recognise pictures.
	DictionaryFiles []byte
	dictionaries    fs.FS // of the archive

	fingerprint [sha256.Size]byte // of every byte read
}

// DictionariesFS is the tree that DictionaryFiles holds.
func (s *Snapshot) DictionariesFS() fs.FS { return s.dictionaries }
