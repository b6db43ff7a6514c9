package dictionary

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"gopkg.in/yaml.v3"
)

var (
	// englishYAML says which words of English names mean the same, and what else
	// indicators are called elsewhere.
	//
	//go:embed english.yaml
	englishYAML []byte
	// europeanYAML says of words of other languages which English ones they are.
	//
	//go:embed european.yaml
	europeanYAML []byte
)

// english is what englishYAML says; it is read when it is first asked.
var english = sync.OnceValue(func() (file struct {
	Words     map[string]string   `yaml:"words"`
	Spellings map[string]string   `yaml:"spellings"` // parts of words, and signs
	Names     map[string][]string `yaml:"names"`
	spelled   *strings.Replacer   // makes those
}) {
	for _, data := range [][]byte{englishYAML, europeanYAML} { // maps are joined
		if err := yaml.Unmarshal(data, &file); err != nil {
			panic(err) // it is embedded
		}
	}
	var pairs []string
	for _, from := range slices.Sorted(maps.Keys(file.Spellings)) {
		pairs = append(pairs, from, file.Spellings[from])
	}
	file.spelled = strings.NewReplacer(pairs...)
	return file
})

// ByWords is the indicator of an English name in whatever order its words stand:
// Bilirubin, Total is Total Bilirubin. Of several the one that can have the unit is
// meant. A word more makes another name: Testosterone, Free is none of these.
func (d *Dictionary) ByWords(name, unit string) (*Indicator, bool) {
	d.worded.once.Do(d.indexWords)
	return theOne(d.worded.by[bag(name)], unit)
}

// worded finds indicators by the words of their English names.
type worded struct {
	once sync.Once
	by   map[string][]*Indicator
}

func (d *Dictionary) indexWords() {
	d.worded.by = map[string][]*Indicator{}
	for _, i := range d.all {
		for _, name := range slices.Concat([]string{i.English}, i.Aliases, i.Abbreviations, english().Names[i.Name]) {
			if words := bag(name); words != "" && !slices.Contains(d.worded.by[words], i) {
				d.worded.by[words] = append(d.worded.by[words], i)
			}
		}
	}
}

// bag is the words of an English name in order, each once, as english.yaml has them;
// blank where they are too short to mean one thing.
func bag(name string) string {
	const least = 3 // letters: of less, such as P, several things are called
	if name = strings.ToLower(norm.NFKC.String(name)); len(Fold(name)) < least {
		return ""
	}
	var words []string
	name = unaccented(english().spelled.Replace(name))
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if strings.ContainsFunc(word, func(r rune) bool { return r > unicode.MaxASCII }) {
			return ""
		}
		to, known := english().Words[word]
		if single := strings.TrimSuffix(word, "s"); !known && len(single) > least && !strings.HasSuffix(single, "s") {
			if to, known = english().Words[single]; !known {
				to, known = single, true
			}
		}
		if !known {
			to = word
		}
		words = append(words, strings.Fields(to)...)
	}
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " ")
}
