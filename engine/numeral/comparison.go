package numeral

import (
	"cmp"
	_ "embed"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"
	"gopkg.in/yaml.v3"
)

//go:embed comparisons.yaml
var comparisonsYAML []byte

// comparisons are what stands before a number that is only a limit, and what says
// that a value is too low to be measured.
type comparisons struct {
	signs    map[string]string // by the lower-case word
	compared *regexp.Regexp    // a word before a number
	below    *regexp.Regexp    // too low, with or without a number behind it
	oneEnd   *regexp.Regexp    // a range with one end
	leading  *regexp.Regexp    // the same at the beginning of a text
}

// words are read when they are first asked: most commands never do.
var words = sync.OnceValue(func() *comparisons {
	var file struct {
		Bounds map[string][]string `yaml:"bounds"`
		Below  []string            `yaml:"below"`
	}
	if err := yaml.Unmarshal(comparisonsYAML, &file); err != nil {
		panic(err) // it is embedded
	}
	signs := map[string]string{}
	for sign, list := range file.Bounds {
		for _, word := range list {
			signs[strings.ToLower(norm.NFKC.String(word))] = sign
		}
	}
	any := alternation(slices.Collect(maps.Keys(signs)))
	return &comparisons{
		signs:    signs,
		compared: regexp.MustCompile(`(?i)^(` + any + `)\s*([+-]?[.\d].*)$`),
		below:    regexp.MustCompile(`(?i)^\(?(?:` + alternation(file.Below) + `)\)?\s*(?:[:(]?\s*<?\s*(\d[^()]*)\)?)?$`),
		oneEnd:   regexp.MustCompile(`(?i)^[^\d<>≤≥~-]*?(` + any + `)\s*` + signed + behind + `$`),
		leading:  regexp.MustCompile(`(?i)^(` + any + `)\s*` + signed),
	}
})

// alternation of words, the longest first.
func alternation(words []string) string {
	words = slices.Clone(words)
	slices.SortFunc(words, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	for i, word := range words {
		words[i] = regexp.QuoteMeta(word)
	}
	return strings.Join(words, "|")
}

// Compared takes the comparison before a number off a text of half-width
// characters: <, <=, > or >=, and blank for none.
func Compared(text string) (sign, number string) {
	w := words()
	if m := w.below.FindStringSubmatch(text); m != nil && m[1] != "" {
		return "<", m[1] // 低于检测下限(0.005)
	}
	if m := w.compared.FindStringSubmatch(text); m != nil {
		return w.signs[strings.ToLower(m[1])], m[2]
	}
	return "", strings.TrimLeft(strings.TrimPrefix(text, "="), " ")
}

// BelowDetection reports whether a result says that it is too low to be measured,
// and not which number it is below.
func BelowDetection(text string) bool {
	m := words().below.FindStringSubmatch(strings.TrimSpace(norm.NFKC.String(text)))
	return m != nil && m[1] == ""
}
