// Package peerset loads the rules that the peers answer by: those of the first
// released version. Later ones know earlier results, printed intervals and truths
// that are worked out, which the evaluators of rows do not have; all answer the
// same requests of the same tables.
package peerset

import (
	"io/fs"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
	"tijian/rules"
)

// Version is the version that the peers answer by. It is locked.
const Version = "2026.1"

// Load returns its rules, or what is wrong with them.
func Load() (*ruleset.Set, error) {
	tree, err := fs.Sub(dictionaries.FS, Version)
	if err != nil {
		return nil, err
	}
	dict, list := dictionary.Load(tree)
	if err := list.Err(); err != nil {
		return nil, err
	}
	set, list := ruleset.Load(rules.FS, Version, dict)
	return set, list.Err()
}
