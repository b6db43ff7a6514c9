package draft

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"tijian/engine"
	"tijian/engine/release"
)

// Whatever step of saving fails, the file holds all of the old text or all of the new
// one, the new one where nothing was said; nothing else is left, and it can be saved.
func TestWriteWholeOrNotAtAll(t *testing.T) {
	const old, text = "a: 1\n", "a: 2\nb: 3\n"
	for at, steps := 1, 99; at <= steps; at++ {
		for _, done := range []bool{false, true} {
			root := t.TempDir()
			b := &Book{Files: engine.Files{Rules: filepath.Join(root, "rules"), Dictionaries: filepath.Join(root, "dictionaries")}}
			folder := filepath.Join(b.Files.Rules, "2026.2")
			name := filepath.Join(folder, "a.yaml")
			if err := errors.Join(os.MkdirAll(folder, 0o755), os.WriteFile(name, []byte(old), 0o640)); err != nil {
				t.Fatal(err)
			}
			steps = 0
			b.disk.Step = func(_, _ string, make func() error) error {
				if steps++; steps != at {
					return make()
				}
				if done {
					_ = make()
				}
				return syscall.EIO
			}
			write := func() error { return b.Write("2026.2", "甲", "rules/2026.2/a.yaml", []byte(text)) }
			told := write()
			got, err := os.ReadFile(name)
			if err != nil || string(got) != text && (told == nil || string(got) != old) {
				t.Errorf("step %d: told %v, holds %q, %v", at, told, got, err)
			}
			if told == nil && at <= steps && at < 7 {
				t.Errorf("step %d failed, and nothing was said", at)
			}
			b.disk.Step = nil
			if err := write(); err != nil {
				t.Errorf("step %d, again: %v", at, err)
			}
			left, err := os.ReadDir(folder)
			info, _ := os.Stat(name)
			if err != nil || len(left) != 1 || info.Mode().Perm() != 0o640 {
				t.Errorf("step %d: %v %v %v", at, left, info.Mode(), err)
			}
		}
	}
}

// A version that was released while somebody wrote is not written to.
func TestReleasedIsNotWritten(t *testing.T) {
	root := t.TempDir()
	b := &Book{Files: engine.Files{Rules: root, Dictionaries: root}}
	name := filepath.Join(root, "2026.2", "lock.yaml")
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	if err := b.Write("2026.2", "甲", "rules/2026.2/lock.yaml", nil); !errors.Is(err, release.ErrReleased) {
		t.Error(err)
	}
}
