package lines

import (
	"tijian/engine/dictionary"
	"tijian/engine/specimen"
	"tijian/server/console/words"
)

// SpecimenOf is the specimen that all lines which were read are of; "" where there is no such.
func SpecimenOf(list []Line) (of string) {
	for i := range list {
		if l := &list[i]; !l.Added {
			if l.Specimen == "" || of != "" && of != l.Specimen {
				return ""
			}
			of = l.Specimen
		}
	}
	return of
}

// Offered are the indicators that lines of a specimen may be of, as people call them; of
// lines whose specimen the paper does not say, all.
func Offered(lang string, dict *dictionary.Dictionary, of string) (names []string) {
	for _, i := range dict.All() {
		if !specimen.Foreign(of, i.Specimen) {
			names = append(names, words.Called(lang, i))
		}
	}
	return names
}
