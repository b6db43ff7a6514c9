package units

import (
	_ "embed"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"
)

//go:embed words.yaml
var wordsFile []byte

// signs writes the parts of units as the SI does: 毫克 is mg.
var signs = sync.OnceValue(func() *strings.Replacer {
	var file struct{ Words [][]string }
	if err := yaml.Unmarshal(wordsFile, &file); err != nil {
		panic(err) // it is compiled in
	}
	return strings.NewReplacer(slices.Concat(file.Words...)...)
})

// Contrary lists spellings that say how much they are, in signs of the SI or in words, and
// that is not what their canonical unit is: 克/分升 for g/L. The second of a conflict is
// how many of it one is.
func Contrary(spellings map[string][]string) (all []Conflict) {
	for _, canonical := range slices.Sorted(maps.Keys(spellings)) {
		for _, s := range spellings[canonical] {
			unit := signs().Replace(key(s))
			factor, _, ok := Factor(unit, canonical, 0)
			if ok && sized(unit) && sized(canonical) && math.Abs(factor-1) > 1e-9 {
				all = append(all, Conflict{s, canonical, strconv.FormatFloat(factor, 'g', 4, 64)})
			}
		}
	}
	return all
}

// sized reports whether a unit is one of the SI over another.
func sized(unit string) bool {
	of, over, _ := strings.Cut(unit, "/")
	return (scaled.MatchString(of) || power.MatchString(of)) && (over == "" || scaled.MatchString(over))
}
