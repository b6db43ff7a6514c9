package strictyaml

import (
	"iter"
	"reflect"
	"strings"

	"gopkg.in/yaml.v3"
)

// A Scalar is a key or a value of a file, and where its shape expects it.
type Scalar struct {
	Text
	// Path has the keys that lead there as Shape.Fields has them, its own
	// included; that of a free key ends in *.
	Path string
	// Of is the type of the value; of a key, the struct it belongs to, nil of a
	// free one. A value where the shape expects a mapping is a key without its
	// colon.
	Of   reflect.Type
	Key  bool
	Item *Item
}

// Names reports whether it is written by people's choice: a value, or a free key.
func (s Scalar) Names() bool { return s.Key == (s.Of == nil) }

// An Item is an element of a list, an entry under a free key, or a whole
// document, with the lines, counted from 1, on which it begins and ends.
type Item struct{ First, Last int }

// Scalars gives the keys and values of a file in their order. Where the file is
// not as the shape has it, what lies below is passed over.
func (f *File) Scalars(s Shape) iter.Seq[Scalar] {
	return func(yield func(Scalar) bool) {
		w := &scalars{f, yield, true}
		if f.root != nil {
			w.value(f.root, s.Type, "", item(f.root, f.root))
		}
	}
}

type scalars struct {
	file  *File
	yield func(Scalar) bool
	more  bool
}

func (w *scalars) give(n *yaml.Node, path string, of reflect.Type, key bool, in *Item) {
	if w.more && n.Kind == yaml.ScalarNode {
		w.more = w.yield(Scalar{w.file.text(n), path, of, key, in})
	}
}

func (w *scalars) value(n *yaml.Node, t reflect.Type, path string, in *Item) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	free, isEntries := EntryOf(t)
	isStruct := t.Kind() == reflect.Struct && !IsText(t)
	switch {
	case n.Kind == yaml.ScalarNode && isStruct:
		w.give(n, Join(path, n.Value), t, true, in)
	case n.Kind == yaml.ScalarNode && !isEntries && (t.Kind() == reflect.Slice || t.Kind() == reflect.Array):
		w.value(n, t.Elem(), path, in)
	case n.Kind == yaml.ScalarNode:
		w.give(n, path, t, false, in)
	case n.Kind == yaml.SequenceNode && !isEntries && (t.Kind() == reflect.Slice || t.Kind() == reflect.Array):
		for _, element := range n.Content {
			w.value(element, t.Elem(), path, item(element, element))
		}
	case n.Kind == yaml.MappingNode && isStruct:
		w.members(n, t, path, in)
	case n.Kind == yaml.MappingNode && t.Kind() == reflect.Map:
		w.entries(n, t.Elem(), path)
	case n.Kind == yaml.MappingNode && isEntries:
		w.entries(n, free, path)
	}
}

func (w *scalars) members(n *yaml.Node, t reflect.Type, path string, in *Item) {
	types := map[string]reflect.Type{}
	for _, m := range Members(t) {
		types[m.Key] = m.Type
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		w.give(key, Join(path, key.Value), t, true, in)
		if of := types[key.Value]; of != nil {
			w.value(n.Content[i+1], of, Join(path, key.Value), in)
		}
	}
}

func (w *scalars) entries(n *yaml.Node, of reflect.Type, path string) {
	for i := 0; i+1 < len(n.Content); i += 2 {
		in := item(n.Content[i], n.Content[i+1])
		w.give(n.Content[i], Join(path, "*"), nil, true, in)
		w.value(n.Content[i+1], of, path, in)
	}
}

// item is what begins with one node and ends with another.
func item(first, last *yaml.Node) *Item {
	in := &Item{first.Line, last.Line}
	var end func(n *yaml.Node)
	end = func(n *yaml.Node) {
		lines := 0
		if n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
			lines = strings.Count(strings.TrimRight(n.Value, "\n"), "\n") + 1
		}
		in.Last = max(in.Last, n.Line+lines)
		for _, part := range n.Content {
			end(part)
		}
	}
	end(last)
	return in
}

// Join appends a key to the keys that lead to a place.
func Join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
