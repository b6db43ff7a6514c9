package regress

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// Folder opens the suites of a folder, or the one of a file, and gives the folder
// below which their files are shown.
func Folder(name string) (suites fs.FS, folder string) {
	if info, err := os.Stat(name); err == nil && !info.IsDir() {
		dir, file := filepath.Split(filepath.Clean(name))
		return one{os.DirFS(filepath.Clean(dir)), file}, shown(dir)
	}
	return os.DirFS(name), shown(name)
}

func shown(folder string) string { return path.Clean(filepath.ToSlash(folder)) }

// one is a folder of which a single file counts.
type one struct {
	fs.FS
	file string
}

// ReadDir lists that file alone.
func (o one) ReadDir(name string) ([]fs.DirEntry, error) {
	if name != "." {
		return fs.ReadDir(o.FS, name)
	}
	info, err := fs.Stat(o.FS, o.file)
	if err != nil {
		return nil, err
	}
	return []fs.DirEntry{fs.FileInfoToDirEntry(info)}, nil
}
