package draft

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"tijian/engine/release"
)

// Hash is what a file is recognised by while somebody edits it.
func Hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Write saves a file of a draft for somebody in one step, so that nobody reads half of it. It
// returns release.ErrReleased when the draft was released meanwhile, else the errors of
// the file system; what the file holds then is either all of what it held or all of data.
func (b *Book) Write(draft, by, file string, data []byte) error {
	return release.Edit(b.Files, draft, by, map[string][]byte{file: data}, func() error { return b.write(file, data) })
}

func (b *Book) write(file string, data []byte) error {
	name := b.Files.OnDisk(file)
	mode := fs.FileMode(0o644) // of a new one
	switch info, err := os.Stat(name); {
	case err == nil:
		mode = info.Mode().Perm()
	case !errors.Is(err, fs.ErrNotExist):
		return err
	default:
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
	}
	// Two people may save at the same time.
	aside := filepath.Join(filepath.Dir(name), ".edit-"+rand.Text())
	return b.disk.Replace(name, aside, data, mode)
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
