package strictyaml

import (
	"reflect"
	"strings"

	"gopkg.in/yaml.v3"

	"tijian/engine/problem"
)

// A Shape is what files of one kind look like: where they lie, the type that
// Decode fills from them, and what their keys mean to people.
type Shape struct {
	Name  string       // English, snake_case: tables
	Title string       // for people, Chinese
	Files []string     // patterns of path.Match below the root of the files
	Type  reflect.Type // of the document
	// Fields by their keys from the top, joined by dots: rows.when. Lists, and
	// the keys of mappings whose keys are free, add nothing.
	Fields map[string]Field
	// Defines tells where names of a kind, such as "indicators", are given, and
	// Uses where one is expected. A key * at the end stands for the keys
	// themselves of a mapping whose keys are free.
	Defines map[string]string
	Uses    map[string]Use
	// Expressions are the keys whose values are conditions or formulas.
	Expressions []string
}

// A Use is where a name is expected.
type Use struct {
	Kind  string
	Place bool // a blank and a place may follow the name, as in W405 表1
}

// A Field is what one key means.
type Field struct {
	ZH      string   // for people
	Choices []string // its only values; nil for any
}

// A Member is a key of a struct that Decode fills.
type Member struct {
	Key      string
	Type     reflect.Type
	Required bool
}

// Members returns the keys of a struct type in the order of its fields.
func Members(t reflect.Type) []Member {
	var members []Member
	fields, names := fieldsOf(t)
	for _, name := range names {
		f := fields[name]
		members = append(members, Member{name, t.Field(f.index).Type, f.required})
	}
	return members
}

// IsText reports whether a type is Text, which takes any scalar.
func IsText(t reflect.Type) bool { return t == textType }

// EntryOf returns the type of the values of Entries; false for other types.
func EntryOf(t reflect.Type) (reflect.Type, bool) {
	if t.Kind() != reflect.Slice || t.PkgPath() != textType.PkgPath() || !strings.HasPrefix(t.Name(), "Entries[") {
		return nil, false
	}
	value, _ := t.Elem().FieldByName("Value")
	return value.Type, true
}

// shapeEntry is a Shape as a file describes it.
type shapeEntry struct {
	Name        string              `yaml:"name,required"`
	Title       string              `yaml:"title,required"`
	Files       []string            `yaml:"files,required"`
	Fields      Entries[fieldEntry] `yaml:"fields,required"`
	Defines     map[string]string   `yaml:"defines"`
	Uses        map[string]string   `yaml:"uses"`   // key -> kind
	Places      map[string]string   `yaml:"places"` // the same where a place may follow the name
	Expressions []string            `yaml:"expressions"`
}

// fieldEntry is what a key means: a text, or a text with the only values of the
// key, written out or by the name of their list.
type fieldEntry struct {
	ZH      string   `yaml:"zh,required"`
	Of      string   `yaml:"of"`
	Choices []string `yaml:"choices"`
}

func (e *fieldEntry) decode(d *decoder, n *yaml.Node) {
	if n.Kind == yaml.ScalarNode {
		e.ZH = n.Value
		return
	}
	d.object(n, reflect.ValueOf(e).Elem())
}

// ReadShapes reads descriptions of files that belong to the program, by the types
// that Decode fills from each and the lists of values that keys name. Where a
// shape defines names of such a kind, a key with that list uses them. A fault is
// the program's own and panics.
func ReadShapes(data []byte, types map[string]reflect.Type, lists map[string][]string) []Shape {
	var problems problem.List
	var entries []shapeEntry
	if f := Parse("shapes.yaml", data, &problems); f != nil {
		f.Decode(&entries, &problems)
	}
	if err := problems.Err(); err != nil {
		panic(err)
	}
	defined := map[string]bool{}
	for _, e := range entries {
		for _, kind := range e.Defines {
			defined[kind] = true
		}
	}
	shapes := make([]Shape, len(entries))
	for i, e := range entries {
		s := Shape{Name: e.Name, Title: e.Title, Files: e.Files, Type: types[e.Name], Fields: map[string]Field{}, Defines: e.Defines, Uses: map[string]Use{}, Expressions: e.Expressions}
		for key, kind := range e.Uses {
			s.Uses[key] = Use{Kind: kind}
		}
		for key, kind := range e.Places {
			s.Uses[key] = Use{Kind: kind, Place: true}
		}
		for _, f := range e.Fields {
			s.Fields[f.Key.Value] = Field{ZH: f.Value.ZH, Choices: append(f.Value.Choices, lists[f.Value.Of]...)}
			if defined[f.Value.Of] {
				s.Uses[f.Key.Value] = Use{Kind: f.Value.Of}
			}
		}
		shapes[i] = s
	}
	return shapes
}
