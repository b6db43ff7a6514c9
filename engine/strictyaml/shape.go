package strictyaml

import "reflect"

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
