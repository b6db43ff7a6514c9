package observed

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"
	"gopkg.in/yaml.v3"

	"tijian/engine/dictionary"
)

//go:embed words.yaml
var wordsYAML []byte

// vocabulary is what words.yaml says, its words folded.
type vocabulary struct {
	Marks      string `yaml:"marks"` // before names
	Qualifiers struct {
		Words   []string `yaml:"words"`
		Endings []string `yaml:"endings"`
	} `yaml:"qualifiers"` // in brackets behind names
	Twins    map[string][]string `yaml:"twins"` // two indicators of one name, which units tell apart
	Nitrogen struct {
		Names []string `yaml:"names"` // within folded names
		Unit  string   `yaml:"unit"`  // folded
		Means string   `yaml:"means"` // as the dictionary calls it
	} `yaml:"nitrogen"` // tells urea by its nitrogen from urea by its own mass
	Flags map[string][]string `yaml:"flags"` // marks, by H and L
	LOINC []string            `yaml:"loinc"` // what systems of codes call it

	twins map[string][]string // indicators, by name
}

// known is read when it is first asked: most commands never do.
var known = sync.OnceValue(func() (w vocabulary) {
	if err := yaml.Unmarshal(wordsYAML, &w); err != nil {
		panic(err) // it is embedded
	}
	w.Marks += " "
	for i, word := range w.Qualifiers.Words {
		w.Qualifiers.Words[i] = dictionary.Fold(word)
	}
	w.twins = map[string][]string{}
	for both, names := range w.Twins {
		for _, name := range names {
			w.twins[dictionary.Fold(name)] = strings.Split(both, "/")
		}
	}
	return w
})

// Unmarked is a name without what laboratories print before it: marks, and the group
// in brackets that it belongs to.
func Unmarked(name string) string {
	name = strings.TrimLeft(strings.Join(strings.Fields(name), " "), known().Marks)
	for _, pair := range [][2]string{{"【", "】"}, {"[", "]"}, {"〔", "〕"}} {
		if rest, ok := strings.CutPrefix(name, pair[0]); ok {
			if _, behind, closed := strings.Cut(rest, pair[1]); closed && strings.TrimSpace(behind) != "" {
				name = strings.TrimLeft(behind, known().Marks)
			}
		}
	}
	return name
}

// qualifies reports whether what stands in brackets behind a name says only how it is
// measured.
func qualifies(text string) bool {
	text = dictionary.Fold(norm.NFKC.String(text))
	return slices.Contains(known().Qualifiers.Words, text) || slices.ContainsFunc(known().Qualifiers.Endings, func(end string) bool { return strings.HasSuffix(text, end) })
}

// IsLOINC reports whether a system of codes is LOINC.
func IsLOINC(system string) bool { return slices.Contains(known().LOINC, strings.ToLower(system)) }
