package engine

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tijian/engine/record"
	"tijian/internal/sealed"
)

// counted is a tree in which something happens before a file is opened.
type counted struct {
	fs.FS
	open func()
}

func (c counted) Open(name string) (fs.File, error) {
	c.open()
	return c.FS.Open(name)
}

// Whoever reads while an act is done on the rules reads what was before or what comes
// after it, wherever in the reading the act comes.
func TestReadingWhileSomebodyActs(t *testing.T) {
	root := ""
	put := func(name, text string) {
		t.Helper()
		name = filepath.Join(root, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name+".new", []byte(text), 0o644), os.Rename(name+".new", name)); err != nil {
			t.Fatal(err)
		}
	}
	trees := func() (names, rules fs.FS) {
		return os.DirFS(filepath.Join(root, "dictionaries")), os.DirFS(filepath.Join(root, "rules"))
	}
	release := func(version string) {
		names, rules := trees()
		lock, err := record.NewLock(sealed.Tree(rules), sealed.Tree(names), version)
		if err != nil {
			t.Fatal(err)
		}
		put("rules/"+version+"/lock.yaml", string(lock.Text()))
		history, err := record.Append(rules, record.Entry{Act: record.Released, Version: version, From: "2026.1", Fingerprint: lock.Fingerprint()})
		if err != nil {
			t.Fatal(err)
		}
		put("rules/history.yaml", string(history))
		put("rules/current.yaml", "active: \""+version+"\"\n")
	}
	seal := func(version string) {
		for _, tree := range []string{"rules", "dictionaries"} {
			data, err := sealed.Seal(os.DirFS(filepath.Join(root, tree)), version)
			if err != nil {
				t.Fatal(err)
			}
			put(tree+"/"+version+sealed.Ending, string(data))
			if err := os.Rename(filepath.Join(root, tree, version), filepath.Join(root, "old "+tree)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, act := range map[string]func(){"release": func() { release("2026.2") }, "seal": func() { seal("2026.1") }} {
		for at := 1; ; at++ {
			root = t.TempDir()
			for _, version := range []string{"2026.1", "2026.2"} {
				put("rules/"+version+"/manifest.yaml", "a: 1\n")
				put("rules/"+version+"/more/b.yaml", "b: 2\n")
				put("dictionaries/"+version+"/units.yaml", "c: 3\n")
			}
			put("rules/current.yaml", "active: \"2026.2\"\n")
			if name == "release" {
				put("rules/current.yaml", "active: \"2026.1\"\n")
			}
			long := time.Now().Add(-time.Hour) // before anybody reads
			for _, folder := range []string{"rules/2026.1", "rules/2026.2", "rules/current.yaml", "dictionaries/2026.1"} {
				if err := os.Chtimes(filepath.Join(root, folder), long, long); err != nil {
					t.Fatal(err)
				}
			}
			opened := 0
			names, rules := trees()
			open := func() {
				if opened++; opened == at {
					act()
				}
			}
			src, problems := still(Files{}, counted{names, open}, counted{rules, open})
			if opened < at {
				if at < 10 {
					t.Errorf("%s: only %d files are opened", name, opened)
				}
				break
			}
			if len(problems) > 0 || len(src.currentFaults) > 0 {
				t.Errorf("%s before opening %d: %v", name, at, problems)
				continue
			}
			_, locked := fs.Stat(src.rules, src.current.Active+"/"+record.LockName)
			if f := record.Check(src.rules, src.dictionaries, src.current.Active); len(f.Rules)+len(f.Dictionaries) > 0 || src.current.Active == "2026.2" && name == "release" && locked != nil {
				t.Errorf("%s before opening %d: %s is in force: %v %v", name, at, src.current.Active, f.Rules, f.Dictionaries)
			}
		}
	}
}
