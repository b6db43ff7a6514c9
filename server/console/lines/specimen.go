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

// Offered are the indicators that lines may be of, as people call them, by what the paper says
// of the specimen; "" has all.
func Offered(lang string, dict *dictionary.Dictionary, list []Line) map[string][]string {
	all := map[string][]string{"": words.CalledAll(lang, dict)}
	for i := range list {
		if l := &list[i]; all[l.Specimen] == nil {
			for _, i := range dict.All() {
				if !specimen.Foreign(l.Specimen, i.Specimen) {
					all[l.Specimen] = append(all[l.Specimen], words.Called(lang, i))
				}
			}
		}
	}
	return all
}
