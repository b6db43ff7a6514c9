// Package rulestest gives tests the rules that ship. A process reads each version
// once: reading one takes as long as thousands of answers.
package rulestest

import (
	"fmt"
	"io/fs"
	"sync"
	"testing"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
	"tijian/rules"
)

var (
	mutex sync.Mutex
	sets  = map[string]*ruleset.Set{}
)

// Active returns the version in force, shared by all tests of a process: none may
// change it.
func Active(t testing.TB) *ruleset.Set {
	t.Helper()
	return Version(t, rules.Active())
}

// Newest returns the latest version, a draft too, shared like that of Active.
func Newest(t testing.TB) *ruleset.Set {
	t.Helper()
	return Version(t, ruleset.Newest(rules.FS))
}

// Version returns a version by its name, shared like that of Active.
func Version(t testing.TB, name string) *ruleset.Set {
	t.Helper()
	mutex.Lock()
	defer mutex.Unlock()
	if sets[name] == nil {
		set, err := Read(name)
		if err != nil {
			t.Fatal(err)
		}
		sets[name] = set
	}
	return sets[name]
}

// Read reads a version for a test that changes it.
func Read(name string) (*ruleset.Set, error) {
	words, err := fs.Sub(dictionaries.FS, name)
	if err != nil {
		return nil, fmt.Errorf("dictionaries of %s: %w", name, err)
	}
	dict, list := dictionary.Load(words)
	if err := list.Err(); err != nil {
		return nil, err
	}
	set, list := ruleset.Load(rules.FS, name, dict)
	return set, list.Err()
}
