package store_test

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// modernc.org/sqlite is C translated for one exact version of modernc.org/libc;
// with another one it can corrupt memory. go.mod must name the version that
// sqlite's own go.mod asks for.
func TestLibcVersion(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.GoMod}}", "modernc.org/sqlite").Output()
	if err != nil {
		t.Fatal(err)
	}
	libc := regexp.MustCompile(`(?m)^\s*modernc\.org/libc (v\S+)`)
	version := func(path string) string {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		match := libc.FindSubmatch(text)
		if match == nil {
			t.Fatalf("%s does not name modernc.org/libc", path)
		}
		return string(match[1])
	}
	asked, used := version(strings.TrimSpace(string(out))), version("../../go.mod")
	if used != asked {
		t.Errorf("go.mod has modernc.org/libc %s; modernc.org/sqlite asks for %s: go get modernc.org/libc@%s", used, asked, asked)
	}
}
