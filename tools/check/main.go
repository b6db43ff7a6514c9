// Command check runs lint and all tests, prints what failed, and closes with
// the line "N passed, N failed". With -lint it stops after lint; with -fuzz
// DURATION it runs every fuzz target for so long instead.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// Versions of the linters; they are run as programs and are no dependencies.
const (
	staticcheck = "honnef.co/go/tools/cmd/staticcheck@v0.8.2"
	govulncheck = "golang.org/x/vuln/cmd/govulncheck@v1.8.0"
)

func main() {
	lintOnly := flag.Bool("lint", false, "only lint")
	fuzz := flag.Duration("fuzz", 0, "run every fuzz target for this long instead")
	flag.Parse()
	var total tally
	start := time.Now()
	switch {
	case *fuzz > 0:
		total = fuzzAll(*fuzz)
	case *lintOnly:
		total = lint()
	default:
		total = lint()
		total.add(goTest("-race", "-count=1", "-timeout=12m", "./..."))
	}
	fmt.Printf("%s\n%d passed, %d failed\n", time.Since(start).Round(time.Second), total.passed, total.failed)
	if total.failed > 0 {
		os.Exit(1)
	}
}

type tally struct{ passed, failed int }

func (t *tally) add(other tally) {
	t.passed += other.passed
	t.failed += other.failed
}

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
	out, err := exec.Command(command, args...).CombinedOutput()
	if good(out, err) {
		fmt.Printf("ok    %s\n", name)
		return tally{passed: 1}
	}
	fmt.Printf("FAIL  %s\n%s\n", name, bytes.TrimSpace(out))
	return tally{failed: 1}
}

// vulnerabilities runs govulncheck. It needs the database on the internet: on
// a machine that cannot reach it, that is said and counts neither way.
func vulnerabilities() tally {
	out, err := exec.Command("go", "run", govulncheck, "./...").CombinedOutput()
	switch {
	case err == nil:
		fmt.Println("ok    govulncheck")
		return tally{passed: 1}
	case strings.Contains(string(out), "vuln.go.dev"):
		fmt.Println("-     govulncheck: not run, the vulnerability database is out of reach")
		return tally{}
	default:
		fmt.Printf("FAIL  govulncheck\n%s\n", bytes.TrimSpace(out))
		return tally{failed: 1}
	}
}
