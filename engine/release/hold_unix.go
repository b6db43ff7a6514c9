//go:build unix

package release

import (
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"tijian/engine/message"
)

// errHeld says that another process acts now.
var errHeld = message.ActElsewhere.Err()

// hold lets one process act at a time; the system lets go when it dies.
func hold(folder string) (release func(), err error) { return lock(folder, "hold", unix.LOCK_EX) }

// holdFiles keeps the files of drafts as they are while one is locked: the lock is of
// what was approved, and no edit comes in between.
func holdFiles(folder string) (release func(), err error) { return lock(folder, "edit", unix.LOCK_EX) }

// tryHold does not wait where another process acts.
func tryHold(folder string) (release func(), err error) {
	release, err = lock(folder, "hold", unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		err = errHeld
	}
	return release, err
}

func lock(folder, name string, how int) (release func(), err error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(folder, name), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), how); err != nil {
		f.Close()
		return nil, err
	}
	return func() { f.Close() }, nil
}
