package replay

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// pruneEvery is how often files that have grown too old are looked for, beside
// each time that a new one is begun.
const pruneEvery = 15 * time.Minute

// parts is into how many files the size and the age are divided: the oldest
// goes as a whole.
const parts = 16

// begun is how the name of a file tells when it was begun; a number follows.
const begun = "2006-01-02T15-04"

// files are those of one store, written one after the other.
type files struct {
	folder string
	size   int64
	keep   time.Duration
	now    func() time.Time

	file  *os.File // nil before the first line
	since time.Time
	bytes int64 // in it
}

// write appends a line, in one piece.
func (f *files) write(line []byte) error {
	n := int64(len(line))
	if f.file != nil && (f.bytes+n > f.size/parts || f.now().Sub(f.since) > f.keep/parts) {
		if err := f.close(); err != nil {
			return err
		}
	}
	if f.file == nil {
		if err := f.prune(f.size / parts); err != nil {
			return err
		}
		if err := f.begin(); err != nil {
			return err
		}
	}
	written, err := f.file.Write(line)
	f.bytes += int64(written)
	if err != nil {
		return errors.Join(err, f.close()) // what follows must not join half a line
	}
	return nil
}

// begin creates a file that nobody else has.
func (f *files) begin() error {
	now := f.now().UTC()
	for i := 1; ; i++ {
		name := filepath.Join(f.folder, fmt.Sprintf("%s-%d.jsonl", now.Format(begun), i))
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil {
			f.file, f.since, f.bytes = file, now, 0
		}
		return err
	}
}

func (f *files) close() error {
	if f.file == nil {
		return nil
	}
	err := f.file.Close()
	f.file = nil
	return err
}

// prune removes the files that are too old, then the oldest ones until the
// others leave room for so many bytes. Only files that a store has named are
// its own.
func (f *files) prune(room int64) error {
	entries, err := os.ReadDir(f.folder)
	if err != nil {
		return err
	}
	type old struct {
		name  string
		since time.Time
		size  int64
	}
	var all []old
	var sum int64
	for _, e := range entries {
		since, err := time.Parse(begun, e.Name()[:min(len(begun), len(e.Name()))])
		if err != nil || filepath.Ext(e.Name()) != ".jsonl" || !e.Type().IsRegular() {
			continue
		}
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue // another process was faster
		}
		if err != nil {
			return err
		}
		all = append(all, old{filepath.Join(f.folder, e.Name()), since, info.Size()})
		sum += info.Size()
	}
	slices.SortStableFunc(all, func(a, b old) int { return a.since.Compare(b.since) })
	for _, o := range all {
		if f.now().Sub(o.since) < f.keep && sum+room <= f.size {
			continue
		}
		if f.file != nil && f.file.Name() == o.name {
			if err := f.close(); err != nil {
				return err
			}
		}
		if err := os.Remove(o.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		sum -= o.size
	}
	return nil
}
