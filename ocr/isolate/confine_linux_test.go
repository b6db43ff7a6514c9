package isolate

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"tijian/internal/waittest"
	"tijian/ocr/block"
	"tijian/ocr/pdf"
)

// A confession is what a confined child could do.
type confession struct {
	Environment               []string
	Read, Write, Parent, Dial string // errors, "" for none
	Files, Core, FileSize     uint64
	Missing                   []string          // of what it is shut in with
	Tried                     int               // calls
	Calls                     map[string]string // that were not refused
	Own                       string            // of a signal to its own thread
}

const witness = "/tmp/tijian-confine-test"

func text(err error) string {
	if err != nil {
		return err.Error()
	}
	return ""
}

func confess() {
	parent := os.Getppid()
	missing, err := confine()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	c := confession{Missing: missing}
	c.Environment = os.Environ()
	_, err = os.ReadFile(filepath.Join(witness, "secret"))
	c.Read = text(err)
	c.Write = text(os.WriteFile(filepath.Join(witness, "new"), []byte("x"), 0o600))
	_, err = os.ReadFile(fmt.Sprintf("/proc/%d/environ", parent))
	c.Parent = text(err)
	_, err = net.Dial("tcp", "127.0.0.1:1")
	c.Dial = text(err)
	limit := func(resource int) uint64 {
		var l unix.Rlimit
		_ = unix.Prlimit(0, resource, nil, &l)
		return l.Max
	}
	c.Files, c.Core, c.FileSize = limit(unix.RLIMIT_NOFILE), limit(unix.RLIMIT_CORE), limit(unix.RLIMIT_FSIZE)
	_ = json.NewEncoder(os.Stdout).Encode(c)
	_, _ = io.Copy(io.Discard, os.Stdin) // is looked at meanwhile
}

// orphan starts a child that hangs, names it, and dies.
func orphan() {
	program, _ := os.Executable()
	c, err := start(Options{Command: []string{program, "hang"}}, nil)
	if err != nil {
		os.Exit(1)
	}
	fmt.Println(c.cmd.Process.Pid)
	_ = unix.Kill(os.Getpid(), unix.SIGKILL)
}

// glutton takes more memory than a child may have.
func glutton() {
	if err := limitMemory(64<<20, 1); err != nil {
		os.Exit(1)
	}
	var all [][]byte
	for range 64 {
		b := make([]byte, 64<<20)
		for i := 0; i < len(b); i += 4096 {
			b[i] = 1
		}
		all = append(all, b)
	}
	_ = all
}

func begin(t *testing.T, how string) *child {
	t.Helper()
	return beginAs(t, how, false)
}

func beginAs(t *testing.T, how string, unconfined bool) *child {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c, err := start(Options{Command: []string{program, how}, Unconfined: unconfined}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestConfined(t *testing.T) {
	t.Setenv("TIJIAN_JWT_SECRET", "not for children")
	if err := os.MkdirAll(witness, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(witness) })
	if err := os.WriteFile(filepath.Join(witness, "secret"), []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	child := beginAs(t, "confess", landlock() == 0)
	var c confession
	if err := json.NewDecoder(child.reader).Decode(&c); err != nil {
		t.Fatal(child.died(err))
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", child.cmd.Process.Pid))
	if err != nil || !strings.Contains(string(status), "NoNewPrivs:\t1\n") || !strings.Contains(string(status), "Seccomp:\t2\n") {
		t.Errorf("no new privileges, a filter: %s %v", status, err)
	}
	oom, err := os.ReadFile(fmt.Sprintf("/proc/%d/oom_score_adj", child.cmd.Process.Pid))
	if string(oom) != "1000\n" {
		t.Errorf("the child's place in the line for memory is %q, %v", oom, err)
	}
	child.end()
	for _, variable := range c.Environment {
		name, _, _ := strings.Cut(variable, "=")
		if name != confined && name != unconfined && name != pdf.CodeFolder && !strings.Contains(strings.Join(inherited, " "), name) {
			t.Errorf("the child has the variable %s", name)
		}
	}
	if c.Core != 0 || c.FileSize != 0 || c.Files != 64 {
		t.Errorf("limits: %+v", c)
	}
	if !strings.Contains(c.Dial, "not permitted") {
		t.Errorf("the child connects: %q", c.Dial)
	}
	if c.Write == "" {
		t.Error("the child writes files")
	}
	if hidden := landlock() > 0; strings.Contains(c.Read, "permission denied") != hidden || hidden && !strings.Contains(c.Parent, "permission denied") {
		t.Errorf("the child reads files: %q, and its parent's environment: %q", c.Read, c.Parent)
	}
}

func TestChildDiesWithItsParent(t *testing.T) {
	parent := begin(t, "parent")
	line, err := bufio.NewReader(parent.reader).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	_ = parent.cmd.Wait()
	waittest.Until(t, "the child ends with its parent", func() bool {
		state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		return err != nil || strings.Contains(string(state), ") Z ")
	})
}

func TestMemoryLimit(t *testing.T) {
	_, err := pool(t, "glutton", waittest.Limit).Recognise(t.Context(), nil, Ask{Layout: block.Default})
	died, ok := err.(*Died)
	// Under the race detector its own allocator meets the limit first.
	said := ok && (strings.Contains(err.Error(), "out of memory") || strings.Contains(err.Error(), "failed to allocate"))
	if !ok || !died.Died() || !said {
		t.Errorf("a child beyond its memory gave %v", err)
	}
}
