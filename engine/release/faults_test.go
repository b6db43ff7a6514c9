package release

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// A fault is what becomes of the steps of an act from one on: n counts from 0 at
// that step, and is below 0 before.
type fault struct {
	name string
	make func(n int, kind string, make func() error) error
}

// faults are the ways in which a disk or a process fails at a step: with an error, of
// which each step gets another one, since no act tells them apart.
func faults(step int) []fault {
	errnos := []syscall.Errno{syscall.ENOSPC, syscall.EIO, syscall.EACCES, syscall.EROFS}
	refused, done := errnos[step%4], errnos[(step+1)%4]
	return []fault{
		{"refuses once with " + refused.Error(), func(n int, _ string, make func() error) error {
			if n == 0 {
				return refused
			}
			return make()
		}},
		{"does it and says " + done.Error(), func(n int, _ string, make func() error) error {
			if err := make(); n != 0 {
				return err
			}
			return done
		}},
		{"can only be read from there on", func(n int, _ string, make func() error) error {
			if n >= 0 {
				return syscall.EROFS
			}
			return make()
		}},
		full,
	}
}

// again is the fault, and a disk that can only be read some steps later: what a process
// that dies then leaves, too.
func (f fault) again(later int) fault {
	return fault{fmt.Sprintf("%s, and can only be read %d steps later", f.name, later), func(n int, kind string, make func() error) error {
		if n >= later {
			return syscall.EROFS
		}
		return f.make(n, kind, make)
	}}
}

// full is a disk without room for anything but changes of names.
var full = fault{"is full from there on", func(n int, kind string, make func() error) error {
	if n >= 0 && (kind == "create" || kind == "write" || kind == "mkdir") {
		return syscall.ENOSPC
	}
	return make()
}}

// errDead stands for what a process would have been told that is no more.
var errDead = errors.New("the process is dead")

// A rehearsal is an act of a version's life, done once without any fault.
type rehearsal struct {
	*testing.T
	name          string
	do            func(*Releaser) error
	state, done   string   // folders with the files before and after it
	kinds         []string // of its steps
	before, after view
}

func rehearse(t *testing.T, name string, do func(*Releaser) error, state string) *rehearsal {
	r := &rehearsal{T: t, name: name, do: do, state: state}
	d, root := r.copied()
	r.done, r.before = root, look(d)
	d.disk.Step = func(kind, name string, make func() error) error {
		r.kinds = append(r.kinds, kind)
		return unsynced(kind, name, make)
	}
	if err := do(d); err != nil {
		t.Fatal(name, err)
	}
	if r.after = look(d); len(r.kinds) < 10 || len(r.before.differs(r.after)) == 0 {
		t.Fatalf("%s makes the steps %q and changes %q", name, r.kinds, r.before.differs(r.after))
	}
	return r
}

// copied is a desk with the files from before the act, and their folder.
func (r *rehearsal) copied() (*Releaser, string) {
	root := folder(r.T)
	if err := os.CopyFS(root, os.DirFS(r.state)); err != nil {
		r.Fatal(err)
	}
	return smallAt(root), root
}

// readers says what readers see now that is neither before nor after the act.
func (r *rehearsal) readers(when string, d *Releaser) {
	if wrong := look(d).unfit(d, r.before, r.after); len(wrong) > 0 {
		r.Errorf("%s: %s readers see %q", r.name, when, wrong)
	}
}

// seen reports whether a step of a kind changes what others see; between two such
// steps one death is like the other.
func seen(kind string) bool { return kind == "rename" || kind == "remove" }

// with does the act with a fault from a step on, and returns the kinds of the steps that
// were made and what it told.
func (r *rehearsal) with(at int, f fault) (kinds []string, told error) {
	d, root := r.copied()
	what := fmt.Sprintf("at step %d of %d the disk %s", at+1, len(r.kinds), f.name)
	d.disk.Step = func(kind, name string, make func() error) error {
		n := len(kinds) - at
		kinds = append(kinds, kind)
		err := f.make(n, kind, func() error { return unsynced(kind, name, make) })
		if n >= 0 && seen(kind) && !strings.Contains(name, workshop) { // until then it is as without the fault
			r.readers(fmt.Sprintf("%s, after %s of %s", what, kind, name), d)
		}
		return err
	}
	told = r.do(d)
	r.judge(what, smallAt(root), told)
	if f.name == full.name && errors.Is(told, ErrStuck) {
		r.Errorf("%s: %s: %v", r.name, what, told)
	}
	return kinds, told
}

// Whatever fails at whatever step of an act: it is done as a whole or not at all, as
// it says; readers see no half of it meanwhile; and the next act works. So it is where
// the disk fails again, or the process dies, while an act is taken back.
func TestEveryFaultAtEveryStep(t *testing.T) {
	state, cases := folder(t), 0
	small(t, state)
	for _, one := range life {
		r := rehearse(t, one.name, one.do, state)
		watched, _ := r.copied()
		watched.disk.Step = func(kind, name string, make func() error) error {
			r.readers(fmt.Sprintf("before %s of %s", kind, name), watched)
			return unsynced(kind, name, make)
		}
		if err := one.do(watched); err != nil {
			t.Fatal(one.name, err)
		}
		for at := range r.kinds {
			for _, f := range faults(at) {
				kinds, told := r.with(at, f)
				cases++
				for further := at + 1; errors.Is(told, ErrUndone) && further < len(kinds); further++ {
					if seen(kinds[further]) {
						r.with(at, f.again(further-at))
						cases++
					}
				}
			}
			if t.Failed() {
				return
			}
		}
		state = r.done
	}
	t.Log(cases, "cases")
}

// judge looks at what a fault in the act left; told is what the act returned.
func (r *rehearsal) judge(what string, d *Releaser, told error) {
	r.Helper()
	what = r.name + ": " + what + fmt.Sprintf(", told %v", told)
	left := Left(d.Files.Rules)
	stuck := errors.Is(told, ErrStuck) || errors.Is(told, errDead)
	want := r.before
	if told == nil {
		want = r.after
	} else if left != nil && !stuck {
		r.Errorf("%s: something is left", what)
	}
	check := func(when string) {
		now := look(d)
		if wrong := now.unfit(d, r.before, r.after); len(wrong) > 0 {
			r.Errorf("%s: %s: %q", what, when, wrong)
		}
		if parts := now.differs(want); !stuck && len(parts) > 0 {
			r.Errorf("%s: %s: not as it should be: %q", what, when, parts)
		}
	}
	check("at once")
	if err := d.Finish(); err != nil && !errors.Is(err, ErrUndone) {
		r.Errorf("%s: cannot be finished: %v", what, err)
	}
	if stuck && len(look(d).differs(r.after)) == 0 {
		want = r.after
	}
	if stuck = false; left != nil {
		check("finished")
	}
	if told == nil || len(want.differs(r.before)) > 0 {
		expect(r.T, what+": the next act", d.Draft("2026.9", "2026.1"), nil)
	} else {
		expect(r.T, what+": the same again", r.do(d), nil)
		want = r.after
		check("the same again")
	}
	if err := Left(d.Files.Rules); err != nil {
		r.Errorf("%s: after the next act: %v", what, err)
	}
	if names := litter(d); len(names) > 0 {
		r.Errorf("%s: left lying: %q", what, names)
	}
}

const (
	killAt = "TIJIAN_TEST_KILL_AT" // the number of a step
	killIn = "TIJIAN_TEST_KILL_IN" // the folder
	killed = "TIJIAN_TEST_ACT"
)

// TestMain is also the process that dies in an act.
func TestMain(m *testing.M) {
	root := os.Getenv(killIn)
	if root == "" {
		os.Exit(m.Run())
	}
	d, steps := smallAt(root), 0
	d.disk.Step = func(kind, name string, make func() error) error {
		if steps++; fmt.Sprint(steps) == os.Getenv(killAt) {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
		return make()
	}
	if err := act(d, os.Getenv(killed)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// A process that is really killed, before each step that changes what others see,
// leaves what one leaves whose every step fails from there on: the lock is the system's.
func TestKilled(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	state := folder(t)
	small(t, state)
	for _, one := range life {
		r := rehearse(t, one.name, one.do, state)
		for at, kind := range r.kinds {
			if !seen(kind) {
				continue
			}
			d, root := r.copied()
			command := exec.Command(program)
			command.Env = append(os.Environ(), killIn+"="+root, killed+"="+one.name, killAt+"="+fmt.Sprint(at+1))
			out, err := command.CombinedOutput()
			var died *exec.ExitError
			if !errors.As(err, &died) || died.ProcessState.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
				t.Fatalf("%s: %v %s", one.name, err, out)
			}
			r.judge(fmt.Sprintf("killed before step %d", at+1), d, errDead)
		}
		state = r.done
	}
}
