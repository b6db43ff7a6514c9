package schema

import (
	"io/fs"
	"slices"

	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

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
