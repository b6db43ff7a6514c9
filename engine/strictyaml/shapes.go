package strictyaml

import (
	"reflect"

	"gopkg.in/yaml.v3"

	"tijian/engine/problem"
)

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
