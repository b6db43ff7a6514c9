package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// It compiles for the computers of others, too.
func TestCompilesForMacOS(t *testing.T) {
	build := exec.Command("go", "build", "../../command") // all of it, without the time that linking takes
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=darwin", "GOARCH=arm64")
	if out, err := build.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// The checker is built without C for every system that make tools names, and
// nothing of the service's recognition is in it.
func TestNeedsNoC(t *testing.T) {
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(makefile), "\nTOOLS := ")
	line, _, _ := strings.Cut(rest, "\n")
	systems := strings.Fields(line)
	if len(systems) < 3 {
		t.Fatalf("the Makefile names only the systems %q", systems)
	}
	for _, system := range systems {
		goos, goarch, _ := strings.Cut(system, "/")
		list := exec.Command("go", "list", "-deps", "-f", "{{.ImportPath}} {{len .CgoFiles}}", ".")
		list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+goarch)
		out, err := list.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", system, err, out)
		}
		for dependency := range strings.Lines(string(out)) {
			name, cgo, _ := strings.Cut(strings.TrimSpace(dependency), " ")
			if cgo != "0" || strings.HasPrefix(name, "tijian/ocr/read") || strings.HasPrefix(name, "tijian/server/task") {
				t.Errorf("%s: %s is in it", system, name)
			}
		}
	}
}
