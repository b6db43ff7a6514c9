// Package schema turns the types that files are decoded into into JSON Schemas
// (draft 2020-12), with which editors complete keys and mark mistakes while
// people type.
package schema

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/invopop/jsonschema"

	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// Of returns the schema of a shape. Where it expects a name, it lists those of
// the vocabulary; without any of that kind it takes all.
func Of(s strictyaml.Shape, v Vocabulary) *jsonschema.Schema {
	w := &walker{s, v}
	root := w.schema(s.Type, "")
	root.Version = jsonschema.Version
	root.Title = s.Title
	root.Comments = "Generated from the types of the loader: tijian rules schema"
	return root
}

// Text returns the schema of a shape as indented JSON with a line end. The error
// is never of the caller's making.
func Text(s strictyaml.Shape, v Vocabulary) ([]byte, error) {
	data, err := json.Marshal(Of(s, v))
	if err != nil {
		return nil, err
	}
	var indented strings.Builder
	encoder := json.NewEncoder(&indented)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(json.RawMessage(data)); err != nil {
		return nil, err
	}
	return []byte(readable.Replace(indented.String())), nil
}

// readable undoes escapes that the library writes for HTML's sake.
var readable = strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&")

type walker struct {
	shape strictyaml.Shape
	names Vocabulary
}

// scalar is any scalar of YAML: whoever writes `when: true` or `body: 2012`
// means a text.
func scalar() *jsonschema.Schema {
	return &jsonschema.Schema{Extras: map[string]any{"type": []string{"string", "number", "boolean"}}}
}

// schema describes a type at a place; path holds the keys that lead there.
func (w *walker) schema(t reflect.Type, path string) *jsonschema.Schema {
	s := w.shapeOf(t, path)
	field := w.shape.Fields[path]
	s.Description = field.ZH
	of := s // whose values are the choices: those of a list are its items'
	if s.Items != nil {
		of = s.Items
	}
	for _, choice := range field.Choices {
		of.Enum = append(of.Enum, typed(of, choice))
	}
	use := w.shape.Uses[path]
	if names := w.names[use.Kind]; use.Place && len(names) > 0 {
		of.AnyOf = []*jsonschema.Schema{{Enum: texts(names)}, {Pattern: "^(" + strings.Join(quote(names), "|") + ") "}}
	} else {
		names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(field.Choices, name) })
		of.Enum = append(of.Enum, texts(names)...)
	}
	if names := w.names[w.shape.Uses[strictyaml.Join(path, "*")].Kind]; len(names) > 0 {
		s.PropertyNames = &jsonschema.Schema{Enum: texts(names)}
	}
	return s
}

// typed is a choice as the value that stands in the file.
func typed(s *jsonschema.Schema, choice string) any {
	if n, err := strconv.Atoi(choice); err == nil && s.Type == "integer" {
		return n
	}
	return choice
}

func texts(names []string) []any {
	list := make([]any, len(names))
	for i, name := range names {
		list[i] = name
	}
	return list
}

func quote(names []string) []string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = regexp.QuoteMeta(name)
	}
	return list
}

func (w *walker) shapeOf(t reflect.Type, path string) *jsonschema.Schema {
	if strictyaml.IsText(t) {
		return scalar()
	}
	if value, ok := strictyaml.EntryOf(t); ok {
		return &jsonschema.Schema{Type: "object", AdditionalProperties: w.shapeOf(value, path)}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return w.shapeOf(t.Elem(), path)
	case reflect.Struct:
		return w.object(t, path)
	case reflect.Slice:
		return &jsonschema.Schema{Type: "array", Items: w.shapeOf(t.Elem(), path)}
	case reflect.Array:
		n := uint64(t.Len())
		return &jsonschema.Schema{Type: "array", Items: w.shapeOf(t.Elem(), path), MinItems: &n, MaxItems: &n}
	case reflect.Map:
		return &jsonschema.Schema{Type: "object", AdditionalProperties: w.shapeOf(t.Elem(), path)}
	case reflect.String:
		return scalar()
	case reflect.Bool:
		return &jsonschema.Schema{Type: "boolean"}
	case reflect.Int:
		return &jsonschema.Schema{Type: "integer"}
	case reflect.Float64:
		return &jsonschema.Schema{Type: "number"}
	}
	panic(fmt.Sprintf("schema: %s at %q", t, path))
}

func (w *walker) object(t reflect.Type, path string) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), AdditionalProperties: jsonschema.FalseSchema}
	for _, m := range strictyaml.Members(t) {
		s.Properties.Set(m.Key, w.schema(m.Type, strictyaml.Join(path, m.Key)))
		if m.Required {
			s.Required = append(s.Required, m.Key)
		}
	}
	return s
}

// Paths lists every key of a shape from the top, as Shape.Fields has them.
func Paths(s strictyaml.Shape) []string {
	var paths []string
	var visit func(t reflect.Type, path string)
	visit = func(t reflect.Type, path string) {
		if value, ok := strictyaml.EntryOf(t); ok {
			visit(value, path)
			return
		}
		switch t.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
			visit(t.Elem(), path)
		case reflect.Struct:
			if strictyaml.IsText(t) {
				return
			}
			for _, m := range strictyaml.Members(t) {
				paths = append(paths, strictyaml.Join(path, m.Key))
				visit(m.Type, strictyaml.Join(path, m.Key))
			}
		}
	}
	visit(s.Type, "")
	return paths
}

// A Vocabulary has the names that there are, sorted, by their kind.
type Vocabulary map[string][]string

// Add reads the names that the files of shapes define, below the root of the
// files. Files that cannot be read give none: whoever needs them says so.
func (v Vocabulary) Add(root fs.FS, shapes []strictyaml.Shape) error {
	for _, s := range shapes {
		if len(s.Defines) == 0 {
			continue
		}
		for _, pattern := range s.Files {
			files, err := fs.Glob(root, pattern)
			if err != nil {
				return err
			}
			for _, name := range files {
				data, err := fs.ReadFile(root, name)
				if err != nil {
					return err
				}
				v.add(name, data, s)
			}
		}
	}
	for kind, names := range v {
		slices.Sort(names)
		v[kind] = slices.Compact(names)
	}
	return nil
}

func (v Vocabulary) add(name string, data []byte, s strictyaml.Shape) {
	file := strictyaml.Parse(name, data, &problem.List{})
	if file == nil {
		return
	}
	for scalar := range file.Scalars(s) {
		if kind, defined := s.Defines[scalar.Path]; defined && scalar.Names() {
			v[kind] = append(v[kind], scalar.Value)
		}
	}
}
