package units

import (
	"regexp"
	"slices"
	"strings"
)

// How the Unified Code for Units of Measure writes what canonical units write
// otherwise.
var (
	ofUCUM = strings.NewReplacer("10*", "10^", "mm[Hg]", "mmHg", "[ppth]", "per mille", "[arb'U]", "AU", "(24.h)", "24h", "meq", "mEq", "[IU]", "IU", "[pH]", "pH", "[HPF]", "HPF", "[LPF]", "LPF", "_", "")
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

// How canonical units are written in UCUM, where that differs.
var toUCUM = strings.NewReplacer("10^", "10*", "mmHg", "mm[Hg]", "per mille", "[ppth]", "mAU", "m[arb'U]", "mEq", "meq", "24h", "(24.h)", "IU", "[IU]", "pH", "[pH]", "HPF", "[HPF]", "LPF", "[LPF]", "1.73m2", "{1.73_m2}", "dpm", "{dpm}", "copies", "{copies}", " FEU", "{FEU}", " DDU", "{DDU}")

// UCUM returns the code of a canonical unit and reports whether it has one:
// 斤 and inches have none here.
func UCUM(canonical string) (string, bool) {
	if slices.Contains(numbers, canonical) {
		return "1", true
	}
	code := toUCUM.Replace(canonical)
	for term := range strings.SplitSeq(strings.TrimPrefix(annotation.ReplaceAllString(code, ""), "/"), "/") {
		if !terms.MatchString(term) && term != "" {
			return "", false
		}
	}
	return code, canonical != "" && IsUCUM(code, canonical)
}

// terms are those between the strokes of a code, as laboratories use them.
var terms = regexp.MustCompile(`^(?:10\*\d+|%|\[(?:ppth|pH|HPF|LPF)\]|\(24\.h\)|[kcdmunpf]?(?:g|mol|L|U|\[IU\]|\[arb'U\]|kat|eq|Pa|B|Cel|m\[Hg\]|m[23]?|s)|min|h|d)$`)
