package langserver

import (
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sourcegraph/jsonrpc2"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/record"
	"tijian/engine/ruleset"
	"tijian/engine/strictyaml"
)

// named finds the name at a position, with the files of its version; nil for
// none.
func (s *server) named(p positionParams) (*name, index) {
	f := s.read(s.nameOf(p.Document.URI))
	if f == nil {
		return nil, nil
	}
	n := f.at(p.Position)
	if n == nil {
		return nil, nil
	}
	return n, s.version(versionOf(f.name))
}

func (s *server) locations(names []*name) []location {
	all := []location{}
	for _, n := range names {
		all = append(all, location{s.uriOf(n.file.name), n.span()})
	}
	return all
}

func (s *server) definition(p positionParams) (any, error) {
	n, all := s.named(p)
	if n == nil {
		return nil, nil
	}
	return s.locations(all.definitions(n)), nil
}

func (s *server) references(p positionParams) (any, error) {
	n, all := s.named(p)
	if n == nil {
		return nil, nil
	}
	found := slices.DeleteFunc(all.references(n), func(n *name) bool { return n.defined && !p.Context.Declaration })
	return s.locations(found), nil
}

// renamed finds the constant that is to be renamed.
func (s *server) renamed(p positionParams) (*name, index, error) {
	n, all := s.named(p)
	if n == nil {
		return nil, nil, s.refuse(message.OnlyConstants.Fault())
	}
	for _, d := range all.definitions(n) {
		if d.kind == constants {
			return n, all, nil
		}
	}
	return nil, nil, s.refuse(message.OnlyConstants.Fault())
}

func (s *server) refuse(why problem.Problem) error {
	return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: why.Text(s.Lang)}
}

func (s *server) prepareRename(p positionParams) (any, error) {
	n, _, err := s.renamed(p)
	if err != nil {
		return nil, err
	}
	return n.span(), nil
}

// rename gives a constant another name, in every file of its version.
func (s *server) rename(p positionParams) (any, error) {
	n, all, err := s.renamed(p)
	if err != nil {
		return nil, err
	}
	version := versionOf(n.file.name)
	if _, err := fs.Stat(s.files.RulesFS(), path.Join(version, record.LockName)); err == nil {
		return nil, s.refuse(message.RenameLocked.With("version", version).Fault())
	}
	if !ruleset.IsIdentifier(p.NewName) {
		return nil, s.refuse(message.BadName.At(problem.Place{}, "name", p.NewName))
	}
	taken := all.each(func(o *name) bool {
		return o.text == p.NewName && (o.kind == variable || slices.Contains(variables, o.kind))
	})
	if len(taken) > 0 {
		return nil, s.refuse(message.NameTaken.At(problem.Place{}, "name", p.NewName))
	}
	for _, f := range all {
		if !f.sound {
			return nil, s.refuse(message.RenameBroken.With("file", f.name).Fault())
		}
	}
	changes := map[string][]textEdit{}
	for _, use := range all.references(n) {
		if !use.exact {
			return nil, s.refuse(message.RenameHidden.With("file", fmt.Sprintf("%s:%d", use.file.name, use.line)).Fault())
		}
		uri := s.uriOf(use.file.name)
		changes[uri] = append(changes[uri], textEdit{use.span(), p.NewName})
	}
	return object{"changes": changes}, nil
}

// mostShown of the lines of a definition, and of the places of its uses.
const mostShown = 12

// hover shows the definition of a name as it is written and where it is used,
// or what a key means.
func (s *server) hover(p positionParams) (any, error) {
	n, all := s.named(p)
	if n == nil {
		return s.hoverKey(p)
	}
	defined := all.definitions(n)
	if len(defined) == 0 {
		return nil, nil
	}
	var text strings.Builder
	for _, d := range defined {
		last := min(d.item.Last, d.item.First+mostShown-1, len(d.file.lines))
		fmt.Fprintf(&text, "**%s** · %s · %s:%d\n```yaml\n%s\n```\n", d.text, d.file.shape.Title, d.file.name, d.line, strings.Join(d.file.lines[d.item.First-1:last], "\n"))
	}
	uses := slices.DeleteFunc(all.references(n), func(n *name) bool { return n.defined })
	var places []string
	for _, use := range uses {
		_, below, _ := strings.Cut(use.file.name, versionOf(use.file.name)+"/")
		places = append(places, fmt.Sprintf("%s:%d", below, use.line))
	}
	if places = slices.Compact(places); len(places) > mostShown {
		places = append(places[:mostShown], "…")
	}
	text.WriteString(message.UsedAt.With("count", len(uses), "places", places).In(s.Lang))
	return markdown(text.String(), n.span()), nil
}

func markdown(text string, of span) object {
	return object{"contents": object{"kind": "markdown", "value": text}, "range": of}
}

func (s *server) hoverKey(p positionParams) (any, error) {
	f := s.read(s.nameOf(p.Document.URI))
	if f == nil {
		return nil, nil
	}
	line, column := f.lines.place(p.Position)
	for key := range f.scalars() {
		field, length := f.shape.Fields[key.Path], utf8.RuneCountInString(key.Value)
		if key.Key && key.At.Line == line && key.At.Column <= column && column <= key.At.Column+length && field.ZH != "" {
			said := field.ZH
			if len(field.Choices) > 0 {
				said += "\n\n" + strings.Join(field.Choices, " · ")
			}
			return markdown(said, f.lines.span(line, key.At.Column, length)), nil
		}
	}
	return nil, nil
}

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
