package release

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// blocked puts a folder that is not empty where an act wants to put something,
// once the act has come to a step; free takes it away.
func (d *Releaser) blocked(t *testing.T, at, name string) (free func()) {
	t.Helper()
	kept := name + ".kept"
	d.Step = func(done string) {
		if done != at {
			return
		}
		if err := os.Rename(name, kept); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Join(name, "in the way"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return func() {
		d.Step = nil
		if err := os.RemoveAll(name); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(kept, name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
}

// A name that no file system takes is refused, and so is one beyond the limit; the
// next act is not harmed.
func TestNamesOfVersionsAreBounded(t *testing.T) {
	d := desk(t, t.TempDir())
	for _, name := range []string{strings.Repeat("9", 300), strings.Repeat("9", MaxName+1)} {
		expect(t, "a long name", d.Draft(name, ""), ErrName)
	}
	expect(t, "a name at the limit", d.Draft(strings.Repeat("9", MaxName), ""), nil)
	expect(t, "left", Left(d.Files.Rules), nil)
	if !strings.Contains(ErrName.Error(), " 60 ") || MaxName != 60 {
		t.Error("the limit is not said")
	}
}

// An act that cannot be carried out changes nothing and is in nobody's way.
func TestActsThatCannotBeCarriedOutAreUndone(t *testing.T) {
	d := desk(t, t.TempDir())
	in := func(folder string, names ...string) string {
		return filepath.Join(append([]string{folder}, names...)...)
	}
	rules, names := d.Files.Rules, d.Files.Dictionaries
	absent := func(name string) {
		t.Helper()
		if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is left: %v", name, err)
		}
	}
	free := d.blocked(t, "moved 2026.2", in(names, "2026.2")) // the rules have been moved, the dictionaries cannot be
	expect(t, "a draft", d.Draft("2026.2", ""), ErrUndone)
	absent(in(rules, "2026.2"))
	absent(d.intentFile())
	expect(t, "left", Left(rules), nil)
	expect(t, "another", d.Draft("2026.3", ""), nil)
	free()
	expect(t, "the same again", d.Draft("2026.2", ""), nil)

	edit(t, d, "2026.2/indicators/lipids.yaml", "value < 1.70", "value < 1.60")
	edit(t, d, "2026.2/indicators/lipids.yaml", "value >= 1.70", "value >= 1.60")
	_, err := d.Propose("2026.2", editor, "指南更新", "")
	expect(t, "a proposal", err, nil)
	for at, name := range map[string]string{"committed": "2026.2/lock.yaml", "wrote lock.yaml": "history.yaml", "wrote history.yaml": "current.yaml"} {
		free := d.blocked(t, at, in(rules, name))
		_, err := d.Approve("2026.2", approver)
		expect(t, "an approval without "+name, err, ErrUndone)
		free()
		absent(in(rules, "2026.2", "lock.yaml"))
		if entries, problems := d.History(); len(entries)+len(problems) > 0 || inForce(t, d) != "2026.1" {
			t.Errorf("after an approval without %s: %v %v", name, entries, problems)
		}
	}
	_, err = d.Approve("2026.2", approver)
	expect(t, "the approval", err, nil)
	free = d.blocked(t, "wrote history.yaml", in(rules, "current.yaml"))
	_, err = d.Rollback("", approver, "有误")
	expect(t, "a rollback", err, ErrUndone)
	free()
	if entries, problems := d.History(); len(entries) != 1 || len(problems) > 0 || inForce(t, d) != "2026.2" {
		t.Errorf("after a rollback that was undone: %v %v", entries, problems)
	}
}

// What an earlier version of the program left behind and nobody can complete is
// undone by the next act.
func TestIntentsThatWereStuckAreUndone(t *testing.T) {
	d := desk(t, t.TempDir())
	long := strings.Repeat("9", 300)
	prepared := filepath.Join(d.Files.Rules, workshop, "draft")
	data, err := json.Marshal(map[string]any{"moves": [][2]string{{prepared, filepath.Join(d.Files.Rules, long)}}})
	if err := errors.Join(err, os.MkdirAll(prepared, 0o755), os.WriteFile(d.intentFile(), data, 0o644)); err != nil {
		t.Fatal(err)
	}
	expect(t, "before", Left(d.Files.Rules), ErrStuck)
	expect(t, "a draft", d.Draft("2026.2", ""), nil)
	expect(t, "after", Left(d.Files.Rules), nil)
}

// What can be neither completed nor undone stops every act, says so, and is told.
func TestStuckActsAreShown(t *testing.T) {
	d := desk(t, t.TempDir())
	current := filepath.Join(d.Files.Rules, "current.yaml")
	text, err := os.ReadFile(current)
	expect(t, "current.yaml", err, nil)
	data, err := json.Marshal(intent{Writes: []write{{File: current, Text: string(text)}}}) // it does not know what was there before
	if err := errors.Join(err, os.MkdirAll(filepath.Dir(d.intentFile()), 0o755), os.WriteFile(d.intentFile(), data, 0o644)); err != nil {
		t.Fatal(err)
	}
	free := d.blocked(t, "now", current)
	d.Step("now")
	expect(t, "a draft", d.Draft("2026.2", "2026.1"), ErrStuck)
	expect(t, "another", d.Draft("2026.3", "2026.1"), ErrStuck)
	expect(t, "while it is stuck", Left(d.Files.Rules), ErrStuck)
	free()
	release, err := hold(filepath.Join(d.Files.Rules, workshop))
	expect(t, "somebody acts", err, nil)
	expect(t, "meanwhile", Left(d.Files.Rules), nil)
	release()
	expect(t, "finished", d.Finish(), nil)
	if got := inForce(t, d); got != "2026.1" || Left(d.Files.Rules) != nil {
		t.Errorf("in the end %s is in force", got)
	}
}
