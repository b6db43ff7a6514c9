package specimen

import (
	"slices"
	"strings"
	"unicode"

	"tijian/engine/dictionary"
)

// Foreign reports whether what is of one specimen cannot be an indicator of another; what is
// measured of the body is of none.
func Foreign(of, indicator string) bool {
	return of != "" && of != indicator && Kind(of) != body && Kind(indicator) != body
}

// Printed is the dictionary's kind of what a text says of the specimen: venous blood is
// blood there.
func Printed(text string) Kind {
	if said := Of(text, false); said != Venous {
		return said
	}
	return Blood
}

// IsDaily reports whether a unit is of an amount of a day, which only collected urine has:
// mmol/24h.
func IsDaily(unit string) bool {
	amount, time, ok := strings.Cut(strings.ToLower(strings.TrimSpace(unit)), "/")
	return ok && amount != "" && !strings.ContainsFunc(amount, func(r rune) bool { return !unicode.IsLetter(r) }) && slices.Contains(known().daily, strings.TrimSpace(time))
}

// Told is the specimen that the name of a row says, or else what its page says.
func Told(d *dictionary.Dictionary, name, page string) string {
	if said := Printed(name); said != "" {
		return string(said)
	}
	for _, kind := range []Kind{Urine, Stool} {
		for _, prefix := range kind.Prefixes() {
			if unicode.Is(unicode.Han, []rune(prefix)[0]) && strings.Contains(name, prefix) && strings.Contains(without(d, name, prefix, kind), prefix) {
				return string(kind)
			}
		}
	}
	return page
}

// without is a name without those of indicators of other specimens that have the same word:
// 尿酸 says nothing of urine, 尿尿酸 does.
func without(d *dictionary.Dictionary, name, word string, kind Kind) string {
	for _, i := range d.All() {
		for _, other := range append([]string{i.Title}, i.Aliases...) {
			if Kind(i.Specimen) != kind && strings.Contains(other, word) {
				name = strings.ReplaceAll(name, other, " ")
			}
		}
	}
	return name
}
