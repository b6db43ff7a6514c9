// Package treehash names the content of a folder of YAML files.
package treehash

import (
	"encoding/binary"
	"hash"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Lock is the name of the file that holds a version's hashes and so is not
// among them.
const Lock = "lock.yaml"

// Add adds the names and bytes of every file that Names lists. A file that
// cannot be read is left out, since whoever needs it reports it.
func Add(h hash.Hash, fsys fs.FS, folder string) {
	for _, name := range Names(fsys, folder) {
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			continue
		}
		Part(h, []byte(name))
		Part(h, data)
	}
}

// Names lists every .yaml file below a folder, sorted, without its lock. Hidden
// files and folders are left out: nothing reads them.
func Names(fsys fs.FS, folder string) []string {
	var names []string
	_ = fs.WalkDir(fsys, folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil // whoever needs it reports it
		}
		hidden := name != "." && strings.HasPrefix(entry.Name(), ".")
		switch {
		case hidden && entry.IsDir():
			return fs.SkipDir
		case !hidden && !entry.IsDir() && path.Ext(name) == ".yaml" && name != path.Join(folder, Lock):
			names = append(names, name)
		}
		return nil
	})
	slices.Sort(names)
	return names
}

// Part adds bytes behind their length, so that parts cannot run together.
func Part(h hash.Hash, data []byte) {
	var size [8]byte
	binary.BigEndian.PutUint64(size[:], uint64(len(data)))
	h.Write(size[:])
	h.Write(data)
}
