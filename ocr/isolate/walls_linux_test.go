package isolate

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// landlock is the kernel's version of it, 0 for none.
func landlock() int {
	has, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return int(has)
}

// A child that cannot be shut in does not begin, unless it may do without; then it
// says what it lacks.
func TestNoChildWithoutItsWalls(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	partly := notHidden(landlock())
	for _, test := range []struct {
		how       string
		fit       bool
		otherwise []string // missing where it may do without
	}{
		{"real", landlock() > 0, partly},
		{"without files hidden", false, notHidden(0)},
		{"without calls refused", false, append(slices.Clone(partly), "seccomp")},
	} {
		check := func(unconfined bool) ([]string, error) {
			return Check(t.Context(), Options{Command: []string{program, test.how}, Unconfined: unconfined})
		}
		missing, err := check(false)
		if test.fit && (err != nil || !slices.Equal(missing, partly)) || !test.fit && (err == nil || !strings.Contains(err.Error(), ErrNotConfined.Error())) {
			t.Errorf("%s: misses %q, %v", test.how, missing, err)
		}
		if missing, err = check(true); err != nil || !slices.Equal(missing, test.otherwise) {
			t.Errorf("%s, where it may do without: misses %q, want %q, %v", test.how, missing, test.otherwise, err)
		}
	}
}

// without is a child on a system that lacks a call: a filter from before it began
// refuses it.
func without(call uint32) {
	const bare = "TIJIAN_BARE"
	runtime.LockOSThread()
	if os.Getenv(bare) == "" {
		filter := []unix.SockFilter{load(number), jump(unix.BPF_JEQ, call, 0, 1), refuse(unix.ENOSYS), ret(unix.SECCOMP_RET_ALLOW)}
		program, err := os.Executable()
		if err == nil {
			err = errors.Join(unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER,
				uintptr(unsafe.Pointer(&unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]})), 0, 0))
		}
		if err == nil {
			err = unix.Exec(program, os.Args, append(os.Environ(), bare+"=1"))
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if err := Serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// outside is what a test leaves for a child to reach.
type outside struct{ File, Folder, TCP, Abstract string }

// reachOut is a child from which files are hidden and nothing else: it says what it
// reaches in spite of that, by the version of Landlock that keeps it from it.
func reachOut() {
	if os.Getenv(confined) == "" {
		fmt.Fprintln(os.Stderr, hide())
		os.Exit(1)
	}
	var o outside
	_ = readJSON(os.Stdin, &o)
	_, read := os.ReadFile(o.File)
	tcp, dialled := net.Dial("tcp", o.TCP)
	abstract, found := net.Dial("unix", o.Abstract)
	for _, c := range []net.Conn{tcp, abstract} {
		if c != nil {
			_ = c.Close()
		}
	}
	full, err := os.OpenFile("/dev/null", os.O_WRONLY, 0)
	if err == nil {
		_, err = unix.IoctlGetTermios(int(full.Fd()), unix.TCGETS)
	}
	_ = writeJSON(bufio.NewWriter(os.Stdout), map[int][]string{
		1: {text(read), text(os.Rename(o.File, o.File+"2"))},
		3: {text(os.Truncate(o.File, 0))},
		4: {text(dialled)},
		5: {text(err)},
		6: {text(found), text(unix.Kill(os.Getppid(), 0))},
	})
}

// Every version of Landlock takes from the child what it is named by; what the
// kernel's version does not take stays.
func TestHidden(t *testing.T) {
	if landlock() == 0 {
		if _, err := hideFiles(os.Args[0]); err == nil {
			t.Error("files are hidden without Landlock")
		}
		return
	}
	o := outside{File: filepath.Join(t.TempDir(), "secret"), Abstract: fmt.Sprintf("@tijian-%d", os.Getpid())}
	if err := os.WriteFile(o.File, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	for network, address := range map[string]string{"tcp": "127.0.0.1:0", "unix": o.Abstract} {
		l, err := net.Listen(network, address)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		if network == "tcp" {
			o.TCP = l.Addr().String()
		}
	}
	child := begin(t, "hide")
	defer child.end()
	var got map[int][]string
	if err := errors.Join(writeJSON(child.writer, o), readJSON(child.reader, &got)); err != nil {
		t.Fatal(child.died(err))
	}
	for version, said := range got {
		for _, one := range said {
			if taken := strings.Contains(one, "denied") || strings.Contains(one, "not permitted"); taken != (version <= landlock()) {
				t.Errorf("Landlock %d of %d, %s: %q", version, landlock(), hidings[version].name, one)
			}
		}
	}
}
