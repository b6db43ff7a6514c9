package dictionary

import (
	"maps"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Grades maps printed words of graded results to numbers and back. It is safe
// for concurrent use.
type Grades struct {
	values  map[string]float64
	display map[float64]string
	words   []string
}

// Value returns the number of a printed word (阴性 0, ± 0.5, ++ 2) and reports
// whether the word is known. Width, case, spaces, the kind of dash and outer
// brackets do not matter.
func (g *Grades) Value(word string) (float64, bool) {
	v, ok := g.values[gradeKey(word)]
	return v, ok
}

// Display returns the text of a grade for readers and reports whether any grade
// has the number.
func (g *Grades) Display(value float64) (string, bool) {
	s, ok := g.display[value]
	return s, ok
}

// Short returns a grade as people write it, 3+ for 阳性(3+), and reports whether
// any grade has the number.
func (g *Grades) Short(value float64) (string, bool) {
	s, ok := g.display[value]
	name, sign, _ := strings.Cut(strings.TrimSuffix(s, ")"), "(")
	if value > 0 && sign != "" {
		return sign, ok
	}
	return name, ok
}

// Words returns every known word as listed, longest first.
func (g *Grades) Words() []string { return slices.Clone(g.words) }

var gradeFold = strings.NewReplacer(
	" ", "", "\t", "", "−", "-", "–", "-", "—", "-", "‐", "-", "﹣", "-", "﹢", "+", "【", "[", "】", "]",
)

func gradeKey(word string) string {
	s := strings.ToLower(gradeFold.Replace(norm.NFKC.String(word)))
	if len(s) > 2 && (s[0] == '(' && s[len(s)-1] == ')' || s[0] == '[' && s[len(s)-1] == ']') && !strings.ContainsAny(s[1:len(s)-1], "()[]") {
		s = s[1 : len(s)-1]
	}
	return s
}

// Numbers returns every grade, ascending.
func (g *Grades) Numbers() []float64 { return slices.Sorted(maps.Keys(g.display)) }
