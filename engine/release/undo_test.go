package release

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// A name that no file system takes is refused, and so is one beyond the limit; the
// next act is not harmed.
func TestNamesOfVersionsAreBounded(t *testing.T) {
	d := small(t, folder(t))
	for _, name := range []string{strings.Repeat("9", 300), strings.Repeat("9", MaxName+1)} {
		expect(t, "a long name", d.Draft(name, ""), ErrName)
	}
	expect(t, "a name at the limit", d.Draft(strings.Repeat("9", MaxName), ""), nil)
	expect(t, "left", Left(d.Files.Rules), nil)
	if !strings.Contains(ErrName.Error(), " 60 ") || MaxName != 60 {
		t.Error("the limit is not said")
	}
}

// What program 0.4.0 and earlier left behind is carried out, or undone where nobody
// can complete it.
func TestIntentsOfEarlierPrograms(t *testing.T) {
	leave := func(d *Releaser, i any) {
		t.Helper()
		data, err := json.Marshal(i)
		if err := errors.Join(err, os.MkdirAll(filepath.Dir(d.intentFile()), 0o755), os.WriteFile(d.intentFile(), data, 0o644)); err != nil {
			t.Fatal(err)
		}
		expect(t, "before", Left(d.Files.Rules), ErrStuck)
	}
	d := small(t, folder(t))
	prepared := filepath.Join(d.Files.Rules, workshop, "draft")
	if err := os.MkdirAll(prepared, 0o755); err != nil {
		t.Fatal(err)
	}
	leave(d, map[string]any{"moves": [][2]string{{prepared, filepath.Join(d.Files.Rules, strings.Repeat("9", 300))}}})
	expect(t, "a draft", d.Draft("2026.2", ""), nil)
	expect(t, "after", Left(d.Files.Rules), nil)

	current, added := filepath.Join(d.Files.Rules, "current.yaml"), filepath.Join(d.Files.Rules, "2026.2", "lock.yaml")
	before, err := os.ReadFile(current)
	expect(t, "current.yaml", err, nil)
	text := string(before)
	writes := map[string]any{"known": true, "writes": []oldWrite{{File: added, Text: "x: 1\n"}, {File: current, Text: text + "# 改\n", Before: &text}}}
	leave(d, writes)
	d.disk.Step = func(kind, name string, make func() error) error {
		if name == current {
			return syscall.EIO
		}
		return make()
	}
	expect(t, "it cannot be carried out", d.Finish(), ErrUndone)
	if after, err := os.ReadFile(current); err != nil || string(after) != text || d.locked("2026.2") {
		t.Errorf("undone: %q %v", after, err)
	}
	d.disk.Step = nil
	leave(d, writes)
	expect(t, "it can be carried out", d.Finish(), nil)
	if after, err := os.ReadFile(current); err != nil || string(after) != text+"# 改\n" || !d.locked("2026.2") {
		t.Errorf("carried out: %q %v", after, err)
	}
}

// What can be neither completed nor undone stops every act, says so, and is told.
func TestStuckActsAreShown(t *testing.T) {
	d := small(t, folder(t))
	n := 0
	d.disk.Step = func(kind, _ string, make func() error) error {
		if kind == "rename" {
			n++
		}
		if n > 1 { // the intent has its name, and nothing works any more
			return syscall.EROFS
		}
		return make()
	}
	expect(t, "a draft", d.Draft("2026.2", "2026.1"), ErrStuck)
	expect(t, "another", d.Draft("2026.3", "2026.1"), ErrStuck)
	expect(t, "while it is stuck", Left(d.Files.Rules), ErrStuck)
	d.disk.Step = nil
	release, err := hold(filepath.Join(d.Files.Rules, workshop))
	expect(t, "somebody acts", err, nil)
	expect(t, "meanwhile", Left(d.Files.Rules), nil)
	release()
	expect(t, "finished", d.Finish(), nil)
	expect(t, "in the end", errors.Join(d.version("2026.2"), Left(d.Files.Rules)), nil)
}

// What somebody else put where an act was to put something stays.
func TestForeignFilesStay(t *testing.T) {
	d := small(t, folder(t))
	foreign := filepath.Join(d.Files.Dictionaries, "2026.2", "mine.yaml")
	d.disk.Step = func(kind, name string, make func() error) error {
		if kind == "rename" && name == filepath.Dir(foreign) {
			if err := errors.Join(os.MkdirAll(name, 0o755), os.WriteFile(foreign, []byte("x"), 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		return make()
	}
	expect(t, "a draft", d.Draft("2026.2", ""), ErrUndone)
	if data, err := os.ReadFile(foreign); err != nil || string(data) != "x" {
		t.Errorf("%q %v", data, err)
	}
	expect(t, "nothing of it is there", d.version("2026.2"), ErrUnknown)
	expect(t, "another", d.Draft("2026.3", ""), nil)
}

// Of two who approve at the same moment one does, and the other is told.
func TestApprovedByTwoAtOnce(t *testing.T) {
	root := folder(t)
	d := small(t, root)
	for round := range 10 {
		name := fmt.Sprintf("2027.%d", round)
		expect(t, "a draft", d.Draft(name, ""), nil)
		_, err := d.Propose(name, editor, "指南更新", "")
		expect(t, "a proposal", err, nil)
		var both sync.WaitGroup
		told := [2]error{}
		for i, who := range []string{"乙", "丁"} {
			both.Go(func() {
				_, told[i] = smallAt(root).Approve(name, Person{Name: who, MayPropose: true, MayApprove: true})
			})
		}
		both.Wait()
		if first, second := told[0] == nil, told[1] == nil; first == second || !errors.Is(errors.Join(told[:]...), ErrReleased) {
			t.Errorf("told %v", told)
		}
		if entries, problems := d.History(); len(entries) != round+1 || len(problems) > 0 {
			t.Fatalf("after round %d: %v %v", round, entries, problems)
		}
	}
}

// A rollback needs the history and the version, and nothing else.
func TestRollbackNeedsTheHistoryOnly(t *testing.T) {
	for what, spoil := range map[string]func(rules string) error{
		"nothing":         func(string) error { return nil },
		"no current.yaml": func(rules string) error { return os.Remove(filepath.Join(rules, "current.yaml")) },
		"an empty one":    func(rules string) error { return os.WriteFile(filepath.Join(rules, "current.yaml"), nil, 0o644) },
		"one that is no YAML": func(rules string) error {
			return os.WriteFile(filepath.Join(rules, "current.yaml"), []byte("active: \"2026.2\nnames"), 0o644)
		},
		"a namespace whose version is gone": func(rules string) error {
			return os.WriteFile(filepath.Join(rules, "current.yaml"), []byte("active: \"2026.2\"\nnamespaces:\n  lab: \"2026.0\"\n  ward: \"2026.1\"\n"), 0o644)
		},
		"no workshop": func(rules string) error { return os.RemoveAll(filepath.Join(rules, workshop)) },
		"a version without name": func(rules string) error {
			return os.WriteFile(filepath.Join(rules, "current.yaml"), []byte("active: \"2031.1\"\n"), 0o644)
		},
		"a draft that is broken": func(rules string) error {
			return errors.Join(os.MkdirAll(filepath.Join(rules, "2026.3"), 0o755), os.WriteFile(filepath.Join(rules, "2026.3", "manifest.yaml"), []byte("{"), 0o644))
		},
	} {
		d := small(t, folder(t))
		for _, one := range life[:4] {
			expect(t, one.name, one.do(d), nil)
		}
		if err := spoil(d.Files.Rules); err != nil {
			t.Fatal(err)
		}
		e, err := d.Rollback("", approver, "有误")
		if err != nil || e.Version != "2026.1" || e.From != "2026.2" {
			t.Errorf("%s: %+v %v", what, e, err)
			continue
		}
		current, err := d.current()
		if err != nil || current.Active != "2026.1" || current.Pins["lab"] != "" {
			t.Errorf("%s: afterwards %+v %v", what, current, err)
		}
		if pinned := current.Pins["ward"] == "2026.1"; pinned != (what == "nothing" || strings.HasPrefix(what, "a namespace") || what == "no workshop" || strings.HasPrefix(what, "a draft")) {
			t.Errorf("%s: namespaces %v", what, current.Pins)
		}
	}
}
