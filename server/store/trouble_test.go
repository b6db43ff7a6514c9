package store

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"tijian/engine/message"
)

// What is wrong with a file is not the database's trouble, though errors of the
// system look like those of a network; what is wrong with a connection is.
func TestFilesAreNotTheDatabase(t *testing.T) {
	long := filepath.Join(t.TempDir(), strings.Repeat("9", 300))
	for _, err := range []error{os.Mkdir(long, 0o700), os.Rename(t.TempDir(), long), os.Chdir("/nowhere"), syscall.ENOSPC,
		&fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}, os.NewSyscallError("flock", syscall.EINTR)} {
		if reason, ok := Trouble(fmt.Errorf("a draft: %w", err)); err == nil || ok {
			t.Errorf("%v: %q", err, reason)
		}
	}
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	_, refused := net.Dial("tcp", closed.Addr().String())
	for _, err := range []error{refused, errors.Join(errors.New("a query"), refused), &net.DNSError{Err: "no such host"}} {
		if reason, ok := Trouble(err); !ok || reason != message.DatabaseUnreachable {
			t.Errorf("%v: %q, %v", err, reason, ok)
		}
	}
}
