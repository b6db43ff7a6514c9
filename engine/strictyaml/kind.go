package strictyaml

import (
	"reflect"
	"strings"
)

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
