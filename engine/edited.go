package engine

import (
	"bytes"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// edited is a tree in which one file holds something else, or is new.
type edited struct {
	fs.FS
	name string
	data []byte
}

// Open opens the file that is edited, or one of the tree.
func (e edited) Open(name string) (fs.File, error) {
	f, err := e.FS.Open(name)
	switch {
	case name != e.name:
		return f, err
	case err == nil:
		return editedFile{f, bytes.NewReader(e.data)}, nil
	case errors.Is(err, fs.ErrNotExist):
		return newFile{e, bytes.NewReader(e.data)}, nil
	}
	return nil, err
}

// ReadDir lists a folder, with the file that is new.
func (e edited) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(e.FS, name)
	if path.Dir(e.name) != name || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return list, err
	}
	at, there := slices.BinarySearchFunc(list, path.Base(e.name), func(d fs.DirEntry, base string) int { return strings.Compare(d.Name(), base) })
	if !there {
		list = slices.Insert(list, at, fs.FileInfoToDirEntry(newFile{edited: e}))
	}
	return list, nil
}

type editedFile struct {
	fs.File
	text *bytes.Reader
}

// Read reads what the file holds while it is edited.
func (f editedFile) Read(p []byte) (int, error) { return f.text.Read(p) }

// A newFile is a file that is not written yet, with what is known of it.
type newFile struct {
	edited
	text *bytes.Reader
}

// Stat is what is known of the file.
func (f newFile) Stat() (fs.FileInfo, error) { return f, nil }

// Read reads what the file will hold.
func (f newFile) Read(p []byte) (int, error) { return f.text.Read(p) }

// Close has nothing to give back.
func (f newFile) Close() error { return nil }

// Name is the file's, without its folder.
func (f newFile) Name() string { return path.Base(f.name) }

// Size is how long it will be.
func (f newFile) Size() int64 { return int64(len(f.data)) }

// Mode is that of a file that everybody may read.
func (f newFile) Mode() fs.FileMode { return 0o444 }

// ModTime is none: it is not written.
func (f newFile) ModTime() time.Time { return time.Time{} }

// IsDir is false.
func (f newFile) IsDir() bool { return false }

// Sys is nothing.
func (f newFile) Sys() any { return nil }
