package lines

import (
	"strings"
	"unicode"

	"tijian/engine/dictionary"
	"tijian/engine/specimen"
	"tijian/server/console/words"
)

// Foreign reports whether the paper says that a line is of another specimen than an
// indicator, which it cannot be then: calcium of urine is none of blood.
func (l *Line) Foreign(i *dictionary.Indicator) bool { return foreign(l.Specimen, i) }

func foreign(of string, i *dictionary.Indicator) bool {
	const body = "body"
	return of != "" && of != body && i.Specimen != body && i.Specimen != of
}

// specimenOf is the specimen that a name says, or else what the page says.
func specimenOf(dict *dictionary.Dictionary, name, page string) string {
	switch said := specimen.Of(name, false); said {
	case "":
	case specimen.Venous:
		return string(specimen.Blood)
	default:
		return string(said)
	}
	for _, kind := range []specimen.Kind{specimen.Urine, specimen.Stool} {
		for _, prefix := range kind.Prefixes() {
			if unicode.Is(unicode.Han, []rune(prefix)[0]) && strings.Contains(without(dict, name, prefix, kind), prefix) {
				return string(kind)
			}
		}
	}
	return page
}

// without is a name without those of indicators of other specimens that have the same word:
// 尿酸 says nothing of urine, 尿尿酸 does.
func without(dict *dictionary.Dictionary, name, word string, kind specimen.Kind) string {
	if !strings.Contains(name, word) {
		return ""
	}
	for _, i := range dict.All() {
		for _, other := range append([]string{i.Title}, i.Aliases...) {
			if specimen.Kind(i.Specimen) != kind && strings.Contains(other, word) {
				name = strings.ReplaceAll(name, other, " ")
			}
		}
	}
	return name
}

// SpecimenOf is the specimen that all lines which were read are of; "" where there is no such.
func SpecimenOf(list []Line) (of string) {
	for i := range list {
		switch l := &list[i]; {
		case l.Added:
		case l.Specimen == "" || of != "" && of != l.Specimen:
			return ""
		default:
			of = l.Specimen
		}
	}
	return of
}

// Offered are the indicators that lines may be of, as people call them, by what the paper says
// of the specimen; "" has all.
func Offered(lang string, dict *dictionary.Dictionary, list []Line) map[string][]string {
	all := map[string][]string{"": nil}
	for i := range list {
		all[list[i].Specimen] = nil
	}
	for of := range all {
		for _, i := range dict.All() {
			if !foreign(of, i) {
				all[of] = append(all[of], words.Called(lang, i))
			}
		}
	}
	return all
}
