package langserver

import (
	"reflect"
	"strings"
	"unicode/utf8"

	"tijian/engine/strictyaml"
)

// symbols are the items of a file, each named by its first value, and the lists
// in them; of a file that is one mapping its keys.
func (s *server) symbols(p documentParams) (any, error) {
	f := s.read(s.nameOf(p.Document.URI))
	if f == nil {
		return nil, nil
	}
	o := outline{file: f, list: f.shape.Type.Kind() != reflect.Struct, seen: map[*strictyaml.Item]bool{}, all: []*symbol{}}
	for scalar := range f.scalars() {
		o.add(scalar)
	}
	return o.all, nil
}

type outline struct {
	file *file
	list bool // of items, or one mapping
	seen map[*strictyaml.Item]bool
	all  []*symbol
	last *symbol
	item *strictyaml.Item // of the last
}

func (o *outline) add(s strictyaml.Scalar) {
	depth := strings.Count(s.Path, ".")
	switch fresh := !o.seen[s.Item]; {
	case !s.Key && o.last.Name == "":
		o.last.Name, _, _ = strings.Cut(s.Value, "\n")
		return
	case !s.Key && o.last.Detail == "" && o.item == s.Item && o.last.Kind == symbolOfItem:
		o.last.Detail = s.Value
		return
	case !s.Key || depth > 1:
		return
	case depth == 0 && !o.list:
		o.last = &symbol{Name: s.Value, Kind: symbolOfKey}
	case fresh:
		o.last = &symbol{Kind: symbolOfItem}
		if s.Of == nil {
			o.last.Name = s.Value
		}
	default:
		return
	}
	o.item, o.seen[s.Item] = s.Item, true
	o.last.Selected = o.file.lines.span(s.At.Line, s.At.Column, utf8.RuneCountInString(s.Value))
	o.last.Range = o.last.Selected
	if o.last.Kind == symbolOfItem {
		o.last.Range = span{o.file.lines.position(s.Item.First, 1), o.file.lines.position(s.Item.Last, len(o.file.lines[s.Item.Last-1])+1)}
	}
	if depth == 0 {
		o.all = append(o.all, o.last)
		return
	}
	above := o.all[len(o.all)-1]
	above.Children = append(above.Children, o.last)
	if above.Range.End.Line < o.last.Range.End.Line {
		above.Range.End = o.last.Range.End
	}
}
