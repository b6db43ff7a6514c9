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

// States are a file's before and after; nil where it is not there.
type States struct {
	Name          string // below the folders
	Before, After []byte
}

// Both lists every file of two folders whose bytes differ, sorted.
func Both(before, after fs.FS) (list []States) {
	was, is := treehash.Names(before, "."), treehash.Names(after, ".")
	all := slices.Concat(was, is)
	slices.Sort(all)
	for _, name := range slices.Compact(all) {
		one := States{Name: name}
		if slices.Contains(was, name) {
			one.Before, _ = fs.ReadFile(before, name) // who loads it reports why it cannot be read
		}
		if slices.Contains(is, name) {
			one.After, _ = fs.ReadFile(after, name)
		}
		if one.Before == nil || one.After == nil || !bytes.Equal(one.Before, one.After) {
			list = append(list, one)
		}
	}
	return list
}

func compare(before, after fs.FS, tells func(name string) bool) []File {
	var files []File
	for _, one := range Both(before, after) {
		if !tells(one.Name) {
			continue
		}
		f, differs := Of(one.Before, one.After)
		switch {
		case one.After == nil:
			f, differs = File{Lost: true}, true
		case one.Before == nil:
			f, differs = File{New: true, Line: 1}, true
		}
		if differs {
			f.Name = one.Name
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
	first := func(lines *int, line int) {
		if *lines == 0 || line < *lines {
			*lines = line
		}
	}
	above := 0 // what is gone
	list, order := Leaves(before, after)
	for i := range list {
		switch l := &list[i]; l.state {
		case isAltered:
			f.Altered = append(f.Altered, called(l.path, keyMark+itemMark)+": "+Altered(l.From, l.To))
			first(&f.Line, l.ToLine)
		case isGone:
			word := l.shown()
			if !slices.ContainsFunc(f.Gone, func(g Gone) bool { return g.Word == word }) {
				f.Gone = append(f.Gone, Gone{word, l.FromLine})
			}
			first(&above, l.ToLine)
		default:
			if word := l.shown(); !slices.Contains(f.Added, word) {
				f.Added = append(f.Added, word)
			}
			first(&f.Line, l.ToLine)
		}
	}
	if len(list) > 0 {
		if f.Line == 0 {
			f.Line = above
		}
		return f, true
	}
	f.Line, f.Reordered = order, order > 0
	return f, f.Reordered
}

// altered reports whether the leaves of a path that differ became each other: as
// many as were there, and no words of a list, which have no place.
func altered(path string, gone, added []leaf) bool {
	return len(gone) == len(added) && (!isList(path) || allNumbers(gone, added))
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

// A tree is what a YAML file holds: its leaves, by where they stand.
type tree struct {
	leaves []leaf
	order  []string         // of the paths
	at     map[string][]int // the leaves by path
	lines  map[string]int   // of every path and those above it
}

func read(data []byte) *tree {
	t := &tree{at: map[string][]int{}, lines: map[string]int{}}
	var doc yaml.Node
	if yaml.Unmarshal(data, &doc) == nil && len(doc.Content) > 0 {
		t.walk("", doc.Content[0])
	}
	return t
}
