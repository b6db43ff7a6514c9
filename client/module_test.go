package client

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestOtherModule builds a program of another module with the lines of go.mod
// that docs/integration.md gives: no registry has this module.
func TestOtherModule(t *testing.T) {
	checkout, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(checkout, "docs", "integration.md"))
	if err != nil {
		t.Fatal(err)
	}
	lines := regexp.MustCompile(`(?m)^go mod edit .*$`).FindString(string(page))
	if lines == "" {
		t.Fatal("docs/integration.md has no go mod edit")
	}
	folder := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module hospital\n\ngo 1.26\n",
		"main.go": `package main

import (
	"fmt"

	"tijian/client"
)

func main() { fmt.Println(client.New("http://127.0.0.1:8080").Token() == "") }
`,
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(name string, arguments ...string) string {
		t.Helper()
		c := exec.Command(name, arguments...)
		c.Dir, c.Env = folder, append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOPROXY=off", "GOWORK=off")
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", strings.Join(arguments, " "), err, out)
		}
		return string(out)
	}
	run("sh", "-c", strings.ReplaceAll(lines, "../tijian", checkout))
	if out := run("go", "run", "."); out != "true\n" {
		t.Errorf("%q", out)
	}
}
