package ruleset

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"io/fs"
	"slices"
)

// hash names the content: every file of the version and the names of the
// dictionary, so that two services with the same hash answer alike.
func (l *loader) hash() string {
	h := sha256.New()
	hashTree(h, l.rules, l.set.Version)
	part(h, []byte(l.set.Dictionary.Hash()))
	return hex.EncodeToString(h.Sum(nil))[:12]
}

// hashTree adds the names and bytes of every file below a folder, sorted. A
// file that cannot be read was reported by whoever needs it.
func hashTree(h hash.Hash, fsys fs.FS, folder string) {
	var names []string
	_ = fs.WalkDir(fsys, folder, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			names = append(names, name)
		}
		return nil
	})
	slices.Sort(names)
	for _, name := range names {
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			continue
		}
		part(h, []byte(name))
		part(h, data)
	}
}

// part adds bytes behind their length, so that parts cannot run together.
func part(h hash.Hash, data []byte) {
	var size [8]byte
	binary.BigEndian.PutUint64(size[:], uint64(len(data)))
	h.Write(size[:])
	h.Write(data)
}
