//go:build unix

package store

import (
	"errors"
	"os"
	"syscall"
)

// flock tries to lock a file. Neither held nor an error: somebody else has it.
func flock(file *os.File) (held bool, err error) {
	err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, syscall.EINTR) {
		return false, nil
	}
	return err == nil, err
}
