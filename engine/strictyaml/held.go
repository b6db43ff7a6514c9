package strictyaml

import (
	"slices"
	"strings"

	"tijian/engine/message"
	"tijian/engine/problem"
)

// Holds reports whether a version is in a list, or the list is empty: what is
// written for no version in particular holds for all. A version that nobody
// knows would silently hold for none and is a problem.
func Holds(versions []Text, version string, known []string, list *problem.List) bool {
	holds := len(versions) == 0
	for _, v := range versions {
		if !slices.Contains(known, v.Value) {
			list.Add(message.NoVersion.At(v.At, "name", v.Value, "versions", known))
		}
		holds = holds || v.Value == version
	}
	return holds
}

// Elsewhere names the versions of a list that does not hold for a version, "" of
// one that does.
func Elsewhere(versions []Text, version string) string {
	var names []string
	for _, v := range versions {
		if v.Value == version {
			return ""
		}
		names = append(names, v.Value)
	}
	return strings.Join(names, ", ")
}
