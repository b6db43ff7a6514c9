// Package sealed keeps what is finished in one file: the folder V of a tree may
// stand in it as V.zip, whose names begin with V/. Read through Tree, both are the
// same.
package sealed

import (
	"archive/zip"
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
)

// Ending of a package's name.
const Ending = ".zip"

// Bounds of a package; those of the rules have 300,000 bytes and hold 1.5 million.
const (
	maxPackage = 16 << 20
	maxHeld    = 64 << 20
)

// Tree shows the packages at the top of a tree as the folders that they hold. A
// folder that is there comes before a package of its name. What a package holds is
// read when it is first asked for, and not again.
func Tree(base fs.FS) fs.FS { return &tree{base: base, opened: map[string]*zip.Reader{}} }

type tree struct {
	base   fs.FS
	mu     sync.Mutex
	opened map[string]*zip.Reader // by the folder's name
}

// Open opens a file or folder of the tree or of one of its packages.
func (t *tree) Open(name string) (fs.File, error) {
	f, err := t.base.Open(name)
	switch {
	case err == nil && name == ".":
		return t.top(f)
	case err == nil || !errors.Is(err, fs.ErrNotExist):
		return f, err
	}
	folder, _, _ := strings.Cut(name, "/")
	if _, missing := fs.Stat(t.base, folder); missing == nil {
		return nil, err // a folder that is there lacks the file
	}
	held, broken := t.open(folder)
	if broken != nil {
		return nil, &fs.PathError{Op: "open", Path: folder + Ending, Err: broken}
	}
	if held == nil {
		return nil, err
	}
	return held.Open(name)
}

// open reads a folder's package; nil for none.
func (t *tree) open(folder string) (*zip.Reader, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if held := t.opened[folder]; held != nil {
		return held, nil
	}
	data, size, err := t.content(folder + Ending)
	if err != nil || data == nil {
		return nil, err
	}
	held, err := zip.NewReader(data, size)
	if err != nil {
		return nil, err
	}
	total := uint64(0)
	for _, one := range held.File {
		if total += one.UncompressedSize64; one.UncompressedSize64 > maxHeld || total > maxHeld {
			return nil, fmt.Errorf("it holds more than %d bytes", maxHeld)
		}
		if !fs.ValidPath(strings.TrimSuffix(one.Name, "/")) || !strings.HasPrefix(one.Name, folder+"/") {
			return nil, fmt.Errorf("%q is not below %s/", one.Name, folder)
		}
	}
	t.opened[folder] = held
	return held, nil
}

// content is what a package's file has, nil for none. What lies in memory is read
// where it lies: whoever lists the versions opens all, and few need what old ones hold.
func (t *tree) content(name string) (io.ReaderAt, int64, error) {
	if archive, ok := t.base.(*zip.Reader); ok {
		at := slices.IndexFunc(archive.File, func(one *zip.File) bool { return one.Name == name && one.Method == zip.Store })
		if at >= 0 {
			raw, err := archive.File[at].OpenRaw()
			if stored, ok := raw.(*io.SectionReader); ok && err == nil && stored.Size() <= maxPackage {
				return stored, stored.Size(), nil
			}
		}
	}
	f, err := t.base.Open(name)
	if err != nil {
		return nil, 0, nil
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, 0, err
	}
	if info.Size() > maxPackage {
		return nil, 0, fmt.Errorf("more than %d bytes", maxPackage)
	}
	if _, embedded := t.base.(embed.FS); embedded {
		if at, ok := f.(io.ReaderAt); ok {
			return at, info.Size(), nil
		}
	}
	data := bytes.NewBuffer(make([]byte, 0, info.Size()+bytes.MinRead))
	if _, err := data.ReadFrom(io.LimitReader(f, maxPackage+1)); err != nil {
		return nil, 0, err
	}
	if data.Len() > maxPackage {
		return nil, 0, fmt.Errorf("more than %d bytes", maxPackage)
	}
	return bytes.NewReader(data.Bytes()), int64(data.Len()), nil
}

// top lists the tree itself.
func (t *tree) top(f fs.File) (fs.File, error) {
	dir, ok := f.(fs.ReadDirFile)
	if !ok {
		return f, nil
	}
	entries, err := dir.ReadDir(-1)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	var list []fs.DirEntry
	for _, e := range entries {
		folder, packed := strings.CutSuffix(e.Name(), Ending)
		if !packed || e.IsDir() {
			list = append(list, e)
			continue
		}
		if slices.ContainsFunc(entries, func(other fs.DirEntry) bool { return other.Name() == folder }) {
			continue
		}
		info, err := fs.Stat(t, folder)
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		list = append(list, fs.FileInfoToDirEntry(info))
	}
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return &listing{File: f, left: list}, nil
}

// A listing is the opened top of a tree.
type listing struct {
	fs.File
	left []fs.DirEntry
}

// ReadDir returns the next n entries, all for n <= 0.
func (l *listing) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 {
		n = len(l.left)
	} else if len(l.left) == 0 {
		return nil, io.EOF
	}
	n = min(n, len(l.left))
	list := l.left[:n]
	l.left = l.left[n:]
	return list, nil
}

// Seal makes the package of a folder: the same files give the same bytes. Hidden
// files, such as an editor's, are left out.
func Seal(base fs.FS, folder string) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	err := fs.WalkDir(base, folder, func(name string, entry fs.DirEntry, err error) error {
		hidden := strings.HasPrefix(path.Base(name), ".")
		switch {
		case err != nil:
			return err
		case hidden && entry.IsDir():
			return fs.SkipDir
		case hidden || entry.IsDir():
			return nil
		}
		data, err := fs.ReadFile(base, name)
		if err != nil {
			return err
		}
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate}) // of no time
		if err != nil {
			return err
		}
		_, err = f.Write(data)
		return err
	})
	if err := errors.Join(err, w.Close()); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
