package wire

import (
	"cmp"
	_ "embed"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
	"gopkg.in/yaml.v3"
)

//go:embed bounds.yaml
var boundsYAML []byte

// What stands before a number that is only a limit, and what says that a value is
// too low to be measured.
var (
	bounds   = map[string]string{} // by the lower-case word
	compared *regexp.Regexp        // a word before a number
	below    *regexp.Regexp        // too low, with or without a number behind it
)

func init() {
	var file struct {
		Bounds map[string][]string `yaml:"bounds"`
		Below  []string            `yaml:"below"`
	}
	if err := yaml.Unmarshal(boundsYAML, &file); err != nil {
		panic(err) // it is embedded
	}
	var words []string
	for bound, list := range file.Bounds {
		for _, word := range list {
			word = strings.ToLower(norm.NFKC.String(word))
			bounds[word], words = bound, append(words, word)
		}
	}
	compared = regexp.MustCompile(`(?i)^(` + alternation(words) + `)\s*([+-]?[.\d].*)$`)
	below = regexp.MustCompile(`(?i)^\(?(?:` + alternation(file.Below) + `)\)?\s*(?:[:(]?\s*<?\s*(\d[^()]*)\)?)?$`)
}

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
	if m := below.FindStringSubmatch(text); m != nil && m[1] != "" {
		return "<", m[1] // 低于检测下限(0.005)
	}
	if m := compared.FindStringSubmatch(text); m != nil {
		return bounds[strings.ToLower(m[1])], m[2]
	}
	return "", strings.TrimLeft(strings.TrimPrefix(text, "="), " ")
}

// BelowDetection reports whether a result says that it is too low to be measured,
// and not which number it is below.
func BelowDetection(text string) bool {
	m := below.FindStringSubmatch(strings.TrimSpace(norm.NFKC.String(text)))
	return m != nil && m[1] == ""
}
