package engine

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tijian/internal/wordstest"
)

func TestOnDisk(t *testing.T) {
	for _, test := range []struct{ rules, name, want string }{
		{"/srv/rules", "rules/2026.1/manifest.yaml", "/srv/rules/2026.1/manifest.yaml"},
		{"/srv/rules", "rules", "/srv/rules"},
		{"my/rules", "my/rules/current.yaml", "my/rules/current.yaml"},
		{"", "rules/current.yaml", "rules/current.yaml"},
		{"/srv/rules", "dictionaries/units.yaml", "dictionaries/units.yaml"},
	} {
		if got := (Files{Rules: test.rules}).OnDisk(test.name); got != test.want {
			t.Errorf("%s of %s: %s, want %s", test.name, test.rules, got, test.want)
		}
	}
}

// A link out of the folder shows nothing of where it leads.
func TestLinksOutOfTheFolder(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "jwt-secret")
	if err := os.WriteFile(secret, []byte("hush: hush"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, from := range map[string]fs.FS{"rules": wordstest.Rules(), "dictionaries": wordstest.Dictionaries()} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, from); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(secret, filepath.Join(dir, "levels.yaml")); err != nil {
			t.Fatal(err)
		}
		files := Files{Rules: dir}
		if name == "dictionaries" {
			files = Files{Dictionaries: dir}
		}
		_, problems := Load(files, "")
		if len(problems) == 0 || strings.Contains(fmt.Sprintf("%+v", problems), "hush") {
			t.Errorf("%s: %v", name, problems)
		}
		if _, err := files.Open(name + "/levels.yaml"); err == nil {
			t.Errorf("%s: the link can be opened", name)
		}
	}
}
