package draft

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Hash is what a file is recognised by while somebody edits it.
func Hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Write saves a file of a draft in one step, so that nobody reads half of it. It
// returns the errors of the file system.
func (b *Book) Write(file string, data []byte) error {
	name := b.Files.OnDisk(file)
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".edit-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails once it is renamed
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(info.Mode().Perm()), f.Sync(), f.Close())
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// Drafts are the names of the versions that are drafts.
func (b *Book) Drafts() (names []string) {
	for _, version := range b.Versions() {
		if version.Draft {
			names = append(names, version.Name)
		}
	}
	return names
}

// Altered are those of a draft's files that differ from the version in force.
func (b *Book) Altered(draft string, files []string) []string {
	return slices.DeleteFunc(slices.Clone(files), func(name string) bool {
		one, errOne := fs.ReadFile(b.Files, name)
		two, errTwo := fs.ReadFile(b.Files, b.inForce(name, draft))
		if errOne != nil || errTwo != nil {
			return false
		}
		return withoutVersion(one) == withoutVersion(two)
	})
}

// inForce is the file of the version in force that a file of a draft began as.
func (b *Book) inForce(file, draft string) string {
	return strings.Replace(file, "/"+draft+"/", "/"+b.InForce()+"/", 1)
}

// withoutVersion is a file without the lines in which a copy has another name.
func withoutVersion(data []byte) string {
	var kept strings.Builder
	for line := range strings.Lines(string(data)) {
		if !strings.HasPrefix(line, "version:") && !strings.HasPrefix(line, "from:") && !strings.HasPrefix(line, "inherits_cases:") {
			kept.WriteString(line)
		}
	}
	return kept.String()
}

// dictionaryFiles calls each for the files of a version's dictionaries that a
// pattern names, until it reports false.
func (b *Book) dictionaryFiles(version, pattern string, each func(name string, data []byte) bool) error {
	tree, err := fs.Sub(b.Files.DictionariesFS(), version)
	if err != nil {
		return err
	}
	names, err := fs.Glob(tree, pattern)
	if err != nil {
		return err
	}
	for _, name := range names {
		data, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		if !each(path.Join(b.Files.DictionariesFolder(version), name), data) {
			return nil
		}
	}
	return nil
}
