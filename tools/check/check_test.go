package main

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Every way for a package to fail counts, and none counts twice.
func TestReport(t *testing.T) {
	for name, test := range map[string]struct {
		events string
		want   tally
	}{
		"passed": {`{"Action":"start","Package":"p"}
{"Action":"pass","Package":"p","Test":"TestA/sub"}
{"Action":"pass","Package":"p","Test":"TestA"}
{"Action":"pass","Package":"p","Elapsed":1.5}`, tally{2, 0}},
		"failed": {`{"Action":"output","Package":"p","Test":"TestA","Output":"why\n"}
{"Action":"fail","Package":"p","Test":"TestA"}
{"Action":"pass","Package":"p","Test":"TestB"}
{"Action":"fail","Package":"p"}`, tally{1, 1}},
		"crashed": {`{"Action":"output","Package":"p","Output":"exit status 2\n"}
{"Action":"fail","Package":"p"}`, tally{0, 1}},
		"not built": {`{"Action":"build-output","ImportPath":"p","Output":"undefined: x\n"}
{"Action":"build-fail","ImportPath":"p"}
{"Action":"fail","Package":"p","FailedBuild":"p"}`, tally{0, 1}},
		"no tests": {`{"Action":"start","Package":"p"}
{"Action":"skip","Package":"p"}`, tally{}},
	} {
		r := newReport()
		for line := range strings.Lines(test.events) {
			r.add([]byte(line))
		}
		if r.tally != test.want || len(r.running) > 0 {
			t.Errorf("%s: %+v, want %+v; still running %v", name, r.tally, test.want, r.running)
		}
	}
}

// What a test printed before it ended the process is not lost.
func TestCrashIsShown(t *testing.T) {
	r := newReport()
	for _, line := range []string{
		`{"Action":"output","Package":"p","Test":"TestOver","Output":"over\n"}`, `{"Action":"pass","Package":"p","Test":"TestOver"}`,
		`{"Action":"output","Package":"p","Test":"TestA","Output":"panic: why\n"}`, `{"Action":"output","Package":"pq","Output":"another\n"}`,
	} {
		r.add([]byte(line))
	}
	if got := r.left("p"); got != "panic: why\n" {
		t.Errorf("%q", got)
	}
}

// The packages named in this command exist.
func TestPackages(t *testing.T) {
	all, err := list("tijian/...")
	if err != nil {
		t.Fatal(err)
	}
	for _, pattern := range slices.Concat(shared, raced, longest, unwatched, slack) {
		folder, rest := strings.CutSuffix(pattern, "/...")
		if folder != "tijian" && !strings.HasPrefix(folder, "tijian/") {
			continue // other modules
		}
		if !slices.ContainsFunc(all, func(pkg string) bool { return pkg == folder || rest && strings.HasPrefix(pkg, folder+"/") }) {
			t.Errorf("there is no %s", pattern)
		}
	}
}

// Every package of the product that starts goroutines is watched by the race
// detector: all its tests, or those of what is done at the same time.
func TestWhatStartsGoroutinesIsWatched(t *testing.T) {
	watched, err := list(slices.Concat(raced, shared)...)
	if err != nil {
		t.Fatal(err)
	}
	watched = append(watched, "tijian/engine") // by the reloads of tijian/command
	found, err := sharing([]string{"tijian/..."}, starts)
	if err != nil || len(found) < 15 {
		t.Errorf("only %d packages start goroutines: %v", len(found), err)
	}
	for _, pkg := range found {
		if !strings.HasPrefix(pkg, "tijian/tools/") && !slices.Contains(watched, pkg) {
			t.Errorf("%s starts goroutines, and is neither in raced nor in shared", pkg)
		}
	}
}

// The tags of the Makefile leave gse's dictionaries out of the binary.
func TestTags(t *testing.T) {
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	tags := regexp.MustCompile(`(?m)^export GOFLAGS \+= (-tags=\S+)$`).FindSubmatch(makefile)
	if tags == nil {
		t.Fatal("the Makefile sets no tags")
	}
	embedded := func(tags string) string {
		list := exec.Command("go", "list", tags, "-f", "{{.EmbedFiles}}", "github.com/go-ego/gse")
		list.Env = append(os.Environ(), "GOFLAGS=")
		out, err := list.Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(out))
	}
	if files := embedded(string(tags[1])); files != "[]" {
		t.Errorf("with %s gse embeds %s", tags[1], files)
	}
	if embedded("-tags=") == "[]" {
		t.Error("gse embeds nothing anyway: its tag is of no use any more")
	}
}
