package ruleset

import (
	"bytes"
	"flag"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"tijian/engine/dictionary"
	"tijian/engine/problem"
)

var update = flag.Bool("update", false, "write the expected messages of the broken cases anew")

// base is the rule set that is in order.
func base(t testing.TB) fstest.MapFS {
	t.Helper()
	return change(t, fstest.MapFS{}, "testdata/base.txtar")
}

// change lays the files of an archive over a tree. A file of one line
// "s/OLD/NEW/" edits the existing file instead; an empty file removes it.
func change(t testing.TB, tree fstest.MapFS, archive string) fstest.MapFS {
	t.Helper()
	a, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range a.Files {
		text := string(f.Data)
		switch parts := strings.Split(strings.TrimSuffix(text, "\n"), "~"); {
		case f.Name == "expected":
		case text == "":
			delete(tree, f.Name)
		case len(parts) == 4 && parts[0] == "s":
			old := tree[f.Name]
			if old == nil || strings.Count(string(old.Data), parts[1]) != 1 {
				t.Fatalf("%s: %q is not once in %s", archive, parts[1], f.Name)
			}
			unescape := strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\xff`, "\xff")
			tree[f.Name] = &fstest.MapFile{Data: bytes.Replace(old.Data, []byte(parts[1]), []byte(unescape.Replace(parts[2])), 1)}
		default:
			tree[f.Name] = &fstest.MapFile{Data: f.Data}
		}
	}
	return tree
}

func load2(tree fs.FS) (*Set, problem.List) {
	dictionaries, _ := fs.Sub(tree, "dictionaries")
	rules, _ := fs.Sub(tree, "rules")
	d, list := dictionary.Load(dictionaries)
	if d == nil {
		return nil, list
	}
	return Load(rules, "", d)
}

func TestLoad(t *testing.T) {
	set, list := load2(base(t))
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	if set.Version != "2026.1" || len(set.Hash) != 12 {
		t.Errorf("version %q, hash %q", set.Version, set.Hash)
	}
	row := set.Tables["hemoglobin"][0].Rows[3]
	if row.Color != 4 || row.Level.ID != "H1" || row.Number != 4 || row.At.Line != 8 || row.At.File != "2026.1/indicators/blood.yaml" {
		t.Errorf("row %+v", row)
	}
	if s := set.Tables["hemoglobin"][0].Rows[1].Sources; len(s) != 1 || s[0].Key != "W405" || s[0].Place != "表1" {
		t.Errorf("sources %+v", s)
	}
	if s := set.Tables["hemoglobin"][0].Rows[0].Sources; len(s) != 1 || s[0].Key != "CV" {
		t.Errorf("a row's own sources %+v", s)
	}
	if set.Quality["TABLE"].PPI != 60 {
		t.Errorf("quality %+v", set.Quality)
	}
	var order []string
	for _, d := range set.Derived {
		order = append(order, d.ID)
	}
	if strings.Join(order, " ") != "ratio bmi score" {
		t.Errorf("derived values in the order %v", order)
	}
}

// The hash changes with any byte of rules or dictionaries, and with nothing
// else.
func TestHash(t *testing.T) {
	first, _ := load2(base(t))
	again, _ := load2(base(t))
	if first.Hash != again.Hash {
		t.Error("the same files, another hash")
	}
	for _, name := range []string{"rules/2026.1/sources.yaml", "dictionaries/units.yaml"} {
		tree := base(t)
		tree[name] = &fstest.MapFile{Data: append(bytes.Clone(tree[name].Data), '\n')}
		changed, list := load2(tree)
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		if changed.Hash == first.Hash {
			t.Errorf("%s changed, the hash did not", name)
		}
	}
}

// Each archive under testdata/broken breaks the base; its file "expected" is
// what staff read.
func TestBroken(t *testing.T) {
	archives, err := filepath.Glob("testdata/broken/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no cases", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			tree := change(t, base(t), name)
			set, list := load2(tree)
			if set != nil || len(list) == 0 {
				t.Fatal("no problem was found")
			}
			var got bytes.Buffer
			if err := problem.Render(&got, list, both{tree}, problem.Chinese); err != nil {
				t.Fatal(err)
			}
			for _, p := range list {
				if p.EN == "" {
					t.Errorf("no English for %s", p.ZH)
				}
			}
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			check(t, name, a, got.Bytes())
		})
	}
}

// both finds files of rules and of dictionaries by their places.
type both struct{ tree fs.FS }

func (b both) Open(name string) (fs.File, error) {
	if f, err := b.tree.Open("rules/" + name); err == nil {
		return f, nil
	}
	return b.tree.Open("dictionaries/" + name)
}

func check(t *testing.T, name string, a *txtar.Archive, got []byte) {
	t.Helper()
	for i := range a.Files {
		f := &a.Files[i]
		if f.Name != "expected" {
			continue
		}
		if *update {
			f.Data = got
			writeFile(t, name, txtar.Format(a))
		} else if !bytes.Equal(f.Data, got) {
			t.Errorf("got\n%s\nwant\n%s", got, f.Data)
		}
		return
	}
	if !*update {
		t.Fatalf("no file expected; got\n%s", got)
	}
	a.Files = append(a.Files, txtar.File{Name: "expected", Data: got})
	writeFile(t, name, txtar.Format(a))
}
