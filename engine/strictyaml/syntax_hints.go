package strictyaml

import (
	"regexp"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"tijian/engine/problem"
)

// mostFaults of writing that are looked for in one file; one that has more is
// no YAML at all.
const mostFaults = 50

var dash = regexp.MustCompile(`^( *)- `)

// syntaxHints finds the faults of writing behind the one that the library stops
// at: the list item with the fault is blanked, line by line so that places
// stay, and the rest is read again.
func (f *File) syntaxHints(first problem.Problem) problem.List {
	list := problem.List{first}
	rest := &File{Name: f.Name, lines: append([]string(nil), f.lines...)}
	for at := first.Line; len(list) < mostFaults; {
		begin, end, ok := rest.item(at)
		if !ok {
			break
		}
		clear(rest.lines[begin:end])
		var doc yaml.Node
		err := decode(yaml.NewDecoder(strings.NewReader(strings.Join(rest.lines, "\n")+"\n")), &doc)
		if err == nil || err.Error() == "EOF" {
			break
		}
		next := rest.syntax(err)
		if slices.ContainsFunc(list, func(p problem.Problem) bool { return p.Line == next.Line }) {
			break
		}
		list.Add(next)
		at = next.Line
	}
	return list
}

// item finds the outermost list item that holds a line: its first line and the
// one behind its last, counted from 0.
func (f *File) item(line int) (begin, end int, ok bool) {
	indent := -1
	for _, text := range f.lines {
		if m := dash.FindStringSubmatch(text); m != nil && (indent < 0 || len(m[1]) < indent) {
			indent = len(m[1])
		}
	}
	if indent < 0 {
		return 0, 0, false
	}
	starts := func(i int) bool {
		m := dash.FindStringSubmatch(f.lines[i])
		return m != nil && len(m[1]) == indent
	}
	outside := func(i int) bool { // a line that belongs to something further out
		text := strings.TrimLeft(f.lines[i], " ")
		return text != "" && text[0] != '#' && len(f.lines[i])-len(text) < indent
	}
	for begin = line - 1; begin >= 0 && !starts(begin); begin-- {
		if outside(begin) && begin < line-1 {
			return 0, 0, false
		}
	}
	if begin < 0 {
		return 0, 0, false
	}
	for end = begin + 1; end < len(f.lines) && !starts(end); end++ {
		if outside(end) && end >= line {
			break
		}
	}
	return begin, end, true
}
