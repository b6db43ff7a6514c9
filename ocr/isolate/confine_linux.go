package isolate

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"tijian/engine/message"
	"tijian/ocr/pdf"
)

// confined marks, in its environment, a child that has been shut in already.
const confined = "TIJIAN_CONFINED"

// The child reads hostile pictures with C code, so it gives up what it does
// not need before it sees one: new privileges, sockets, other processes, and
// every file but programs, libraries and the models of Tesseract. That holds
// for one thread and those it starts, and for the program that takes its
// place: the child therefore starts itself anew. What the kernel does not have
// is an error, unless the child may do without.
func confine() error {
	if os.Getenv(confined) != "" {
		return nil
	}
	installed := func(err error) error {
		if err != nil && os.Getenv(unconfined) != "" {
			return nil
		}
		return err
	}
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
	if err := installed(hideFiles(program)); err != nil {
		return message.NotConfinedFiles.Err("reason", ErrNotConfined, "cause", err)
	}
	if err := installed(refuseCalls()); err != nil {
		return message.NotConfinedCalls.Err("reason", ErrNotConfined, "cause", err)
	}
	return syscall.Exec(program, os.Args, append(os.Environ(), confined+"=1"))
}

// limitMemory keeps the child below what a picture may take to decode and what
// reading takes beside it: Go's heap goes back to the system in time, and what
// is beyond all measure ends the child, not the machine.
func limitMemory(decode int64, hands int) error {
	const base, hand = 512 << 20, 128 << 20
	most := uint64(decode) + base + hand*uint64(hands)
	return unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: most, Max: most})
}

// readable is where programs, libraries and models lie. /proc and /sys tell the
// runtimes of Go and C about the machine, and nothing of other processes.
var readable = []string{"/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/alternatives", "/dev/null", "/dev/zero", "/dev/urandom", "/sys", "/proc/meminfo", "/proc/cpuinfo", "/proc/stat"}

// hideFiles lets the thread open nothing but what is readable (Landlock).
func hideFiles(program string) error {
	version, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 { // a kernel without it
		return errno
	}
	const first = unix.LANDLOCK_ACCESS_FS_MAKE_SYM<<1 - 1 // the rights of the first version
	rights := uint64(first)
	if version >= 2 {
		rights |= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if version >= 3 {
		rights |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	attr := unix.LandlockRulesetAttr{Handled_access_fs: rights}
	ruleset, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), unsafe.Sizeof(attr.Handled_access_fs), 0)
	if errno != 0 {
		return errno
	}
	defer unix.Close(int(ruleset))
	paths := append([]string{program}, readable...)
	if models := os.Getenv("TESSDATA_PREFIX"); models != "" {
		paths = append(paths, models)
	}
	paths = append(paths, filepath.SplitList(os.Getenv("LD_LIBRARY_PATH"))...)
	if code := os.Getenv(pdf.CodeFolder); code != "" {
		paths = append(paths, code)
	}
	for _, path := range paths {
		allow(int(ruleset), path)
	}
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, ruleset, 0, 0); errno != 0 {
		return errno
	}
	return nil
}

func allow(ruleset int, path string) {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return // not on this machine
	}
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	defer unix.Close(fd)
	access := uint64(unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_EXECUTE)
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		access |= unix.LANDLOCK_ACCESS_FS_READ_DIR
	} else if path == os.DevNull {
		access |= unix.LANDLOCK_ACCESS_FS_WRITE_FILE
	}
	beneath := unix.LandlockPathBeneathAttr{Allowed_access: access, Parent_fd: int32(fd)}
	_, _, _ = unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(ruleset), unix.LANDLOCK_RULE_PATH_BENEATH,
		uintptr(unsafe.Pointer(&beneath)), 0, 0, 0)
}

// attributes of a child's process: it ends with its parent.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
