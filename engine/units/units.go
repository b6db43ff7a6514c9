// Package units folds the many spellings of a unit of measurement on printed
// reports into one canonical spelling.
package units

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// A Registry knows canonical units and their other spellings. It is safe for
// concurrent use once built.
type Registry struct {
	exact  map[string]string   // key of a spelling -> canonical
	folded map[string][]string // lower-case key -> every canonical it may mean
	names  []string
}

// A Conflict is a spelling claimed by two canonical units.
type Conflict struct{ Spelling, First, Second string }

// New builds a table from canonical unit -> other spellings and reports the
// spellings that two units claim. The canonical spelling need not be repeated.
func New(spellings map[string][]string) (*Registry, []Conflict) {
	t := &Registry{exact: map[string]string{}, folded: map[string][]string{}}
	var conflicts []Conflict
	t.names = slices.Sorted(maps.Keys(spellings))
	for _, canonical := range t.names {
		for _, s := range append([]string{canonical}, spellings[canonical]...) {
			k := key(s)
			if other, taken := t.exact[k]; taken && other != canonical {
				conflicts = append(conflicts, Conflict{s, other, canonical})
				continue
			}
			t.exact[k] = canonical
			low := strings.ToLower(k)
			if !slices.Contains(t.folded[low], canonical) {
				t.folded[low] = append(t.folded[low], canonical)
			}
		}
	}
	return t, conflicts
}

// Canonical returns the canonical spelling of a printed unit: "×10⁹/L" gives
// "10^9/L". It folds width, the three micro signs, superscripts, powers of
// ten, brackets and spaces, and case where only one unit fits; false when the
// unit is unknown or ambiguous.
func (t *Registry) Canonical(printed string) (string, bool) {
	k := key(printed)
	if c, ok := t.exact[k]; ok {
		return c, true
	}
	low := strings.ToLower(k)
	all := t.folded[low]
	if len(all) > 1 { // canonical spellings before other ones
		all = slices.DeleteFunc(slices.Clone(all), func(c string) bool { return strings.ToLower(key(c)) != low })
	}
	if len(all) == 1 {
		return all[0], true
	}
	return "", false
}

// Candidates returns every canonical unit that a printed one may mean when its
// case is not trusted, the exact reading first: "G/L" on an all-capitals report
// may be 10^9/L or g/L. The caller chooses by the indicator.
func (t *Registry) Candidates(printed string) []string {
	k := key(printed)
	var all []string
	if c, ok := t.exact[k]; ok {
		all = append(all, c)
	}
	for _, c := range t.folded[strings.ToLower(k)] {
		if !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	return all
}

// Composed reports whether a unit is canonical, or put together from parts of
// canonical ones and of the SI: mL/min.
func (t *Registry) Composed(unit string) bool {
	if slices.Contains(t.names, unit) {
		return true
	}
	known := map[string]bool{}
	for _, name := range t.names {
		for part := range strings.SplitSeq(name, "/") {
			known[part] = true
		}
	}
	for part := range strings.SplitSeq(unit, "/") {
		if !known[part] && !scaled.MatchString(part) && !slices.Contains(others, part) {
			return false
		}
	}
	return true
}

// others are parts of units that only formulas give.
var others = []string{"mOsm", "d"}

// Names returns the canonical units, sorted.
func (t *Registry) Names() []string { return slices.Clone(t.names) }

var (
	fold = strings.NewReplacer(
		"✕", "×", "╳", "×", "∗", "*", "∙", "·", "•", "·", "⋅", "·", "∕", "/", "⁄", "/", "。", ".",
		" ", "", "\t", "", "\u00a0", "", "\u3000", "", "\n", "", "\r", "", "\u200b", "", "\ufeff", "",
	)
	// Powers of ten: ×10^9/L, 10*9/L, 10E9/L, 10**9/L and the bare 109/L.
	powerOfTen = regexp.MustCompile(`^[x×*X·]?10(?:\*\*|[\^*eExX×])?(3|6|9|12)(/.+)?$`)
	// m^2 and m**2 are m2.
	caret = regexp.MustCompile(`([A-Za-z\p{Han}])(?:\^|\*\*)(-?\d)`)
)

// superscripts, in the order of their plain counterparts.
const (
	superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"
	plain        = "0123456789-"
)

// raise writes a run of superscripts as a caret and plain digits.
func raise(s string) string {
	if !strings.ContainsAny(s, superscripts) {
		return s
	}
	var b strings.Builder
	inside := false
	for _, r := range s {
		i := slices.Index([]rune(superscripts), r)
		if i < 0 {
			b.WriteRune(r)
		} else {
			if !inside {
				b.WriteByte('^')
			}
			b.WriteByte(plain[i])
		}
		inside = i >= 0
	}
	return b.String()
}

// key folds a spelling without touching case.
func key(s string) string {
	s = fold.Replace(norm.NFKC.String(raise(s)))
	s = strings.ReplaceAll(s, "\u03bc", "u")
	s = trimBrackets(strings.Trim(s, ",;:"))
	if m := powerOfTen.FindStringSubmatch(s); m != nil {
		return "10^" + m[1] + m[2]
	}
	return caret.ReplaceAllString(s, "$1$2")
}

func trimBrackets(s string) string {
	for len(s) > 2 {
		pair := string(s[0]) + string(s[len(s)-1])
		if pair != "()" && pair != "[]" || strings.ContainsAny(s[1:len(s)-1], "()[]") {
			break
		}
		s = s[1 : len(s)-1]
	}
	return s
}
