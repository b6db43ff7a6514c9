package changes

import (
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// A leaf is a text or number of a file. Its path has a segment for each key
// above it and for what names an item of a list; items without a name are not
// told apart.
type leaf struct {
	path, value string
	line        int
	stood       int // where the other file lacks it: the line there
}

// is reports whether two leaves hold the same at the same place.
func (l *leaf) is(other *leaf) bool { return l.path == other.path && l.value == other.value }

// Segments of paths begin with what they are.
const (
	keyMark  = "\x00" // a key
	itemMark = "\x01" // an item of a list, by its name
)

// naming are the keys that name an item of a list, the first that it has.
var naming = []string{"id", "name", "term", "head", "scale", "site", "variable", "unit", "trial", "indicator"}

// own are the keys at the top of a file that every version has its own.
var own = []string{"version", "from", "inherits_cases", "released"}

func (t *tree) walk(path string, n *yaml.Node) {
	if _, seen := t.lines[path]; !seen {
		t.lines[path] = n.Line
	}
	switch n.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			if key := n.Content[i].Value; path != "" || !slices.Contains(own, key) {
				t.walk(path+keyMark+key, n.Content[i+1])
			}
		}
	case yaml.SequenceNode:
		for _, item := range n.Content {
			t.walk(path+itemMark+nameOf(item), item)
		}
	default:
		if t.at[path] == nil {
			t.order = append(t.order, path)
		}
		t.at[path] = append(t.at[path], len(t.leaves))
		t.leaves = append(t.leaves, leaf{path: path, value: n.Value, line: n.Line})
	}
}

// of are the leaves of a path.
func (t *tree) of(path string) (list []leaf) {
	for _, i := range t.at[path] {
		list = append(list, t.leaves[i])
	}
	return list
}

func nameOf(item *yaml.Node) string {
	if item.Kind != yaml.MappingNode {
		return ""
	}
	for _, key := range naming {
		for i := 0; i+1 < len(item.Content); i += 2 {
			if item.Content[i].Value == key && item.Content[i+1].Kind == yaml.ScalarNode {
				return item.Content[i+1].Value
			}
		}
	}
	return ""
}

// isList reports whether a path is that of plain items of a list.
func isList(path string) bool { return strings.HasSuffix(path, itemMark) }

// above gives the path without its last segment.
func above(path string) string { return path[:max(0, strings.LastIndexAny(path, keyMark+itemMark))] }

// called joins the segments of a path that are of some kinds.
func called(path, kinds string) string {
	var parts []string
	for ; path != ""; path = above(path) {
		if kind, name := last(path); name != "" && strings.Contains(kinds, kind) {
			parts = append(parts, name)
		}
	}
	slices.Reverse(parts)
	return strings.Join(parts, ".")
}

// last gives the last segment of a path.
func last(path string) (kind, name string) {
	at := strings.LastIndexAny(path, keyMark+itemMark)
	return path[at : at+1], path[at+1:]
}

func allNumbers(lists ...[]leaf) bool {
	for _, list := range lists {
		for _, l := range list {
			if _, err := strconv.ParseFloat(l.value, 64); err != nil {
				return false
			}
		}
	}
	return true
}

// Altered shows what a text became; of a long one only the part that differs.
func Altered(from, to string) string {
	a, b := []rune(from), []rune(to)
	const long = 30
	if len(a) <= long && len(b) <= long {
		return from + " → " + to
	}
	begin := 0
	for begin < min(len(a), len(b)) && a[begin] == b[begin] {
		begin++
	}
	end := 0
	for end < min(len(a), len(b))-begin && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	// Whole words and numbers.
	for begin > 0 && joined(a[begin-1]) {
		begin--
	}
	for end > 0 && joined(a[len(a)-end]) {
		end--
	}
	if begin+end >= min(len(a), len(b)) { // nothing went or nothing came: some words before tell where
		begin = max(0, begin-6)
	}
	middle := func(text []rune) string { return strings.TrimSpace(string(text[begin : len(text)-end])) }
	return middle(a) + " → " + middle(b)
}

func joined(r rune) bool {
	return r == '.' || r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}
