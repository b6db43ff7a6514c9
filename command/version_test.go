package command

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"testing"
)

// The linker says nothing when the variable that a build sets has moved: the
// program would be unversioned from then on.
func TestBuildsSetTheVersion(t *testing.T) {
	want := reflect.TypeFor[Version]().PkgPath() + ".version"
	for _, file := range []string{"Makefile", "deploy/Dockerfile"} {
		data, err := os.ReadFile(filepath.Join(repository, file))
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(`-X ([^ =]+)=\S`).FindAllSubmatch(data, -1)
		if len(found) == 0 {
			t.Errorf("%s sets no version", file)
		}
		for _, set := range found {
			if string(set[1]) != want {
				t.Errorf("%s sets %s, want %s", file, set[1], want)
			}
		}
	}
}
