package main

import (
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"tijian/server/admission"
)

// The container that serves without recognition has Go's limit and the memory that
// the gates of requests are made for.
func TestMemoryOfDeploy(t *testing.T) {
	text, err := os.ReadFile("deploy/kubernetes/serve.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		fmt.Sprintf("{name: GOMEMLIMIT, value: %dMiB}", admission.Heap/admission.MiB),
		fmt.Sprintf("limits: {memory: %dMi}", admission.Container/admission.MiB),
		`{name: TIJIAN_WORKERS, value: "0"}`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("deploy/kubernetes/serve.yaml lacks %s", want)
		}
	}
}

// Every setting that a file of deploy/ names is one that docs/operations.md
// describes, which a test of server/config holds against the code.
func TestSettingsOfDeploy(t *testing.T) {
	setting := regexp.MustCompile(`TIJIAN_[A-Z_]*[A-Z]`)
	manual, err := os.ReadFile("docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, name := range setting.FindAllString(string(manual), -1) {
		known[name] = true
	}
	deploy, named := os.DirFS("deploy"), 0
	err = fs.WalkDir(deploy, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(deploy, file)
		for _, name := range setting.FindAllString(string(data), -1) {
			if named++; !known[name] {
				t.Errorf("deploy/%s: docs/operations.md has no setting %s", file, name)
			}
		}
		return err
	})
	if err != nil || named == 0 {
		t.Errorf("%d settings, %v", named, err)
	}
}
