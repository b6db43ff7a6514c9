// Package changes tells what the files of a draft say otherwise than those of
// the version that it came from: words gone and added, numbers and texts
// altered, another order. It looks at the files whose slips neither the proof
// of the tables nor a difference of answers shows: dictionaries, formulas,
// risks and what they share.
package changes

import (
	"bytes"
	"io/fs"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"tijian/engine/internal/treehash"
)

// A File is what one file of a draft says otherwise.
type File struct {
	Name      string // below the folder of the rules or dictionaries of the version
	New, Lost bool   // the whole file; then nothing else is told
	Gone      []Gone
	Added     []string
	Altered   []string // such as usual.high: 65 → 5
	Reordered bool     // and nothing else
	Line      int      // of the first change in the draft, else of what stands above it; 0 when it is lost
}

// Gone is a word that a draft lacks.
type Gone struct {
	Word string
	Line int // in the version that it came from
}

// Tells reports whether the changes of a file of the rules are told, by its name
// below the version's folder. Left out are what every version has its own, its
// sources and cases, and the tables, of which diff tells cell by cell.
func Tells(name string) bool {
	folder, _, _ := strings.Cut(name, "/")
	return folder != "indicators" && folder != "overlays" && folder != "cases" && name != "sources.yaml"
}

// Rules compares the rules of a draft with those of the version that it came
// from, both by their folders.
func Rules(before, after fs.FS) []File { return compare(before, after, Tells) }

// Dictionaries does the same for the dictionaries.
func Dictionaries(before, after fs.FS) []File {
	return compare(before, after, func(string) bool { return true })
}

func compare(before, after fs.FS, tells func(name string) bool) []File {
	was, is := treehash.Names(before, "."), treehash.Names(after, ".")
	all := slices.Concat(was, is)
	slices.Sort(all)
	var files []File
	for _, name := range slices.Compact(all) {
		if !tells(name) {
			continue
		}
		a, _ := fs.ReadFile(before, name) // what is not there has nothing in it
		b, _ := fs.ReadFile(after, name)
		f, differs := Of(a, b)
		switch {
		case !slices.Contains(is, name):
			f, differs = File{Lost: true}, true
		case !slices.Contains(was, name):
			f, differs = File{New: true, Line: 1}, true
		}
		if differs {
			f.Name = name
			files = append(files, f)
		}
	}
	return files
}

// Of compares two states of a file and reports whether what they hold differs;
// comments, quotes and blanks aside. A file that cannot be read holds nothing.
func Of(before, after []byte) (f File, differs bool) {
	if bytes.Equal(before, after) {
		return f, false
	}
	a, b := read(before), read(after)
	first := func(lines *int, line int) {
		if *lines == 0 || line < *lines {
			*lines = line
		}
	}
	note := func(line int) { first(&f.Line, line) }
	above := 0 // what is gone
	for _, path := range union(a.order, b.order) {
		gone, added := without(a.at[path], b.at[path]), without(b.at[path], a.at[path])
		if len(gone) == len(added) && (!isList(path) || allNumbers(gone, added)) {
			for i := range gone {
				f.Altered = append(f.Altered, called(path, keyMark+itemMark)+": "+Altered(gone[i].value, added[i].value))
				note(added[i].line)
			}
			continue
		}
		for _, l := range gone {
			word := l.shown(b)
			if !slices.ContainsFunc(f.Gone, func(g Gone) bool { return g.Word == word }) {
				f.Gone = append(f.Gone, Gone{word, l.line})
			}
			first(&above, b.nearest(path))
		}
		for _, l := range added {
			f.Added = appendNew(f.Added, l.shown(a))
			note(l.line)
		}
	}
	if len(f.Gone)+len(f.Added)+len(f.Altered) > 0 {
		if f.Line == 0 {
			f.Line = above
		}
		return f, true
	}
	for i := range a.leaves {
		if x, y := a.leaves[i], b.leaves[i]; x.path != y.path || x.value != y.value {
			f.Reordered = true
			note(y.line)
			return f, true
		}
	}
	return f, false
}

// without gives the leaves whose values the others lack, as often as they do.
func without(leaves, others []leaf) []leaf {
	left := map[string]int{}
	for _, l := range others {
		left[l.value]++
	}
	var more []leaf
	for _, l := range leaves {
		if left[l.value]--; left[l.value] < 0 {
			more = append(more, l)
		}
	}
	return more
}

func union(a, b []string) []string {
	all := slices.Clone(a)
	seen := map[string]bool{}
	for _, path := range a {
		seen[path] = true
	}
	for _, path := range b {
		if !seen[path] {
			all = append(all, path)
		}
	}
	return all
}

func appendNew(list []string, text string) []string {
	if slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}

// A tree is what a YAML file holds: its leaves, by where they stand.
type tree struct {
	leaves []leaf
	order  []string          // of the paths
	at     map[string][]leaf // by path
	lines  map[string]int    // of every path and those above it
}

func read(data []byte) *tree {
	t := &tree{at: map[string][]leaf{}, lines: map[string]int{}}
	var doc yaml.Node
	if yaml.Unmarshal(data, &doc) == nil && len(doc.Content) > 0 {
		t.walk("", doc.Content[0])
	}
	return t
}
