package main

import (
	"encoding/xml"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tijian/engine/expression"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

const docs = "../../docs"

func pages(t *testing.T) map[string]string {
	t.Helper()
	files, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// The committed pages are those that the rules give.
func TestPagesAreUpToDate(t *testing.T) {
	files := pages(t)
	stale := 0
	for name, want := range files {
		if got, err := os.ReadFile(filepath.Join(docs, name)); err != nil || string(got) != want {
			stale++
			t.Logf("docs/%s differs (%v)", name, err)
		}
	}
	err := filepath.WalkDir(filepath.Join(docs, picturesOf), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if name, err := filepath.Rel(docs, path); err != nil || files[filepath.ToSlash(name)] == "" {
			stale++
			t.Logf("docs/%s: nothing makes this file", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if stale > 0 {
		t.Errorf("%d files are out of date; run: go run ./tools/rulesdoc", stale)
	}
}

// Everything that a reader looks up is there, with its colours and texts.
func TestPagesAreComplete(t *testing.T) {
	files := pages(t)
	all := strings.Builder{}
	for name, content := range files {
		if strings.HasSuffix(name, ".md") {
			all.WriteString(content)
		}
	}
	b := bookOf(t)
	for _, i := range b.set.Dictionary.All() {
		if !strings.Contains(all.String(), `<a id="`+i.Name+`"></a>`) {
			t.Errorf("no entry for %s", i.Name)
		}
		for _, table := range b.set.Tables[i.Name] {
			for _, r := range table.Rows {
				if !strings.Contains(all.String(), cell(r.Tip)) || !strings.Contains(all.String(), cell(r.Hint)) {
					t.Errorf("%s: a text of row %d is missing", i.Name, r.Number)
				}
			}
		}
	}
	for _, r := range b.set.Risks {
		if !strings.Contains(files["规则参考.md"], "### "+r.Name) {
			t.Errorf("no entry for the risk %s", r.ID)
		}
	}
}

// Pictures are well-formed, and each link leads somewhere.
func TestPicturesAndLinks(t *testing.T) {
	files := pages(t)
	for name, content := range files {
		if strings.HasSuffix(name, ".svg") {
			for d := xml.NewDecoder(strings.NewReader(content)); ; {
				if _, err := d.Token(); err == io.EOF {
					break
				} else if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
			continue
		}
		for _, part := range strings.Split(content, "](")[1:] {
			target, _, _ := strings.Cut(part, ")")
			target, _, _ = strings.Cut(target, "#")
			if target == "" {
				continue
			}
			if path := filepath.ToSlash(filepath.Join(filepath.Dir(name), target)); files[path] == "" {
				t.Errorf("%s links to %s, which is not there", name, path)
			}
		}
	}
}

func TestWords(t *testing.T) {
	b := bookOf(t)
	for text, want := range map[string]string{
		`age >= 18 and sex == "female"`:        "年龄 ≥ 18 且 女性",
		`has(waist_circumference) and age < 7`: "已提供腰围 且 年龄 < 7",
	} {
		var list problem.List
		c := expression.CompileCondition(strictyaml.Text{Value: text}, b.set.Scope, expression.Options{}, &list)
		if got := b.words(c); got != want || len(list) > 0 {
			t.Errorf("%s reads %q, want %q %v", text, got, want, list)
		}
	}
	if got := b.words(nil); got != "所有人" {
		t.Errorf("no guard reads %q", got)
	}
}

func bookOf(t *testing.T) *book {
	t.Helper()
	set, err := load()
	if err != nil {
		t.Fatal(err)
	}
	return newBook(set, nil)
}
