package lint

import (
	"slices"
	"strings"
	"unicode/utf8"

	"tijian/engine/dictionary"
	"tijian/engine/message"
	"tijian/engine/problem"
)

// WideNames warns of names that a dictionary adds to those of another and that are a
// part of names of other indicators, without any name of their own in them: 清蛋白 for
// 前白蛋白 would have 糖化血清蛋白 read as that.
func WideNames(before, after *dictionary.Dictionary) problem.List {
	var list problem.List
	for _, i := range after.All() {
		var known []string
		if was, is := before.Lookup(i.Name); is {
			known = slices.Concat([]string{was.Title}, was.Aliases)
		} else {
			known = []string{i.Title}
		}
		for _, name := range i.Aliases {
			own := func(other string) bool { return other == name || strings.Contains(name, other) }
			if utf8.RuneCountInString(name) == len(name) || slices.ContainsFunc(known, own) {
				continue
			}
			if other, within := wider(after, i, name); other != nil {
				list.Add(message.WideName.At(i.At, "indicator", i.Called(), "name", name, "other", other.Called(), "within", within))
			}
		}
	}
	return list
}

// wider finds a longer name of another indicator that contains a name.
func wider(d *dictionary.Dictionary, own *dictionary.Indicator, name string) (*dictionary.Indicator, string) {
	for _, other := range d.All() {
		if other == own {
			continue
		}
		for _, longer := range slices.Concat([]string{other.Title}, other.Aliases) {
			if longer != name && strings.Contains(longer, name) {
				return other, longer
			}
		}
	}
	return nil, ""
}
