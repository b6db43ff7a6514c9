package strictyaml

import (
	"io/fs"

	"tijian/engine/message"
	"tijian/engine/problem"
)

// ReadFile parses a file and decodes it. It adds every problem to list and
// reports whether there was none.
func ReadFile(fsys fs.FS, name string, into any, list *problem.List) bool {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		list.Add(message.Unreadable.At(problem.Place{File: name}, "error", err))
		return false
	}
	f := Parse(name, data, list)
	return f != nil && f.Decode(into, list)
}
