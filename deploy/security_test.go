package deploy

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The page on security names tests, and commands of endurance, that exist; of second
// factors, what admins do, logs, the business itself and files each line has one.
func TestSecurityPage(t *testing.T) {
	page := read(t, "../docs/security.md")
	proof := regexp.MustCompile("`[a-z]+\\.Test[A-Za-z0-9]+`|`endurance [a-z]+`")
	for _, line := range regexp.MustCompile(`(?m)^\| (?:2\.8|4\.3|7|11|12)\.\d.*$`).FindAllString(page, -1) {
		if !proof.MatchString(line) {
			t.Errorf("nothing shows: %s", line)
		}
	}
	commands := read(t, "../tools/endurance/main.go")
	for _, m := range regexp.MustCompile("`endurance ([a-z]+)`").FindAllStringSubmatch(page, -1) {
		if !regexp.MustCompile(`(?m)^\s+\w+\s+` + m[1] + `\s+` + "`cmd").MatchString(commands) {
			t.Errorf("there is no endurance %s", m[1])
		}
	}
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
