package schema

import (
	"io/fs"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"tijian/engine/strictyaml"
)

// A Vocabulary has the names that there are, sorted, by their kind.
type Vocabulary map[string][]string

// Add reads the names that the files of shapes define, below the root of the
// files. Files that cannot be read give none: whoever needs them says so.
func (v Vocabulary) Add(root fs.FS, shapes []strictyaml.Shape) error {
	for _, s := range shapes {
		for place, kind := range s.Defines {
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
					var doc yaml.Node
					if yaml.Unmarshal(data, &doc) == nil && len(doc.Content) > 0 {
						v[kind] = append(v[kind], names(doc.Content[0], strings.Split(place, "."))...)
					}
				}
			}
			slices.Sort(v[kind])
			v[kind] = slices.Compact(v[kind])
		}
	}
	return nil
}

// names are the scalars at a path below a node.
func names(n *yaml.Node, path []string) []string {
	var list []string
	switch {
	case n.Kind == yaml.SequenceNode:
		for _, item := range n.Content {
			list = append(list, names(item, path)...)
		}
	case len(path) == 0 && n.Kind == yaml.ScalarNode:
		list = []string{n.Value}
	case len(path) > 0 && n.Kind == yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			switch {
			case path[0] == "*":
				list = append(list, n.Content[i].Value)
			case path[0] == n.Content[i].Value:
				list = append(list, names(n.Content[i+1], path[1:])...)
			}
		}
	}
	return list
}
