// Package record keeps what a release leaves behind in the folders of the
// rules: a version's lock, with which no file of it changes unnoticed, and the
// history of releases, whose entries are chained.
package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/internal/treehash"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// LockName is the file in a version's folder of rules that makes it a released
// one; a draft has none.
const LockName = treehash.Lock

// A Lock has the hash of every file of a version, rules and dictionaries.
type Lock struct {
	files map[string]string // by tree and path in the version, such as rules/manifest.yaml
}

// trees are the two folders of a version; an entry of a lock begins with the
// name of one.
func trees(rules, dictionaries fs.FS) map[string]fs.FS {
	return map[string]fs.FS{"rules": rules, "dictionaries": dictionaries}
}

// NewLock hashes the files of a version that can change an answer.
func NewLock(rules, dictionaries fs.FS, version string) (Lock, error) {
	l := Lock{map[string]string{}}
	for name, tree := range trees(rules, dictionaries) {
		for _, file := range treehash.Names(tree, version) {
			data, err := fs.ReadFile(tree, file)
			if err != nil {
				return Lock{}, err
			}
			sum := sha256.Sum256(data)
			l.files[name+file[len(version):]] = hex.EncodeToString(sum[:])
		}
	}
	return l, nil
}

// Text is the lock as it is written to LockName.
func (l Lock) Text() []byte {
	var b bytes.Buffer
	b.WriteString("# 本版已发布，不能再改。要改，用 tijian rules draft 另起一份草稿。\n")
	b.WriteString("# Released: nothing of it changes. Begin a draft with tijian rules draft.\n")
	for _, name := range slices.Sorted(maps.Keys(l.files)) {
		fmt.Fprintf(&b, "%s: %q\n", strconv.Quote(name), l.files[name])
	}
	return b.Bytes()
}

// Fingerprint names all files of the lock with their content.
func (l Lock) Fingerprint() string {
	sum := sha256.Sum256(l.Text())
	return hex.EncodeToString(sum[:])
}

// readLock reads the lock of a version. Without one it is nil, as with a
// problem.
func readLock(rules fs.FS, version string, list *problem.List) *Lock {
	name := path.Join(version, LockName)
	data, err := fs.ReadFile(rules, name)
	if err != nil {
		return nil
	}
	var entries strictyaml.Entries[string]
	f := strictyaml.Parse(name, data, list)
	if f == nil || !f.Decode(&entries, list) {
		return nil
	}
	l := &Lock{map[string]string{}}
	for _, e := range entries {
		l.files[e.Key.Value] = e.Value
	}
	return l
}

// Faults of one version, by the tree in which the file lies.
type Faults struct{ Rules, Dictionaries problem.List }

// Check finds what differs from the lock of a version, and a released version
// that has lost its lock or got another. A draft has no faults.
func Check(rules, dictionaries fs.FS, version string) Faults {
	var f Faults
	lock := readLock(rules, version, &f.Rules)
	if released := lastRelease(rules, version); released != nil && len(f.Rules) == 0 && (lock == nil || lock.Fingerprint() != released.Fingerprint) {
		f.Rules.Add(message.LockLost.At(problem.Place{File: version}, "name", version, "number", released.Number))
	}
	if lock == nil {
		return f
	}
	present, err := NewLock(rules, dictionaries, version)
	if err != nil {
		f.Rules.Add(message.Unreadable.At(problem.Place{File: version}, "error", err))
		return f
	}
	all := maps.Clone(lock.files)
	maps.Copy(all, present.files)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		was, is := lock.files[name], present.files[name]
		if was == is {
			continue
		}
		tree, file, _ := strings.Cut(name, "/")
		list := &f.Rules
		if tree == "dictionaries" {
			list = &f.Dictionaries
		}
		at := problem.Place{File: path.Join(version, file)}
		switch {
		case is == "":
			list.Add(message.LockedRemoved.At(at, "version", version))
		case was == "":
			list.Add(message.LockedAdded.At(at, "version", version))
		default:
			list.Add(message.LockedChanged.At(at, "version", version))
		}
	}
	return f
}
