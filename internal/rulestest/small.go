package rulestest

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"tijian/engine/dictionary"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// Small are the files of the small sound rule set of package ruleset's tests, for a
// test of a package beside it to change.
func Small(t testing.TB) fstest.MapFS {
	t.Helper()
	archive, err := txtar.ParseFile("../ruleset/testdata/base.txtar")
	if err != nil {
		t.Fatal(err)
	}
	tree := fstest.MapFS{}
	for _, f := range archive.Files {
		tree[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	return tree
}

// Load reads the version in force of such files.
func Load(tree fs.FS) (*ruleset.Set, problem.List) {
	words, err := fs.Sub(tree, "dictionaries")
	if err != nil {
		panic(err) // the name is valid
	}
	files, err := fs.Sub(tree, "rules")
	if err != nil {
		panic(err)
	}
	dict, list := dictionary.Load(words)
	if dict == nil {
		return nil, list
	}
	return ruleset.Load(files, "", dict)
}

// Loaded reads files that are in order.
func Loaded(t testing.TB, tree fs.FS) *ruleset.Set {
	t.Helper()
	set, list := Load(tree)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return set
}
