package observed

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"

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
	Another  []string            `yaml:"another"`  // tell somebody or something else; in lower case
	Kin      map[string][]string `yaml:"kin"`      // make another item of an indicator; in lower case
	Units    map[string]string   `yaml:"units"`    // parts of units, as the dictionary has them
	Grades   map[string][]string `yaml:"grades"`   // what is called so elsewhere
	Contrary [][]string          `yaml:"contrary"` // sides of one thing, within titles
	Twins    map[string][]string `yaml:"twins"`    // two indicators of one name, which units tell apart
	Nitrogen []struct {
		Names []string `yaml:"names"` // within folded names
		Unit  string   `yaml:"unit"`  // folded
		Means string   `yaml:"means"` // as the dictionary calls it
	} `yaml:"nitrogen"` // tells urea by its nitrogen from urea by its own mass
	Load struct {
		Times map[string]map[string][]string `yaml:"times"` // folded, by the indicator and which it is then
		Words []string                       `yaml:"words"` // folded, what may stand beside
		Test  string                         `yaml:"test"`  // the indicator that tests say themselves
		Tests []string                       `yaml:"tests"`
	} `yaml:"load"` // glucose or insulin so long after a load or a meal
	Flags  map[string][]string                `yaml:"flags"`  // marks, by H, L, N and A
	Denied []string                           `yaml:"denied"` // say that there is no value
	Scales map[string]float64                 `yaml:"scales"` // how many times as large some write an indicator and its range
	LOINC  []string                           `yaml:"loinc"`  // what systems of codes call it
	Near   float64                            `yaml:"near"`   // how many times a printed end may be the usual one
	Kinds  [][]string                         `yaml:"kinds"`  // indicators that are often coded as each other
	People []string                           `yaml:"people"` // what the species of people is called
	Rare   struct{ Far, Reach, Open float64 } `yaml:"rare"`   // which numbers hardly anybody has

	twins  map[string][]string // indicators, by name
	grades map[string]string   // words of grades, as the dictionary has them, by the plain ones
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
	for i, word := range w.Denied {
		w.Denied[i] = dictionary.Fold(word)
	}
	w.twins = map[string][]string{}
	for both, names := range w.Twins {
		for _, name := range names {
			w.twins[dictionary.Fold(name)] = strings.Split(both, "/")
		}
		w.Kinds = append(w.Kinds, strings.Split(both, "/"))
	}
	w.grades = map[string]string{}
	for word, elsewhere := range w.Grades {
		for _, of := range elsewhere {
			w.grades[dictionary.Plain(of)] = word
		}
	}
	for part, is := range w.Units {
		w.Units[dictionary.Fold(part)] = is
	}
	return w
})

// Grade is a word of a grade as the dictionary has it, where it is one of elsewhere.
func Grade(text string) string {
	if !strings.ContainsFunc(text, unicode.IsLetter) {
		return text // nearly all
	}
	return cmp.Or(known().grades[dictionary.Plain(text)], text)
}

// Denied is the first of marks and states beside a value that says that there is none,
// blank for none of them.
func Denied(marks ...string) string {
	for _, mark := range marks {
		if slices.Contains(known().Denied, dictionary.Fold(mark)) {
			return mark
		}
	}
	return ""
}

// Respelled is a unit as the dictionary may have it, of one that is written as elsewhere.
func Respelled(unit string) string {
	parts := strings.Split(unit, "/")
	for i, part := range parts {
		parts[i] = cmp.Or(known().Units[dictionary.Fold(strings.NewReplacer("µ", "u", "μ", "u").Replace(part))], part)
	}
	return strings.Join(parts, "/")
}

// Unmarked is a name without what laboratories print before it: marks, and the group
// in brackets that it belongs to.
func Unmarked(name string) string {
	_, name = Grouped(name)
	return name
}

// Grouped parts a name from the group in brackets that stands before it, blank for
// none: 【尿常规】葡萄糖.
func Grouped(name string) (group, itself string) {
	name = strings.TrimLeft(strings.Join(strings.Fields(name), " "), known().Marks)
	for _, pair := range [][2]string{{"【", "】"}, {"[", "]"}, {"〔", "〕"}} {
		if rest, ok := strings.CutPrefix(name, pair[0]); ok {
			if before, behind, closed := strings.Cut(rest, pair[1]); closed && strings.TrimSpace(behind) != "" {
				group, name = strings.TrimSpace(before), strings.TrimLeft(behind, known().Marks)
			}
		}
	}
	return group, name
}

// afterLoad is the indicator of a name that says glucose or insulin and how long after
// a load it was measured: 葡萄糖(服糖后120分钟), OGTT 2h, 胰岛素(0分钟). Any other time is
// another quantity.
func (r Reader) afterLoad(name string) (*dictionary.Indicator, bool) {
	load := known().Load
	rest := strings.NewReplacer("(", "", ")", "", "-", "", "_", "", ":", "").Replace(dictionary.Fold(Brackets(norm.NFKC.String(name))))
	took := func(words []string) (found bool) {
		for _, word := range words {
			if before, behind, ok := strings.Cut(rest, word); ok && !endsInDigit(before) {
				rest, found = before+behind, true
			}
		}
		return found
	}
	whole := rest
	for of, times := range load.Times {
		for is, words := range times {
			if rest = whole; !took(words) {
				continue
			}
			test := took(load.Tests)
			took(load.Words)
			if i, ok := r.NamedIn("blood", rest, ""); ok && i.Name == of || test && rest == "" && of == load.Test {
				return r.Lookup(is)
			}
		}
	}
	return nil, false
}

func endsInDigit(text string) bool {
	return text != "" && strings.ContainsRune("0123456789.", rune(text[len(text)-1]))
}

// qualifies reports whether what stands in brackets behind a name says only how it is
// measured.
func qualifies(text string) bool {
	text = dictionary.Fold(norm.NFKC.String(text))
	return slices.Contains(known().Qualifiers.Words, text) || slices.ContainsFunc(known().Qualifiers.Endings, func(end string) bool { return strings.HasSuffix(text, end) })
}

// LOINC is one of these.
const LOINC = "http://loinc.org"

// IsLOINC reports whether a system of codes is LOINC.
func IsLOINC(system string) bool { return slices.Contains(known().LOINC, strings.ToLower(system)) }
