package ruleset

import (
	"bytes"
	"reflect"
	"slices"

	"tijian/engine/expression"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// A Memory keeps what loading has read and compiled, so that a version of which
// one file was edited is loaded again in little time. The sets are the same as
// without it. It must not be used by two at the same time; nil keeps nothing.
type Memory struct {
	files       map[string]*decoded // by name
	expressions expression.Memory
}

// A decoded file, which nobody changes.
type decoded struct {
	data     []byte
	value    reflect.Value
	problems problem.List
	ok       bool
}

// decode fills into with what a file says, adds its faults and reports whether
// there was none.
func (m *Memory) decode(name string, data []byte, into any, list *problem.List) bool {
	target := reflect.ValueOf(into).Elem()
	if m != nil {
		if d := m.files[name]; d != nil && d.value.Type() == target.Type() && bytes.Equal(d.data, data) {
			target.Set(d.value)
			*list = append(*list, d.problems...)
			return d.ok
		}
	}
	before := len(*list)
	f := strictyaml.Parse(name, data, list)
	ok := f != nil && f.Decode(into, list)
	if m != nil {
		if m.files == nil {
			m.files = map[string]*decoded{}
		}
		kept := reflect.New(target.Type()).Elem()
		kept.Set(target)
		m.files[name] = &decoded{data, kept, slices.Clone((*list)[before:]), ok}
	}
	return ok
}
