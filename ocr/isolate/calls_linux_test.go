package isolate

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"tijian/ocr/block"
)

// raw makes a call; arguments that are not given are 0.
func raw(call uint32, arguments ...uintptr) error {
	all := append(slices.Clone(arguments), 0, 0, 0, 0, 0, 0)
	if _, _, errno := unix.Syscall6(uintptr(call), all[0], all[1], all[2], all[3], all[4], all[5]); errno != 0 {
		return errno
	}
	return nil
}

func pointer(text string) uintptr {
	p, _ := unix.BytePtrFromString(text)
	return uintptr(unsafe.Pointer(p))
}

// reaching are calls that reach beyond the child, as an attack would make them; all of
// them work outside, or fail for another reason.
func reaching(parent int) map[string]error {
	secret, made := filepath.Join(witness, "secret"), filepath.Join(witness, "made")
	const here = ^uintptr(99) // AT_FDCWD
	page := uintptr(os.Getpagesize())
	before, victim := unix.Rlimit{}, uintptr(parent)
	open := func(flags uintptr) error { return raw(unix.SYS_OPENAT, here, pointer(secret), flags, 0o600) }
	return map[string]error{
		"openat to read and write": open(unix.O_RDWR),
		"openat to create only":    open(unix.O_WRONLY | unix.O_CREAT | unix.O_EXCL),
		"openat of a path":         open(unix.O_PATH),
		"openat2":                  raw(unix.SYS_OPENAT2, here, pointer(secret), pointer("........................"), 24),
		"socket":                   raw(unix.SYS_SOCKET, unix.AF_INET, unix.SOCK_STREAM),
		"socketpair":               raw(unix.SYS_SOCKETPAIR, unix.AF_UNIX, unix.SOCK_STREAM, 0, uintptr(unsafe.Pointer(&[2]int32{}))),
		"chmod":                    os.Chmod(secret, 0o666),
		"fchmod":                   unix.Fchmod(0, 0o666),
		"rename":                   os.Rename(secret, made),
		"unlink":                   os.Remove(secret),
		"mkdir":                    os.Mkdir(made, 0o700),
		"link":                     os.Link(secret, made),
		"truncate":                 unix.Truncate(secret, 0),
		"kill":                     unix.Kill(parent, 0),
		"kill itself":              unix.Kill(os.Getpid(), 0),
		"tgkill to its parent":     unix.Tgkill(parent, parent, 0),
		"tgkill to the first":      unix.Tgkill(1, 1, 0),
		"ptrace":                   unix.PtraceAttach(parent),
		"process_vm_readv":         raw(unix.SYS_PROCESS_VM_READV, victim),
		"pidfd_open":               raw(unix.SYS_PIDFD_OPEN, victim),
		"prlimit of its parent":    unix.Prlimit(parent, unix.RLIMIT_NOFILE, nil, &before),
		"setpriority":              unix.Setpriority(unix.PRIO_PROCESS, parent, 0),
		"sched_setaffinity":        raw(unix.SYS_SCHED_SETAFFINITY, victim),
		"shmget":                   raw(unix.SYS_SHMGET, 4711, 4096, 0o600|unix.IPC_CREAT),
		"memfd_create":             raw(unix.SYS_MEMFD_CREATE, pointer("x"), 0),
		"io_uring_setup":           raw(unix.SYS_IO_URING_SETUP, 1, uintptr(unsafe.Pointer(&[120]byte{}))),
		"unshare":                  unix.Unshare(0),
		"setns":                    unix.Setns(0, 0),
		"mount":                    unix.Mount("none", witness, "tmpfs", 0, ""),
		"bpf":                      raw(unix.SYS_BPF),
		"keyctl":                   raw(unix.SYS_KEYCTL, 0, ^uintptr(2), 0), // the session's keys
		"perf_event_open":          raw(unix.SYS_PERF_EVENT_OPEN, uintptr(unsafe.Pointer(&[128]byte{}))),
		"userfaultfd":              raw(unix.SYS_USERFAULTFD, 0),
		"execve":                   raw(unix.SYS_EXECVE, pointer("/usr/bin/true"), 0, 0),
		"fork":                     raw(unix.SYS_CLONE, uintptr(unix.SIGCHLD)),
		"vfork":                    raw(unix.SYS_CLONE, unix.CLONE_VM|unix.CLONE_VFORK|uintptr(unix.SIGCHLD)),
		"a thread with users":      raw(unix.SYS_CLONE, 0x50f00|unix.CLONE_NEWUSER),
		"fcntl F_SETOWN":           raw(unix.SYS_FCNTL, 0, unix.F_SETOWN, victim),
		"fcntl F_SETLK":            raw(unix.SYS_FCNTL, 0, unix.F_SETLK, 0),
		"ioctl TIOCSTI":            raw(unix.SYS_IOCTL, 0, unix.TIOCSTI, pointer("x")),
		"prctl PDEATHSIG":          unix.Prctl(unix.PR_SET_PDEATHSIG, 0, 0, 0, 0),
		"prctl DUMPABLE":           unix.Prctl(unix.PR_SET_DUMPABLE, 1, 0, 0, 0),
		"seccomp":                  raw(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0, pointer("\x00\x00\xff\x7f")),
		"mmap to run":              raw(unix.SYS_MMAP, 0, page, unix.PROT_READ|unix.PROT_EXEC, unix.MAP_PRIVATE|unix.MAP_ANON, ^uintptr(0), 0),
		"mmap to write and run":    raw(unix.SYS_MMAP, 0, page, unix.PROT_WRITE|unix.PROT_EXEC, unix.MAP_PRIVATE|unix.MAP_ANON, ^uintptr(0), 0),
		"mprotect to all":          raw(unix.SYS_MPROTECT, 0, 0, unix.PROT_READ|unix.PROT_WRITE|unix.PROT_EXEC),
		"mprotect to run unread":   raw(unix.SYS_MPROTECT, 0, 0, unix.PROT_EXEC),
		"madvise HWPOISON":         raw(unix.SYS_MADVISE, 0, 0, unix.MADV_HWPOISON),
	}
}

// attack makes, in a child that is shut in, calls that reach beyond it and all that
// the rules do not name, and returns what came of those that were not refused.
func attack(parent int) (tried int, got map[string]string) {
	got = map[string]string{}
	note := func(name string, err error, want unix.Errno) {
		if tried++; !errors.Is(err, want) {
			got[name] = fmt.Sprint(err)
		}
	}
	// Not one of many more before it is known that there is a filter.
	if note("getppid", raw(unix.SYS_GETPPID), unix.EPERM); len(got) > 0 {
		return tried, got
	}
	for name, err := range reaching(parent) {
		note(name, err, unix.EPERM)
	}
	allowed := map[uint32]bool{}
	for _, r := range rules() {
		allowed[r.call] = true
	}
	if runtime.GOARCH == "amd64" { // the kernel's own, of probes: no filter sees them, and they end whoever makes them
		allowed[335], allowed[336] = true, true
	}
	const no = ^uintptr(0)
	for call := range uint32(newest + 50) {
		want := unix.EPERM
		if call > newest || call == unix.SYS_CLONE3 {
			want = unix.ENOSYS
		}
		if !allowed[call] {
			note(fmt.Sprintf("call %d", call), raw(call, no, no, no, no, no, no), want)
		}
	}
	note("a call of the x32 interface", raw(0x40000000|unix.SYS_GETPID), unix.EPERM)
	return tried, got
}

// interrupted reports whether the process may still signal its own threads.
func interrupted() string {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return text(unix.Tgkill(os.Getpid(), unix.Gettid(), 0))
}

// probed is a child that attacks, says what came of it, and then reads pictures.
func probed() {
	parent := os.Getppid()
	missing, err := confine()
	if err == nil {
		var c confession
		c.Missing, c.Own = missing, interrupted()
		c.Tried, c.Calls = attack(parent)
		err = writeJSON(bufio.NewWriter(os.Stdout), c)
	}
	if err == nil {
		err = answer(os.Stdin, os.Stdout, missing)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// What a child tries on others, while it lives, is refused, and so is every call
// that is not among the rules; the same child reads a page all the same.
func TestCallsThatReachOthers(t *testing.T) {
	if err := os.MkdirAll(witness, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(witness) })
	secret := filepath.Join(witness, "secret")
	if err := os.WriteFile(secret, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	picture, err := os.ReadFile(filepath.Join("..", "..", "testdata", "reports", "table-clean-13.jpg"))
	if err != nil {
		t.Fatal(err)
	}
	p := pool(t, "probe", 0)
	o := p.options
	o.Unconfined = landlock() == 0
	child, err := start(o, o.Knowledge())
	if err != nil {
		t.Fatal(err)
	}
	defer child.end()
	var c confession
	if err := readJSON(child.reader, &c); err != nil {
		t.Fatal(child.died(err))
	}
	if least := 350; c.Tried < least || newest < least {
		t.Errorf("only %d calls were made", c.Tried)
	}
	for name, said := range c.Calls {
		t.Errorf("%s: %s", name, said)
	}
	if c.Own != "" {
		t.Errorf("the child may not interrupt its own threads: %s", c.Own)
	}
	if want := notHidden(landlock()); !slices.Equal(c.Missing, want) {
		t.Errorf("the child misses %q, want %q", c.Missing, want)
	}
	info, err := os.Stat(secret)
	if err != nil || info.Mode().Perm() != 0o600 || info.Size() != 1 {
		t.Errorf("the secret: %v, %v", info, err)
	}
	left, err := os.ReadDir(witness)
	if err != nil || len(left) != 1 {
		t.Errorf("the folder has %v, %v", left, err)
	}
	read, err := child.recognise(context.Background(), request{Layout: block.Table, Pages: 1}, picture, func() {})
	if err != nil || len(read.Sheets) != 1 || len(read.Sheets[0].Full) < 10 {
		t.Errorf("the page after it: %d sheets, %v", len(read.Sheets), err)
	}
}

// A call is allowed whatever its arguments or by them, not both.
func TestRulesAreOfOneKind(t *testing.T) {
	conditions := map[uint32]bool{}
	for _, r := range rules() {
		limited, seen := conditions[r.call]
		if seen && (!limited || len(r.when) == 0) {
			t.Errorf("call %d is allowed twice, once whatever its arguments", r.call)
		}
		conditions[r.call] = len(r.when) > 0
	}
	if len(filter(rules())) > unix.BPF_MAXINSNS {
		t.Error("the filter is too long")
	}
}
