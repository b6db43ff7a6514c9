package lint

import (
	"slices"
	"strings"
	"unicode/utf8"

	"tijian/engine/dictionary"
	"tijian/engine/message"
	"tijian/engine/problem"
)

// Names warns of names that a dictionary adds to those of another and that are a
// part of names of other indicators, without any name of their own in them: 清蛋白 for
// 前白蛋白 would have 糖化血清蛋白 read as that; of abbreviations that it adds and that another
// indicator has; of an indicator of another specimen than all others of its category; and
// of grades that say the contrary.
func Names(before, after *dictionary.Dictionary) problem.List {
	list := grades(after.Grades())
	specimens(after, &list)
	for _, i := range after.All() {
		known, short := []string{i.Title}, []string(nil)
		if was, is := before.Lookup(i.Name); is {
			known, short = slices.Concat([]string{was.Title}, was.Aliases), was.Abbreviations
		}
		for _, name := range i.Abbreviations {
			if slices.Contains(short, name) {
				continue
			}
			for _, other := range after.All() {
				if other != i && slices.Contains(other.Abbreviations, name) {
					list.Add(message.WideName.At(i.At, "indicator", i.Called(), "name", name, "other", other.Called(), "within", name))
				}
			}
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

// company is how many indicators of a category have one specimen where that is a custom.
const company = 5

// specimens looks for the one indicator of a category that is of another specimen.
func specimens(d *dictionary.Dictionary, list *problem.List) {
	of := map[string]map[string][]*dictionary.Indicator{}
	for _, i := range d.All() {
		if of[i.Category] == nil {
			of[i.Category] = map[string][]*dictionary.Indicator{}
		}
		of[i.Category][i.Specimen] = append(of[i.Category][i.Specimen], i)
	}
	for _, all := range of {
		for mine, some := range all {
			for others, many := range all {
				if len(all) == 2 && len(some) == 1 && len(many) >= company {
					list.Add(message.LoneSpecimen.At(some[0].At, "indicator", some[0].Called(), "specimen", mine, "others", others))
				}
			}
		}
	}
}

// grades looks for words of what is not there in which those of what is stand undenied:
// 可疑阳性 for 阴性.
func grades(g *dictionary.Grades) (list problem.List) {
	for _, word := range g.Words() {
		if value, _ := g.Value(word); value != 0 {
			continue
		}
		for _, other := range g.Words() {
			at := strings.Index(word, other)
			if value, _ := g.Value(other); value > 0 && at >= 0 && utf8.RuneCountInString(other) > 1 && len(other) > utf8.RuneCountInString(other) && !strings.ContainsAny(word[:at], words().Denying) {
				list.Add(message.GradeContrary.At(problem.Place{File: "grades.yaml"}, "word", word, "other", other))
			}
		}
	}
	return list
}
