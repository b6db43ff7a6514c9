package strictyaml

import (
	"reflect"
	"slices"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"

	"tijian/engine/message"
	"tijian/engine/problem"
)

type field struct {
	index    int
	required bool
}

// A structure is what keys a struct type has.
type structure struct {
	fields map[string]field
	names  []string
}

// structures are those that were asked for before, by their types.
var structures sync.Map

// fieldsOf maps the keys of a struct type to its fields. Neither map nor names
// may be changed.
func fieldsOf(t reflect.Type) (map[string]field, []string) {
	if s, ok := structures.Load(t); ok {
		return s.(structure).fields, s.(structure).names
	}
	fields, names := map[string]field{}, []string{}
	for i := range t.NumField() {
		name, option, _ := strings.Cut(t.Field(i).Tag.Get("yaml"), ",")
		if name == "" || name == "-" {
			continue
		}
		fields[name] = field{i, option == "required"}
		names = append(names, name)
	}
	structures.Store(t, structure{fields, names})
	return fields, names
}

func (d *decoder) object(n *yaml.Node, v reflect.Value) {
	fields, names := fieldsOf(v.Type())
	if at := v.FieldByName("At"); at.IsValid() && at.Type() == placeType {
		at.Set(reflect.ValueOf(d.file.place(n)))
	}
	seen := make([]bool, v.NumField())
	d.pairs(n, func(key, value *yaml.Node) {
		f, known := fields[key.Value]
		if !known {
			before, _, colon := strings.Cut(key.Value, ":")
			if f, meant := fields[before]; colon && meant {
				seen[f.index] = true // it is there, only not well written
			}
			d.unknownKey(key, names)
			return
		}
		seen[f.index] = true
		d.value(value, v.Field(f.index))
	})
	if n.Kind == yaml.MappingNode {
		d.missing(n, v.Type(), seen)
	}
}

func (d *decoder) unknownKey(key *yaml.Node, names []string) {
	if before, _, wide := strings.Cut(key.Value, "："); wide && slices.Contains(names, strings.TrimSpace(before)) {
		d.list.Add(message.FullWidthColon.At(d.file.text(key).walk(len([]rune(before)))))
		return
	}
	if before, rest, colon := strings.Cut(key.Value, ":"); colon && rest != "" && slices.Contains(names, before) {
		at := d.file.text(key).walk(len([]rune(before)) + 1)
		d.list.Add(message.ColonBlank.At(at, "key", before, "rest", rest))
		return
	}
	if strings.ContainsAny(key.Value, "()=<>") {
		d.list.Add(message.UnquotedComma.At(d.file.place(key)))
		return
	}
	fix := message.KnownKeys.With("keys", names)
	if near := problem.Nearest(key.Value, names); near != "" {
		fix = message.DidYouMean.With("near", near)
	}
	d.list.Add(message.UnknownKey.At(d.file.place(key), "key", key.Value, "fix", fix))
}

// missing reports the required keys that were not seen, by their fields; nil is
// none.
func (d *decoder) missing(n *yaml.Node, t reflect.Type, seen []bool) {
	fields, names := fieldsOf(t)
	for _, name := range names {
		if f := fields[name]; f.required && (seen == nil || !seen[f.index]) {
			d.list.Add(message.MissingKey.At(d.file.place(n), "key", name))
		}
	}
}
