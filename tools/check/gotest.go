package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// raced are the packages whose goroutines may share memory: all tests of those that do
// run under the race detector. Elsewhere pixels and proofs would take ten times as long
// under it, so that only the tests named together do.
var (
	raced  = []string{"tijian/server/task", "tijian/ocr/isolate", "tijian/ocr/read", "tijian/server/..."} // the longest first
	shared = []string{"tijian/command", "tijian/engine/assess", "tijian/engine/impact", "tijian/engine/keywords", "tijian/engine/keywords/lexicon", "tijian/engine/langserver", "tijian/engine/mutate",
		"tijian/ocr", "tijian/server/console"}
	together = "-run=AtTheSameTime|Concurrent|Reload"
)

// Code that starts goroutines, and code made for several of them.
var (
	starts = regexp.MustCompile(`(?m)^\s*(go func\b|go [\w.]+\(|[\w.]+\.Go\(func\b)`)
	guards = regexp.MustCompile(`\bsync\.(RW)?Mutex\b|\bsync\.Map\b|\batomic\.`)
)

// longest begin first: they wait for browsers and processes of their own, while
// the rest is compiled and run.
var longest = []string{"tijian/tools/browser", "tijian", "tijian/command"}

// unwatched keeps the detector out of code in which no goroutines meet: SQLite
// (C, translated), parsing YAML, hashes of passwords, loops over pixels, and
// what works out and proves rules when they are loaded, which takes ten times as
// long under it. All watched tests share these, so that everything is compiled for
// the detector once.
var unwatched = []string{
	"modernc.org/...", "gopkg.in/yaml.v3", "golang.org/x/crypto/...",
	"tijian/ocr/page", "tijian/ocr/picture", "tijian/ocr/quality", "tijian/ocr/raster",
	"tijian/engine/diff", "tijian/engine/lattice", "tijian/engine/lint",
	"tijian/engine/regress", "tijian/engine/ruleset", "tijian/engine/verify",
}

// test runs every test once, those of raced packages under the race detector, which
// are done first. By then the rest is compiled, and beside its tests something else is
// done that needs it so.
func test(then func() tally) tally {
	watched, err := sharing(raced, starts, guards)
	if err != nil {
		fmt.Println("FAIL ", err)
		return tally{failed: 1}
	}
	watched = slices.DeleteFunc(watched, func(pkg string) bool { return slices.Contains(shared, pkg) })
	all, err := checked()
	if err != nil {
		fmt.Println("FAIL ", err)
		return tally{failed: 1}
	}
	rest := slices.DeleteFunc(all, func(pkg string) bool { return slices.Contains(watched, pkg) || slices.Contains(longest, pkg) })
	rest = slices.Concat(longest, rest)
	// Tasks, servers and browsers wait for each other half of their time, in
	// which the processors have the rest to do.
	var t, underRace tally
	var runs sync.WaitGroup
	runs.Go(func() {
		underRace = goTest(fmt.Sprintf("tests of %d packages, under the race detector", len(watched)), append(race(), watched...)...)
		underRace.add(goTest("what else is done at the same time, under the race detector", slices.Concat(race(), []string{together}, shared)...))
		underRace.add(then())
	})
	t = goTest(fmt.Sprintf("tests of %d packages", len(rest)), append([]string{"-p=3"}, rest...)...) // the longest wait much
	runs.Wait()
	t.add(underRace)
	return t
}

// race are the flags of go test that turn the detector on, but not for what is
// unwatched.
func race() []string {
	flags := []string{"-race"}
	for _, pattern := range unwatched {
		flags = append(flags, "-gcflags="+pattern+"=-race=false "+plain)
	}
	return flags
}

// busy is what tests spend their time in; slack are those parts of it in which they do
// not, but that take long to compile.
var (
	busy  = []string{"std", "tijian/...", "github.com/expr-lang/expr/...", "github.com/go-ego/gse/...", "gopkg.in/yaml.v3", "modernc.org/..."}
	slack = []string{"net/...", "crypto/...", "vendor/...", "go/...", "debug/...", "database/...", "html/...", "text/...", "encoding/gob", "encoding/xml", "encoding/asn1",
		"tijian/server/...", "tijian/command/..."}
)

// The flags of compilers: no tables for debuggers, and nothing inlined where few loops
// are, which takes a third of the time of compiling.
const (
	plain = "-dwarf=false"
	quick = "-l -dwarf=false"
)

// quickly has what is not busy compiled as fast as it can be. It is set for every go
// command that is called, so that what one of them compiles the others find.
func quickly() {
	flags := []string{os.Getenv("GOFLAGS"), "'-gcflags=all=" + quick + "'"}
	for _, pattern := range busy {
		flags = append(flags, "-gcflags="+pattern+"="+plain)
	}
	for _, pattern := range slack {
		flags = append(flags, "'-gcflags="+pattern+"="+quick+"'")
	}
	os.Setenv("GOFLAGS", strings.Join(flags, " "))
}

// apart are the tools that have their own command (make bench, make clients):
// compiling the libraries they compare with takes minutes.
var apart = []string{"tijian/tools/bench", "tijian/tools/clients"}

// checked lists every package of the product and of the tools but those apart.
func checked() ([]string, error) {
	all, err := list("./...", "./tools/...")
	return slices.DeleteFunc(all, func(pkg string) bool {
		return slices.ContainsFunc(apart, func(prefix string) bool { return pkg == prefix || strings.HasPrefix(pkg, prefix+"/") })
	}), err
}

// sharing lists the packages of patterns that have one of these in their
// code, tests apart.
func sharing(patterns []string, of ...*regexp.Regexp) ([]string, error) {
	out, err := exec.Command("go", append([]string{"list", "-f", "{{.ImportPath}}{{range .GoFiles}} {{$.Dir}}/{{.}}{{end}}{{range .CgoFiles}} {{$.Dir}}/{{.}}{{end}}"}, patterns...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var found []string
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		has := slices.ContainsFunc(words[1:], func(file string) bool {
			var text []byte
			if text, err = os.ReadFile(file); err != nil {
				return true
			}
			return slices.ContainsFunc(of, func(r *regexp.Regexp) bool { return r.Match(text) })
		})
		if err != nil {
			return nil, err
		}
		if has {
			found = append(found, words[0])
		}
	}
	return found, nil
}

func list(patterns ...string) ([]string, error) {
	out, err := exec.Command("go", append([]string{"list"}, patterns...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	return strings.Fields(string(out)), nil
}

// event is one line of `go test -json`.
type event struct {
	Action     string
	Package    string
	ImportPath string
	Test       string
	Output     string
	Elapsed    float64
}

// goTest runs go test and counts tests and subtests. The output of passed ones
// is dropped; a package that fails without a failed test (it does not build,
// crashes, or leaks) counts as one failure. go vet is run elsewhere; the
// time limit is for what would never end.
func goTest(name string, args ...string) tally {
	fmt.Printf("...   %s\n", name)
	flags := append([]string{"test", "-json", "-count=1", "-vet=off", "-timeout=2h"}, measured(slices.Contains(args, "-race"))...)
	cmd := exec.Command("go", append(flags, args...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		fmt.Println("FAIL  go test:", err)
		return tally{failed: 1}
	}
	r := newReport()
	if slices.Contains(args, "-race") {
		r.mark = " -race"
	}
	events := make(chan []byte)
	go read(out, events)
	every := time.NewTicker(30 * time.Second)
	defer every.Stop()
	for open := true; open; {
		select {
		case line, ok := <-events:
			if open = ok; ok {
				r.add(line)
			}
		case <-every.C:
			fmt.Printf("...   %s\n", r.now())
		}
	}
	if err := cmd.Wait(); err != nil && r.failed == 0 {
		fmt.Println("FAIL  go test:", err)
		r.failed++
	}
	r.slowest(5)
	return r.tally
}

// read sends each line.
func read(from io.Reader, to chan<- []byte) {
	defer close(to)
	lines := bufio.NewReader(from)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			to <- line
		}
		if err != nil {
			return
		}
	}
}

// report is what the events of a run say.
type report struct {
	tally
	mark     string // behind the names of packages
	start    time.Time
	output   map[string]*strings.Builder // by package and test
	failedIn map[string]int              // failed tests by package
	running  map[string]bool             // packages
	took     map[string]float64          // seconds by package
}

func newReport() *report {
	return &report{
		start: time.Now(), output: map[string]*strings.Builder{}, failedIn: map[string]int{},
		running: map[string]bool{}, took: map[string]float64{},
	}
}

func (r *report) add(line []byte) {
	var e event
	if json.Unmarshal(line, &e) != nil {
		fmt.Print(string(line))
		return
	}
	where := e.Package + " " + e.Test
	switch e.Action {
	case "start":
		r.running[e.Package] = true
	case "output", "build-output":
		if e.Action == "build-output" {
			where = e.ImportPath + " "
		}
		if r.output[where] == nil {
			r.output[where] = &strings.Builder{}
		}
		r.output[where].WriteString(e.Output)
	case "build-fail":
		fmt.Printf("FAIL  %s does not build\n%s", e.ImportPath, text(r.output[e.ImportPath+" "]))
		delete(r.output, e.ImportPath+" ")
	case "pass":
		if e.Test != "" {
			r.passed++
		} else {
			r.ended("ok", e)
		}
		delete(r.output, where)
	case "fail":
		if e.Test != "" {
			r.failed++
			r.failedIn[e.Package]++
			fmt.Printf("FAIL  %s\n%s", where, text(r.output[where]))
			return
		}
		if r.failedIn[e.Package] == 0 {
			r.failed++
			fmt.Print(r.left(e.Package))
		}
		r.ended("FAIL", e)
	case "skip":
		if e.Test != "" {
			fmt.Printf("skip  %s\n%s", where, text(r.output[where]))
		} else {
			delete(r.running, e.Package)
		}
	}
}

// left is what a package and its tests that did not end have printed: whoever ends the
// process says why as one of these.
func (r *report) left(pkg string) string {
	var all strings.Builder
	for _, where := range slices.Sorted(maps.Keys(r.output)) {
		if strings.HasPrefix(where, pkg+" ") {
			all.WriteString(text(r.output[where]))
		}
	}
	return all.String()
}

func (r *report) ended(how string, e event) {
	delete(r.running, e.Package)
	r.took[e.Package] = e.Elapsed
	fmt.Printf("%-5s %-40s %.1fs\n", how, e.Package+r.mark, e.Elapsed)
}

// now says what is going on.
func (r *report) now() string {
	doing := "compiling"
	if len(r.running) > 0 {
		doing = strings.Join(slices.Sorted(maps.Keys(r.running)), ", ") + r.mark
	}
	return fmt.Sprintf("%s: %d tests passed, %d failed; now %s", time.Since(r.start).Round(time.Second), r.passed, r.failed, doing)
}

// slowest names the packages that took longest.
func (r *report) slowest(n int) {
	names := slices.SortedFunc(maps.Keys(r.took), func(a, b string) int { return cmp.Compare(r.took[b], r.took[a]) })
	var parts []string
	for _, name := range names[:min(n, len(names))] {
		parts = append(parts, fmt.Sprintf("%s %.0fs", strings.TrimPrefix(name, "tijian/"), r.took[name]))
	}
	fmt.Printf("      %s in all; slowest: %s\n", since(r.start), strings.Join(parts, ", "))
}

func text(b *strings.Builder) string {
	if b == nil {
		return ""
	}
	return b.String()
}
