package engine

import (
	"bytes"
	"io/fs"
	"path"
	"strings"

	"tijian/engine/record"
)

// edited is a tree in which one file holds something else.
type edited struct {
	fs.FS
	name string
	data []byte
}

// Open opens the file that is edited, or one of the tree.
func (e edited) Open(name string) (fs.File, error) {
	f, err := e.FS.Open(name)
	if err != nil || name != e.name {
		return f, err
	}
	return editedFile{f, bytes.NewReader(e.data)}, nil
}

type editedFile struct {
	fs.File
	text *bytes.Reader
}

// Read reads what the file holds while it is edited.
func (f editedFile) Read(p []byte) (int, error) { return f.text.Read(p) }

// FilesOf lists the files of a version that staff may edit, as problems show
// them, sorted: its rules, then its dictionaries.
func (f Files) FilesOf(version string) ([]string, error) {
	var all []string
	for _, tree := range []struct {
		fs    fs.FS
		shown string
	}{{f.RulesFS(), shown(f.Rules, "rules")}, {f.DictionariesFS(), shown(f.Dictionaries, "dictionaries")}} {
		err := fs.WalkDir(tree.fs, version, func(name string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() && strings.HasSuffix(name, ".yaml") && path.Base(name) != record.LockName && !strings.HasPrefix(entry.Name(), ".") {
				all = append(all, path.Join(tree.shown, name))
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}
