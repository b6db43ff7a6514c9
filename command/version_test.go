package command

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// The linker says nothing when the variable that a build sets has moved: the
// program would be unversioned from then on.
func TestBuildsSetTheVersion(t *testing.T) {
	want := reflect.TypeFor[Version]().PkgPath() + ".version"
	for file, set := range map[string]string{
		"Makefile":          "-X " + want + "=$(VERSION)",
		"deploy/Dockerfile": "make compile VERSION=$VERSION",
	} {
		data, err := os.ReadFile(filepath.Join(repository, file))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(data), set) {
			t.Errorf("%s sets no version by %q", file, set)
		}
	}
}
