package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// Versions of the linters; they are run as programs and are no dependencies.
const (
	staticcheck = "honnef.co/go/tools/cmd/staticcheck@v0.8.2"
	govulncheck = "golang.org/x/vuln/cmd/govulncheck@v1.8.0"
)

func lint() tally {
	var t tally
	// gofmt succeeds and lists files when they are not formatted.
	t.add(step("gofmt", func(out []byte, err error) bool { return err == nil && len(out) == 0 }, "gofmt", "-l", "."))
	ok := func(_ []byte, err error) bool { return err == nil }
	t.add(step("go vet", ok, "go", "vet", "./..."))
	t.add(step("staticcheck", ok, "go", "run", staticcheck, "./..."))
	t.add(vulnerabilities())
	return t
}

func step(name string, good func(out []byte, err error) bool, command string, args ...string) tally {
	fmt.Printf("...   %s\n", name)
	start := time.Now()
	out, err := exec.Command(command, args...).CombinedOutput()
	if good(out, err) {
		fmt.Printf("ok    %-40s %s\n", name, since(start))
		return tally{passed: 1}
	}
	fmt.Printf("FAIL  %s\n%s\n", name, bytes.TrimSpace(out))
	return tally{failed: 1}
}

// vulnerabilities runs govulncheck. It needs the database on the internet: on
// a machine that cannot reach it, that is said and counts neither way.
func vulnerabilities() tally {
	start := time.Now()
	out, err := exec.Command("go", "run", govulncheck, "./...").CombinedOutput()
	switch {
	case err == nil:
		fmt.Printf("ok    %-40s %s\n", "govulncheck", since(start))
		return tally{passed: 1}
	case strings.Contains(string(out), "vuln.go.dev"):
		fmt.Printf("-     %-40s %s\n", "govulncheck: not run, the vulnerability database is out of reach", since(start))
		return tally{}
	default:
		fmt.Printf("FAIL  govulncheck\n%s\n", bytes.TrimSpace(out))
		return tally{failed: 1}
	}
}

func since(start time.Time) time.Duration { return time.Since(start).Round(100 * time.Millisecond) }
