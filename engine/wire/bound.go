package wire

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

//go:embed bounds.yaml
var boundsYAML []byte

// limits are what stands before a number that is only a limit, and what says that
// a value is too low to be measured.
type limits struct {
	bounds   map[string]string // by the lower-case word
	compared *regexp.Regexp    // a word before a number
	below    *regexp.Regexp    // too low, with or without a number behind it
}

// words are read when they are first asked: most commands never do.
var words = sync.OnceValue(func() *limits {
	var file struct {
		Bounds map[string][]string `yaml:"bounds"`
		Below  []string            `yaml:"below"`
	}
	if err := yaml.Unmarshal(boundsYAML, &file); err != nil {
		panic(err) // it is embedded
	}
	bounds := map[string]string{}
	for bound, list := range file.Bounds {
		for _, word := range list {
			bounds[strings.ToLower(norm.NFKC.String(word))] = bound
		}
	}
	return &limits{
		bounds:   bounds,
		compared: regexp.MustCompile(`(?i)^(` + alternation(slices.Collect(maps.Keys(bounds))) + `)\s*([+-]?[.\d].*)$`),
		below:    regexp.MustCompile(`(?i)^\(?(?:` + alternation(file.Below) + `)\)?\s*(?:[:(]?\s*<?\s*(\d[^()]*)\)?)?$`),
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

// unbound takes the comparison before a number off a text; blank for none.
func unbound(text string) (bound, number string) {
	w := words()
	if m := w.below.FindStringSubmatch(text); m != nil && m[1] != "" {
		return "<", m[1] // 低于检测下限(0.005)
	}
	if m := w.compared.FindStringSubmatch(text); m != nil {
		return w.bounds[strings.ToLower(m[1])], m[2]
	}
	return "", strings.TrimLeft(strings.TrimPrefix(text, "="), " ")
}

// BelowDetection reports whether a result says that it is too low to be measured,
// and not which number it is below.
func BelowDetection(text string) bool {
	m := words().below.FindStringSubmatch(strings.TrimSpace(norm.NFKC.String(text)))
	return m != nil && m[1] == ""
}
