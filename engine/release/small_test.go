package release

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tijian/engine"
	"tijian/engine/internal/disk"
	"tijian/engine/problem"
	"tijian/engine/record"
	"tijian/engine/ruleset"
	"tijian/engine/sheet"
	"tijian/internal/sealed"
)

// small lays out rules of a few bytes with a namespace that stays with a version, for
// tests of what acts do to files.
func small(t *testing.T, root string) *Releaser {
	t.Helper()
	d := smallAt(root)
	put := func(name, text string) {
		name = filepath.Join(root, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	put("rules/2026.1/manifest.yaml", "version: \"2026.1\"\n")
	put("rules/2026.1/indicators/lipids.yaml", "a: 1\n")
	put("dictionaries/2026.1/units.yaml", "b: 2\n")
	put("rules/current.yaml", "# 现在使用的版本\nactive: \"2026.1\"\nnamespaces:\n  ward: \"2026.1\"\n")
	lock, err := record.NewLock(d.Files.RulesFS(), d.Files.DictionariesFS(), "2026.1")
	if err != nil {
		t.Fatal(err)
	}
	put("rules/2026.1/lock.yaml", string(lock.Text()))
	return d
}

// folder is a new one for a test, in memory where the system has files there: tests
// of what acts do to files make many.
func folder(t *testing.T) string {
	t.Helper()
	name, err := os.MkdirTemp("/dev/shm", "tijian-release-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(name) })
	return name
}

// smallAt is a desk at which nothing is proved and tried: there is nothing to prove.
func smallAt(root string) *Releaser {
	return &Releaser{
		Files: engine.Files{Rules: filepath.Join(root, "rules"), Dictionaries: filepath.Join(root, "dictionaries")},
		Now:   func() time.Time { return time.Date(2026, 11, 25, 8, 0, 0, 0, time.UTC) },
		disk:  disk.Disk{Step: unsynced},
		prove: func(string) problem.List { return nil },
		tried: func(string, string) (record.Effect, *sheet.Sheet, error) { return record.Effect{}, &sheet.Sheet{}, nil },
	}
}

// unsynced leaves out what nobody sees as long as the machine runs.
func unsynced(kind, _ string, make func() error) error {
	if kind == "sync" {
		return nil
	}
	return make()
}

// life are the acts of a version's life, in an order in which each can be done.
var life = []struct {
	name string
	do   func(*Releaser) error
}{
	{"draft", func(d *Releaser) error { return d.Draft("2026.2", "") }},
	{"case", func(d *Releaser) error {
		_, err := d.write("2026.2", "added.yaml", func([]byte) ([]byte, error) { return []byte("c: 3\n"), nil })
		return err
	}},
	{"propose", func(d *Releaser) error { _, err := d.Propose("2026.2", editor, "指南更新", ""); return err }},
	{"approve", func(d *Releaser) error { _, err := d.Approve("2026.2", approver); return err }},
	{"rollback", func(d *Releaser) error { _, err := d.Rollback("", approver, "有误"); return err }},
	{"seal", func(d *Releaser) error { return d.Seal("2026.2") }},
}

func act(d *Releaser, name string) error {
	for _, one := range life {
		if one.name == name {
			return one.do(d)
		}
	}
	return fs.ErrNotExist
}

// A view is what readers see, part by part: each is as it was before an act or as it
// is after it. A version is the same as a folder and sealed.
type view map[string]string

func look(d *Releaser) view {
	v, roots := view{}, map[string]string{"rules": d.Files.Rules, "dictionaries": d.Files.Dictionaries}
	for name, root := range roots {
		tree := sealed.Tree(os.DirFS(root))
		entries, err := fs.ReadDir(tree, ".")
		if err != nil {
			v["unreadable "+name] = err.Error()
		}
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), ".") {
				continue
			}
			part := name + "/" + e.Name()
			if _, err := os.Stat(filepath.Join(root, e.Name())); err != nil {
				v["sealed "+part] = "yes"
			}
			_ = fs.WalkDir(tree, e.Name(), func(file string, entry fs.DirEntry, err error) error {
				if err == nil && !entry.IsDir() {
					var data []byte
					data, err = fs.ReadFile(tree, file)
					to := part
					if path.Base(file) == record.LockName || path.Dir(file) == path.Join(e.Name(), ruleset.CasesFolder) {
						to = name + "/" + file
					}
					v[to] += fmt.Sprintf("%s=%s;", file, strings.ReplaceAll(string(data), "\n", "|"))
				}
				if err != nil {
					v["unreadable "+part] = err.Error()
				}
				return nil
			})
		}
	}
	if p, err := d.Proposed("2026.2"); err != nil {
		v["unreadable proposal"] = err.Error()
	} else if p != nil {
		v["proposal"] = p.Reason
	}
	return v
}

// differs names the parts in which two views differ.
func (v view) differs(w view) (parts []string) {
	for part := range maps.Keys(v) {
		if v[part] != w[part] {
			parts = append(parts, part)
		}
	}
	for part := range maps.Keys(w) {
		if _, there := v[part]; !there {
			parts = append(parts, part)
		}
	}
	slices.Sort(parts)
	return parts
}

// unfit says what is wrong with what readers see in the middle of an act: a part that
// is neither as before nor as after it, or parts that do not go together.
func (now view) unfit(d *Releaser, before, after view) (faults []string) {
	for _, part := range now.differs(before) {
		if now[part] != after[part] {
			faults = append(faults, fmt.Sprintf("half of %s: %q", part, now[part]))
		}
	}
	current, err := d.current()
	entries, problems := d.History()
	if err != nil || len(problems) > 0 {
		return append(faults, fmt.Sprint(err, problems))
	}
	if n := len(entries); n > 0 && current.Active != entries[n-1].Version && current.Active != entries[n-1].From {
		faults = append(faults, current.Active+" is in force, whatever the history says")
	}
	if len(entries) == 0 && current.Active != "2026.1" {
		faults = append(faults, current.Active+" is in force without an entry")
	}
	if current.Pins["ward"] != "2026.1" {
		faults = append(faults, "the namespace has lost its version")
	}
	for _, version := range current.Answering() {
		if f := record.Check(d.Files.RulesFS(), d.Files.DictionariesFS(), version); len(f.Rules)+len(f.Dictionaries) > 0 || !d.locked(version) {
			faults = append(faults, fmt.Sprintf("%s answers: %v %v", version, f.Rules, f.Dictionaries))
		}
	}
	return faults
}

// litter are files that nobody needs any more and that no act would take away.
func litter(d *Releaser) (names []string) {
	for _, root := range []string{d.Files.Rules, d.Files.Dictionaries} {
		_ = filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
			inside, _ := filepath.Rel(root, name)
			workshopFile := strings.HasPrefix(inside, workshop) && entry != nil && !entry.IsDir() && entry.Name() != "hold" && entry.Name() != "edit" && entry.Name() != "2026.2.json"
			if err != nil || workshopFile || !strings.HasPrefix(inside, workshop) && inside != "." && strings.HasPrefix(filepath.Base(inside), ".") {
				names = append(names, inside)
			}
			return nil
		})
	}
	return names
}
