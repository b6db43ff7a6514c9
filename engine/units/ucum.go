package units

import (
	"regexp"
	"slices"
	"strings"
)

// How the Unified Code for Units of Measure writes what canonical units write
// otherwise.
var (
	ofUCUM = strings.NewReplacer("10*", "10^", "mm[Hg]", "mmHg", "[ppth]", "per mille", "[arb'U]", "AU", "(24.h)", "24h", "[IU]", "IU", "[pH]", "pH", "[HPF]", "HPF", "[LPF]", "LPF", "_", "")
	// An annotation says of what a unit is, or stands for a unit of its own.
	annotation = regexp.MustCompile(`\{([^{}]+)\}`)
	numbers    = []string{"ratio", "index", "grade", "fraction", "S/CO", "COI"} // what has no unit
)

// IsUCUM reports whether a code of UCUM means a canonical unit. An annotation
// may say more: mg/g{creat} is mg/g.
func IsUCUM(code, canonical string) bool {
	plain := ofUCUM.Replace(code)
	if plain == "1" || annotation.FindString(plain) == plain && slices.Contains(numbers, canonical) {
		return slices.Contains(numbers, canonical)
	}
	arbitrary := strings.ReplaceAll(plain, "AU/", "U/") // laboratories leave out that a unit is arbitrary
	for _, written := range []string{
		plain, arbitrary,
		annotation.ReplaceAllString(plain, ""),    // mg/g{creat}
		annotation.ReplaceAllString(plain, "$1"),  // {dpm}/mmol
		annotation.ReplaceAllString(plain, " $1"), // mg/L{FEU}
	} {
		if written == canonical {
			return true
		}
	}
	return false
}
