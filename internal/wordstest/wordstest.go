// Package wordstest gives tests rules and dictionaries to change. Its
// dictionaries load in a fraction of the time: the released ones with one
// finding and one cue instead of thousands.
package wordstest

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"tijian/dictionaries"
	"tijian/engine/record"
	"tijian/rules"
)

const (
	findings = `area: 腹部
context: [report]
findings:
  - {term: 脂肪肝, site: 肝}
`
	cues = `precedence: [negated]
groups: {sentence: ["。"], comma: [","], list: ["、"], with: [有], accompanied: [伴], open: ["("], close: [")"], colon: [":"], title: ["】"], exam: [超声]}
categories:
  negated: {status: negated, direction: forward, scope: list, gap: 4, reach: 60}
cues:
  - {category: negated, words: [未见]}
`
)

// Version is the released version that tests change a copy of: what it says
// never changes, whatever lies beside it and is in force.
const Version = "2026.1"

// Rules returns the tree of the rules with Version alone, in force and without
// the lock that keeps a released version from being edited.
func Rules() fstest.MapFS {
	tree := only(rules.FS)
	delete(tree, path.Join(Version, record.LockName))
	tree["current.yaml"] = &fstest.MapFile{Data: []byte("# 现在使用的版本\nactive: \"" + Version + "\"\n")}
	return tree
}

// Dictionaries returns the tree of the dictionaries with Version alone, every
// finding included.
func Dictionaries() fstest.MapFS { return only(dictionaries.FS) }

func only(all fs.FS) fstest.MapFS {
	tree := fstest.MapFS{}
	err := fs.WalkDir(all, Version, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(all, name)
		tree[name] = &fstest.MapFile{Data: data, Mode: 0o644}
		return err
	})
	if err != nil {
		panic(err) // the trees are embedded
	}
	return tree
}

// Copy writes the dictionaries of Version with few findings into a folder.
func Copy(folder string) error {
	in := func(name string) string { return filepath.Join(folder, filepath.FromSlash(name)) }
	released, err := fs.Sub(dictionaries.FS, Version)
	return errors.Join(
		err,
		os.CopyFS(folder, released),
		os.RemoveAll(in("findings")),
		os.Mkdir(in("findings"), 0o755),
		os.WriteFile(in("findings/few.yaml"), []byte(findings), 0o644),
		os.WriteFile(in("cues.yaml"), []byte(cues), 0o644),
	)
}

// Drafts writes the tree of Rules into a folder.
func Drafts(folder string) error { return os.CopyFS(folder, Rules()) }

// FewRules writes rules of one indicator into a folder, which load in no time:
// those that the script about editing (testdata/script/rules_edit.txtar) begins
// with.
func FewRules(folder, script string) error {
	archive, err := txtar.ParseFile(script)
	if err != nil {
		return err
	}
	archive.Files = append(archive.Files, txtar.File{Name: "rules/current.yaml", Data: []byte("active: \"" + Version + "\"\n")})
	for _, f := range archive.Files {
		name, ok := strings.CutPrefix(f.Name, "rules/")
		if !ok || name != "current.yaml" && !strings.HasPrefix(name, Version+"/") {
			continue
		}
		name = filepath.Join(folder, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, f.Data, 0o600)); err != nil {
			return err
		}
	}
	return nil
}
