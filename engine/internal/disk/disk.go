// Package disk changes files so that what was reported as done outlives the process
// and the machine, one step at a time.
package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// A Disk changes files. Its zero value is ready.
type Disk struct {
	// Step makes each step, which it is told the kind of and the file; nil just makes
	// it. Tests fail steps by it, or stop before one.
	Step func(kind, name string, make func() error) error
}

func (d Disk) step(kind, name string, make func() error) error {
	if d.Step == nil {
		return make()
	}
	return d.Step(kind, name, make)
}

// Put writes a file, in place of what it may hold. Only its folder's entry may be
// lost with the machine: what counts on it moves it.
func (d Disk) Put(name string, data []byte, mode fs.FileMode) error {
	var f *os.File
	if err := d.step("create", name, func() (err error) {
		f, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
		return err
	}); err != nil {
		if f != nil {
			_ = f.Close()
		}
		return err
	}
	write := func(part []byte) error {
		return d.step("write", name, func() error { _, err := f.Write(part); return err })
	}
	half := len(data) / 2 // a disk may be full within a file
	err := write(data[:half])
	if err == nil {
		err = write(data[half:])
	}
	if err == nil {
		err = f.Chmod(mode) // whatever the umask
	}
	if err == nil {
		err = d.step("sync", name, f.Sync)
	}
	return errors.Join(err, d.step("close", name, f.Close))
}

// Replace swaps in a file that it writes aside first, in a folder of the same file
// system: nobody ever sees a part. With an error either of both may be there.
func (d Disk) Replace(name, aside string, data []byte, mode fs.FileMode) error {
	err := d.Put(aside, data, mode)
	if err == nil {
		err = d.Move(aside, name)
	}
	if err != nil {
		_ = d.Remove(aside)
	}
	return err
}

// Move renames a file, in place of another, or a folder.
func (d Disk) Move(from, to string) error {
	err := d.step("rename", to, func() error { return os.Rename(from, to) })
	if err == nil {
		err = d.sync(filepath.Dir(to))
	}
	if err == nil && filepath.Dir(from) != filepath.Dir(to) {
		err = d.sync(filepath.Dir(from))
	}
	return err
}

// sync makes the names in a folder outlive the machine.
func (d Disk) sync(folder string) error {
	return d.step("sync", folder, func() error {
		f, err := os.Open(folder)
		if err != nil {
			return err
		}
		return errors.Join(f.Sync(), f.Close())
	})
}

// Remove removes a file or an empty folder.
func (d Disk) Remove(name string) error {
	err := d.step("remove", name, func() error { return os.Remove(name) })
	if err == nil {
		err = d.sync(filepath.Dir(name))
	}
	return err
}

// RemoveAll removes a folder with all that it holds; one that is not there is no
// error.
func (d Disk) RemoveAll(name string) error {
	return d.step("remove", name, func() error { return os.RemoveAll(name) })
}

// MkdirAll makes a folder and those that it lies in.
func (d Disk) MkdirAll(name string) error {
	return d.step("mkdir", name, func() error { return os.MkdirAll(name, 0o755) })
}

// Copy writes a tree's files into a folder that is not there yet, but for the one
// that is named.
func (d Disk) Copy(to string, tree fs.FS, without string) error {
	var folders []string
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			folders = append(folders, filepath.Join(to, filepath.FromSlash(name)))
			return d.MkdirAll(folders[len(folders)-1])
		case name == without:
			return nil
		}
		data, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		return d.Put(filepath.Join(to, filepath.FromSlash(name)), data, 0o644)
	})
	for i := len(folders) - 1; i >= 0 && err == nil; i-- {
		err = d.sync(folders[i])
	}
	return err
}
