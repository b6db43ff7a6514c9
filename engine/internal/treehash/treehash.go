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

// Add adds the names and bytes of every .yaml file below a folder, sorted.
// Hidden files and folders are left out: nothing reads them. A file that cannot
// be read is left out too, since whoever needs it reports it.
func Add(h hash.Hash, fsys fs.FS, folder string) {
	var names []string
	_ = fs.WalkDir(fsys, folder, func(name string, entry fs.DirEntry, err error) error {
		hidden := name != "." && strings.HasPrefix(entry.Name(), ".")
		switch {
		case err != nil || hidden && !entry.IsDir():
		case hidden:
			return fs.SkipDir
		case !entry.IsDir() && path.Ext(name) == ".yaml":
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
		Part(h, []byte(name))
		Part(h, data)
	}
}

// Part adds bytes behind their length, so that parts cannot run together.
func Part(h hash.Hash, data []byte) {
	var size [8]byte
	binary.BigEndian.PutUint64(size[:], uint64(len(data)))
	h.Write(size[:])
	h.Write(data)
}
