package isolate

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

const refusal = "refused"

// attack makes, in a confined child, the calls that reach beyond it, and returns
// what came of each.
func attack() map[string]string {
	secret, gone := filepath.Join(witness, "secret"), filepath.Join(witness, "gone")
	parent := os.Getppid()
	raw := func(call uintptr, arguments ...uintptr) error {
		all := append(slices.Clone(arguments), 0, 0, 0, 0, 0, 0)
		if _, _, errno := unix.Syscall6(call, all[0], all[1], all[2], all[3], all[4], all[5]); errno != 0 {
			return errno
		}
		return nil
	}
	path := func(name string) uintptr {
		p, _ := unix.BytePtrFromString(name)
		return uintptr(unsafe.Pointer(p))
	}
	const here = ^uintptr(99) // AT_FDCWD
	before := unix.Rlimit{}
	calls := map[string]error{
		"chmod":            os.Chmod(secret, 0o666),
		"fchmod":           unix.Fchmod(0, 0o666),
		"fchmodat":         unix.Fchmodat(unix.AT_FDCWD, secret, 0o666, 0),
		"fchmodat2":        raw(unix.SYS_FCHMODAT2, here, path(secret), 0o666, 0),
		"chown":            os.Chown(secret, os.Getuid(), os.Getgid()),
		"fchown":           unix.Fchown(0, os.Getuid(), os.Getgid()),
		"lchown":           os.Lchown(secret, os.Getuid(), os.Getgid()),
		"setxattr":         unix.Setxattr(secret, "user.x", []byte("x"), 0),
		"utimes":           unix.UtimesNanoAt(unix.AT_FDCWD, secret, make([]unix.Timespec, 2), 0),
		"truncate":         unix.Truncate(secret, 0),
		"link":             os.Link(secret, filepath.Join(witness, "linked")),
		"symlink":          os.Symlink(secret, filepath.Join(witness, "linked")),
		"rename":           os.Rename(gone, secret),
		"unlink":           unix.Unlink(gone),
		"mkdir":            unix.Mkdir(filepath.Join(witness, "made"), 0o700),
		"mknod":            unix.Mknod(filepath.Join(witness, "made"), unix.S_IFIFO|0o600, 0),
		"kill":             unix.Kill(parent, 0),
		"tkill":            raw(unix.SYS_TKILL, uintptr(parent), 0),
		"tgkill":           unix.Tgkill(parent, parent, 0),
		"rt_sigqueueinfo":  raw(unix.SYS_RT_SIGQUEUEINFO, uintptr(parent), 0),
		"pidfd_open":       raw(unix.SYS_PIDFD_OPEN, uintptr(parent)),
		"fcntl F_SETOWN":   raw(unix.SYS_FCNTL, 0, unix.F_SETOWN, uintptr(parent)),
		"prlimit":          unix.Prlimit(parent, unix.RLIMIT_NOFILE, nil, &before),
		"setpriority":      unix.Setpriority(unix.PRIO_PROCESS, parent, 0),
		"sched_setaffin":   raw(unix.SYS_SCHED_SETAFFINITY, uintptr(parent)),
		"ptrace":           unix.PtraceAttach(parent),
		"process_vm_readv": raw(unix.SYS_PROCESS_VM_READV, uintptr(parent)),
		"prctl PDEATHSIG":  unix.Prctl(unix.PR_SET_PDEATHSIG, 0, 0, 0, 0),
		"fork":             raw(unix.SYS_CLONE, uintptr(unix.SIGCHLD)),
		"shmget":           raw(unix.SYS_SHMGET, 4711, 4096, 0o600|unix.IPC_CREAT),
		"semget":           raw(unix.SYS_SEMGET, 4711, 1, 0o600|unix.IPC_CREAT),
		"msgget":           raw(unix.SYS_MSGGET, 4711, 0o600|unix.IPC_CREAT),
		"mq_open":          raw(unix.SYS_MQ_OPEN, path("tijian"), unix.O_CREAT|unix.O_RDWR, 0o600, 0),
		"io_uring_setup":   raw(unix.SYS_IO_URING_SETUP, 1, uintptr(unsafe.Pointer(&[120]byte{}))),
		"unshare":          unix.Unshare(0),
	}
	if calls["fork"] == nil && os.Getppid() != parent { // the test has failed, in the child of the child
		os.Exit(0)
	}
	for i, call := range slices.Concat(refused, refusedHere) {
		const no = ^uintptr(0)
		calls[fmt.Sprintf("call %d of the list, %d", i, call)] = raw(uintptr(call), no, no, no, no, no, no)
	}
	answers := map[string]string{}
	for name, err := range calls {
		if answers[name] = fmt.Sprint(err); errors.Is(err, unix.EPERM) {
			answers[name] = refusal
		}
	}
	return answers
}

// interrupted reports whether the process may still signal its own threads.
func interrupted() string {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return text(unix.Tgkill(os.Getpid(), unix.Gettid(), 0))
}

// What a child tries on others, while it lives, is refused: modes, owners and names
// of files, signals, limits, memory that is shared, processes that would outlive it.
func TestCallsThatReachOthers(t *testing.T) {
	if err := os.MkdirAll(witness, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(witness) })
	secret := filepath.Join(witness, "secret")
	for _, name := range []string{secret, filepath.Join(witness, "gone")} {
		if err := os.WriteFile(name, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	child := begin(t, "confess")
	defer child.end()
	var c confession
	if err := json.NewDecoder(child.reader).Decode(&c); err != nil {
		t.Fatal(child.died(err))
	}
	if len(c.Calls) < 35+len(refused)+len(refusedHere) {
		t.Errorf("only %d calls were made", len(c.Calls))
	}
	for name, said := range c.Calls {
		if said != refusal {
			t.Errorf("%s: %s", name, said)
		}
	}
	if c.Own != "" {
		t.Errorf("the child may not interrupt its own threads: %s", c.Own)
	}
	info, err := os.Stat(secret)
	if err != nil || info.Mode().Perm() != 0o600 || info.Size() != 1 {
		t.Errorf("the secret: %v, %v", info, err)
	}
	left, err := os.ReadDir(witness)
	if err != nil || len(left) != 2 {
		t.Errorf("the folder has %v, %v", left, err)
	}
}

// A child that cannot be shut in does not begin, unless it may do without.
func TestNoChildWithoutItsWalls(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	check := func(how string, unconfined bool) error {
		return Check(t.Context(), Options{Command: []string{program, how}, Unconfined: unconfined})
	}
	if err := check("real", false); err != nil {
		t.Errorf("where the kernel has all of it: %v", err)
	}
	if err := check("exposed", false); err == nil || !strings.Contains(err.Error(), ErrNotConfined.Error()) {
		t.Errorf("without system calls for it: %v", err)
	}
	if err := check("exposed", true); err != nil {
		t.Errorf("where it may do without: %v", err)
	}
}

// exposed is a child on a system that lacks Landlock: a filter from before it began
// refuses it.
func exposed() {
	runtime.LockOSThread()
	if os.Getenv("TIJIAN_BARE") == "" {
		program, err := os.Executable()
		if err == nil {
			err = errors.Join(unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), install([]uint32{unix.SYS_LANDLOCK_CREATE_RULESET}, nil))
		}
		if err == nil {
			err = unix.Exec(program, os.Args, append(os.Environ(), "TIJIAN_BARE=1"))
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if err := Serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
