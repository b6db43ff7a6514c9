//go:build amd64 || arm64

package isolate

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"

	"tijian/engine/message"
)

// confined marks, in its environment, a child that files are hidden from already; its
// value is the version of Landlock, 0 for none.
const confined = "TIJIAN_CONFINED"

// The child reads hostile pictures with C code, so it gives up what it does
// not need before it sees one: new privileges, every file but programs, libraries
// and the models of Tesseract, and every call to the kernel but those that a page is
// read with. Files are hidden from one thread and those it starts, and from the
// program that takes its place: the child therefore starts itself anew. Only then,
// with all libraries loaded, calls are refused, so that none may be loaded any more
// and no program started. What the kernel does not have is an error, unless the child
// may do without; what of it is missing is returned.
func confine() (missing []string, err error) {
	hidden := os.Getenv(confined)
	if hidden == "" {
		return nil, hide()
	}
	version, err := strconv.Atoi(hidden)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", confined, err)
	}
	missing = notHidden(version)
	if err := refuseCalls(); err != nil {
		if os.Getenv(unconfined) == "" {
			return nil, message.NotConfinedCalls.Err("reason", ErrNotConfined, "cause", err)
		}
		missing = append(missing, "seccomp")
	}
	return missing, nil
}

// hide hides files and starts the program anew; it returns only with an error.
func hide() error {
	runtime.LockOSThread()
	// The child is the first to go when memory runs out, before the service.
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0)
	for resource, most := range map[int]uint64{unix.RLIMIT_CORE: 0, unix.RLIMIT_FSIZE: 0, unix.RLIMIT_NOFILE: 64} {
		if err := unix.Setrlimit(resource, &unix.Rlimit{Cur: most, Max: most}); err != nil {
			return fmt.Errorf("limit the recogniser: %w", err)
		}
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no new privileges: %w", err)
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	version, err := hideFiles(program)
	if err != nil && os.Getenv(unconfined) == "" {
		return message.NotConfinedFiles.Err("reason", ErrNotConfined, "cause", err)
	}
	return syscall.Exec(program, os.Args, append(os.Environ(), confined+"="+strconv.Itoa(version)))
}

// limitMemory keeps the child below what a picture may take to decode and what
// reading takes beside it: Go's heap goes back to the system in time, and what
// is beyond all measure ends the child, not the machine.
func limitMemory(decode int64, hands int) error {
	const base, hand = 512 << 20, 128 << 20
	most := uint64(decode) + base + hand*uint64(hands)
	return unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: most, Max: most})
}

// attributes of a child's process: it ends with its parent.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
