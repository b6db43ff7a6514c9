package sealed

import (
	"bytes"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

// plain has two versions, packed the first of them as a package.
func trees(t *testing.T) (plain, packed fstest.MapFS) {
	t.Helper()
	plain = fstest.MapFS{"current.yaml": file("active: 2\n"), "1/manifest.yaml": file("one"), "1/indicators/a.yaml": file("a"), "2/manifest.yaml": file("two")}
	data, err := Seal(plain, "1")
	if err != nil {
		t.Fatal(err)
	}
	return plain, fstest.MapFS{"current.yaml": plain["current.yaml"], "2/manifest.yaml": plain["2/manifest.yaml"], "1.zip": {Data: data}}
}

// A tree with a package is the tree with the folder.
func TestTree(t *testing.T) {
	plain, packed := trees(t)
	read := func(tree fs.FS) string {
		var all strings.Builder
		err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
			all.WriteString(name + " " + entry.Name())
			if err == nil && !entry.IsDir() {
				data, err := fs.ReadFile(tree, name)
				all.Write(data)
				return err
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return all.String()
	}
	if got, want := read(Tree(packed)), read(plain); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if err := fstest.TestFS(Tree(packed), "current.yaml", "1/manifest.yaml", "1/indicators/a.yaml", "2/manifest.yaml"); err != nil {
		t.Error(err)
	}
	sub, err := fs.Sub(Tree(packed), "1/indicators")
	if err != nil {
		t.Fatal(err)
	}
	if data, err := fs.ReadFile(sub, "a.yaml"); err != nil || string(data) != "a" {
		t.Errorf("%q, %v", data, err)
	}
}

// A folder that is there comes first, and what it lacks is not looked for in the
// package.
func TestFolderFirst(t *testing.T) {
	_, packed := trees(t)
	packed["1/manifest.yaml"] = file("edited")
	if data, err := fs.ReadFile(Tree(packed), "1/manifest.yaml"); err != nil || string(data) != "edited" {
		t.Errorf("%q, %v", data, err)
	}
	if _, err := fs.ReadFile(Tree(packed), "1/indicators/a.yaml"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

// The same files make the same package, and sealing what was sealed, too.
func TestSealedAlike(t *testing.T) {
	plain, packed := trees(t)
	again, err := Seal(Tree(packed), "1")
	if err != nil || !bytes.Equal(again, packed["1.zip"].Data) {
		t.Errorf("%v, %d and %d bytes", err, len(again), len(packed["1.zip"].Data))
	}
	plain["1/.manifest.yaml.swp"] = file("an editor's")
	if again, err = Seal(plain, "1"); err != nil || !bytes.Equal(again, packed["1.zip"].Data) {
		t.Errorf("%v: hidden files are sealed", err)
	}
}

// A package that is broken, or that holds another folder, is told and not passed
// over.
func TestBrokenPackage(t *testing.T) {
	_, packed := trees(t)
	whole := packed["1.zip"].Data
	much, err := Seal(fstest.MapFS{"1/a.yaml": {Data: make([]byte, maxHeld+1)}}, "1")
	if err != nil {
		t.Fatal(err)
	}
	for name, tree := range map[string]fstest.MapFS{
		"cut":           {"1.zip": {Data: whole[:len(whole)/2]}},
		"no package":    {"1.zip": file("text")},
		"other folder":  {"3.zip": {Data: whole}},
		"much too long": {"1.zip": {Data: make([]byte, maxPackage+1)}},
		"holds much":    {"1.zip": {Data: much}},
	} {
		if _, err := fs.ReadDir(Tree(tree), "."); err == nil {
			t.Errorf("%s: listed", name)
		}
	}
	if _, err := fs.ReadFile(Tree(fstest.MapFS{"1.zip": {Data: whole[:len(whole)/2]}}), "1/manifest.yaml"); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
}
