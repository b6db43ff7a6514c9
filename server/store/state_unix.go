//go:build unix

package store

import (
	"sync"
	"syscall"
)

// The index of SQLite's write-ahead log begins with two copies of a header
// (https://sqlite.org/walformat.html, 2.2). A commit is what changes it, and a
// reader of SQLite's own knows by it whether what it has read before still
// holds. Reading it costs a fiftieth of the smallest query.
type index struct {
	path string
	mu   sync.RWMutex
	file int   // 0 before the first look
	old  []int // whose files were deleted since
}

// state reads the header. While a commit is writing it the copies differ.
func (x *index) state() (s State, ok bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if x.file == 0 || !there(x.file) {
		return s, x.open()
	}
	var header [2 * len(s)]byte
	if n, err := syscall.Pread(x.file, header[:], 0); err != nil || n < len(header) {
		return s, false
	}
	s = State(header[:])
	const initialised = 12 // a byte that is 1 once the header is whole
	return s, s == State(header[len(s):]) && s[initialised] == 1
}

// open opens the index, which may be a new one: SQLite deletes it when nobody
// has the database open. It is called with the lock for reading, and gives no
// state yet.
func (x *index) open() (ok bool) {
	x.mu.RUnlock()
	defer x.mu.RLock()
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.file != 0 && there(x.file) {
		return false // another was quicker
	}
	file, err := syscall.Open(x.path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	if x.file != 0 {
		x.old = append(x.old, x.file)
	}
	x.file = file
	return false
}

// there reports whether a file still has a name.
func there(file int) bool {
	var about syscall.Stat_t
	return syscall.Fstat(file, &about) == nil && about.Nlink > 0
}

// close is called once SQLite has closed the database. An index that is still
// there is left open: closing any descriptor of a file drops all locks of the
// process on it, and another DB of this process may have some.
func (x *index) close() {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, file := range append(x.old, x.file) {
		if file != 0 && !there(file) {
			_ = syscall.Close(file) // it was only read
		}
	}
	x.file, x.old = 0, nil
}
