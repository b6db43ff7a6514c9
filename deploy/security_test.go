package deploy

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The page on security names tests that exist.
func TestSecurityPage(t *testing.T) {
	page := read(t, "../docs/security.md")
	named := regexp.MustCompile("`([a-z]+)\\.(Test[A-Za-z0-9]+)`").FindAllStringSubmatch(page, -1)
	if len(named) < 20 {
		t.Fatalf("only %d tests are named", len(named))
	}
	where := map[string]string{"command": ".", "deploy": ".", "jsontree": "engine", "problem": "engine", "ruleset": "engine", "wire": "engine", "engine": ".", "release": "engine", "draft": "engine", "browser": "tools", "record": "engine", "picture": "ocr", "isolate": "ocr", "intake": "engine", "bounds": "engine"}
	for _, m := range named {
		dir, known := where[m[1]]
		if !known {
			dir = "server"
		}
		files, err := filepath.Glob(filepath.Join("..", dir, m[1], "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, file := range files {
			found = found || strings.Contains(read(t, file), "func "+m[2]+"(t *testing.T)")
		}
		if !found {
			t.Errorf("%s.%s does not exist", m[1], m[2])
		}
	}
}
