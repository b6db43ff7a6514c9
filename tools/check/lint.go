package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// govulncheck is run as a program and is no dependency.
const govulncheck = "golang.org/x/vuln/cmd/govulncheck@v1.8.0"

// database is where govulncheck looks known vulnerabilities up.
const database = "https://vuln.go.dev"

// tags leave SQLite out of what is looked through, for what is imported is, too;
// see server/store/sqlite.
const tags = "-tags=ne,nomsgpack,lint"

func ok(_ []byte, err error) bool { return err == nil }

// lint runs every check of the sources.
func lint() tally {
	t := formatted()
	t.add(analysed())
	return t
}

// formatted runs gofmt, which succeeds and lists files when they are not formatted.
func formatted() tally {
	return step("gofmt", func(out []byte, err error) bool { return err == nil && len(out) == 0 }, "gofmt", "-l", ".")
}

// analysed looks the sources through. It needs what they import compiled: behind the
// race half that is there already, at the start all would be compiled twice.
func analysed() tally {
	all, err := checked()
	if err != nil {
		fmt.Println("FAIL ", err)
		return tally{failed: 1}
	}
	t := step("go vet's analyzers and staticcheck", ok, "go", append([]string{"run", "./tools/lint", tags}, all...)...)
	t.add(vulnerabilities(all))
	return t
}

func step(name string, good func(out []byte, err error) bool, command string, args ...string) tally {
	fmt.Printf("...   %s\n", name)
	start := time.Now()
	cmd := exec.Command(command, args...)
	out, err := cmd.CombinedOutput()
	if os.Getenv(account) != "" && cmd.ProcessState != nil {
		note("lint", strings.ReplaceAll(name, " ", "-"), cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime(), time.Since(start))
	}
	if good(out, err) {
		fmt.Printf("ok    %-40s %s\n", name, since(start))
		return tally{passed: 1}
	}
	fmt.Printf("FAIL  %s\n%s\n", name, bytes.TrimSpace(out))
	return tally{failed: 1}
}

// vulnerabilities runs govulncheck. It needs the database on the internet: on
// a machine that cannot reach it, that is said and counts neither way.
func vulnerabilities(all []string) tally {
	start := time.Now()
	if !reached(database + "/index/db.json") {
		fmt.Printf("-     %-40s %s\n", "govulncheck: not run, the vulnerability database is out of reach", since(start))
		return tally{}
	}
	return step("govulncheck", ok, "go", append([]string{"run", govulncheck, "-db", database}, all...)...)
}

// reached reports whether an address answers: building govulncheck only to find
// that it does not takes a quarter of a minute. curl is there; net/http would have
// to be compiled before anything is tested.
func reached(address string) bool {
	return exec.Command("curl", "--silent", "--fail", "--head", "--output", os.DevNull, "--max-time", "15", address).Run() == nil
}

func since(start time.Time) time.Duration { return time.Since(start).Round(100 * time.Millisecond) }
