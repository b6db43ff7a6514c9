package main

import (
	"fmt"
	"slices"

	"gopkg.in/yaml.v3"
)

// ordered are the keys of the dictionaries below which the order of what is
// listed has a meaning. Elsewhere it has none: a word belongs to one list only
// or to all the same, and the longest wins.
var ordered = []string{"precedence", "categories", "groups", "contexts", "includes", "grades", "fillers"}

// unordered is the meaning of lists in dictionaries: sets, but for those below
// an ordered key.
func unordered(key string) bool { return !slices.Contains(ordered, key) }

// sameData reports whether two files hold the same values: comments, quotes,
// line ends and blanks aside, and the order of the keys of a mapping. isSet
// tells of which lists, by the key above them, the order and repetitions mean
// nothing; nil is of none.
func sameData(a, b []byte, isSet func(key string) bool) bool {
	var x, y yaml.Node
	if yaml.Unmarshal(a, &x) != nil || yaml.Unmarshal(b, &y) != nil {
		return false
	}
	return flat(&x, "", isSet) == flat(&y, "", isSet)
}

func flat(n *yaml.Node, key string, isSet func(string) bool) string {
	var parts []string
	if n.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(n.Content); i += 2 {
			below := n.Content[i].Value
			if !slices.Contains(ordered, key) {
				key = ""
			}
			if slices.Contains(ordered, key) {
				below = key // as what lies above it
			}
			parts = append(parts, fmt.Sprintf("%q:%s", n.Content[i].Value, flat(n.Content[i+1], below, isSet)))
		}
		if !slices.Contains(ordered, key) {
			slices.Sort(parts)
		}
		return fmt.Sprintf("{%q}", parts)
	}
	for _, c := range n.Content {
		parts = append(parts, flat(c, key, isSet))
	}
	if n.Kind == yaml.SequenceNode && isSet != nil && isSet(key) {
		slices.Sort(parts)
		parts = slices.Compact(parts)
	}
	return fmt.Sprintf("%d%s%q%q", n.Kind, n.Tag, n.Value, parts)
}
