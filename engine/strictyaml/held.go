package strictyaml

import (
	"slices"
	"strings"

	"tijian/engine/message"
	"tijian/engine/problem"
)

// A Lineage is a version with those whose cases are its own, too.
type Lineage struct {
	Versions []string // the version itself, then whose cases it inherits, nearest first
	Known    []string // all versions that cases may name
}

// Alone is the lineage of a version that inherits nothing.
func Alone(version string, known []string) Lineage {
	return Lineage{[]string{version}, known}
}

// Version is whose lineage it is.
func (l Lineage) Version() string { return l.Versions[0] }

// A Span says for which versions something was written, with those that inherit
// from them; nothing named is every version.
type Span struct {
	Versions []Text
	Until    []Text // from these on it no longer holds
}

// IsAll reports whether a span is that of every version.
func (s Span) IsAll() bool { return len(s.Versions)+len(s.Until) == 0 }

// Holds reports whether a version lies in a span: the nearest of its lineage that
// the span names decides. A version that nobody knows would silently hold for
// none and is a problem.
func (s Span) Holds(l Lineage, list *problem.List) bool {
	for _, v := range slices.Concat(s.Versions, s.Until) {
		if !slices.Contains(l.Known, v.Value) {
			list.Add(message.NoVersion.At(v.At, "name", v.Value, "versions", l.Known))
		}
	}
	return s.holds(l)
}

func (s Span) holds(l Lineage) bool {
	for _, version := range l.Versions {
		named := func(v Text) bool { return v.Value == version }
		switch {
		case slices.ContainsFunc(s.Until, named):
			return false
		case slices.ContainsFunc(s.Versions, named):
			return true
		}
	}
	return len(s.Versions) == 0
}

// Elsewhere names the versions of a span that does not hold for a version, "" of
// one that does.
func (s Span) Elsewhere(l Lineage) string {
	if s.holds(l) {
		return ""
	}
	var names []string
	for _, v := range s.Versions {
		names = append(names, v.Value)
	}
	if len(names) == 0 {
		for _, v := range s.Until {
			names = append(names, "< "+v.Value)
		}
	}
	return strings.Join(names, ", ")
}
