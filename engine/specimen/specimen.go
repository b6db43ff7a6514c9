// Package specimen knows what hospitals say of a specimen: whether a result is of
// blood, of urine, of stool or of another fluid.
package specimen

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"

	"tijian/engine/dictionary"
	"tijian/engine/message"
)

// A Kind of specimen is one of those of the dictionary, or Other; blank, it is
// not known.
type Kind string

// Kinds that the dictionary has no constants for. Other are fluids of which no
// indicator is measured here.
const (
	Blood  Kind = "blood"
	Venous Kind = "venous" // blood of which the gases are no arterial ones
	Urine  Kind = "urine"
	Stool  Kind = "stool"
	Other  Kind = "other"
	body   Kind = "body" // no specimen: a weight, a blood pressure
)

//go:embed specimens.yaml
var specimensYAML []byte

// vocabulary is what specimens.yaml says.
type vocabulary struct {
	words, codes map[string]Kind   // folded
	prefixes     map[Kind][]string // what names of indicators of a kind often begin with
	shared       map[string]bool   // folded
	daily        []string          // what stands behind the / of an amount of a day
	arterial     []string          // indicators
	told         []string          // indicators that analysers of blood are told
}

// known is read when it is first asked: most commands never do.
var known = sync.OnceValue(func() (w vocabulary) {
	var file struct {
		Words    map[Kind][]string `yaml:"words"`
		Codes    map[Kind][]string `yaml:"codes"`
		Prefixes map[Kind][]string `yaml:"prefixes"`
		Daily    []string          `yaml:"daily"`
		Shared   []string          `yaml:"shared"`
		Arterial []string          `yaml:"arterial"`
		Told     []string          `yaml:"told"`
	}
	if err := yaml.Unmarshal(specimensYAML, &file); err != nil {
		panic(err) // it is embedded
	}
	turn := func(m map[Kind][]string) map[string]Kind {
		by := map[string]Kind{}
		for kind, list := range m {
			for _, word := range list {
				by[dictionary.Fold(word)] = kind
			}
		}
		return by
	}
	w.words, w.codes, w.prefixes = turn(file.Words), turn(file.Codes), file.Prefixes
	w.arterial, w.told, w.daily = file.Arterial, file.Told, file.Daily
	w.shared = map[string]bool{}
	for _, name := range file.Shared {
		w.shared[dictionary.Fold(name)] = true
	}
	return w
})

// titles are the kinds for people.
var titles = map[Kind]message.Phrase{Blood: message.OfBlood, Venous: message.OfVenousBlood, Urine: message.OfUrine, Stool: message.OfStool, Other: message.OfOther}

// Title is the kind for people.
func (k Kind) Title() message.Phrase { return titles[k] }

// Prefixes are what names of indicators of a specimen often begin with.
func (k Kind) Prefixes() []string { return known().prefixes[k] }

// Of is what a text says of the specimen, in words or, of a field of its own,
// also in codes; blank for nothing, or for two.
func Of(text string, coded bool) Kind {
	for word := range strings.FieldsSeq(text) {
		if code := known().codes[dictionary.Fold(word)]; coded && code != "" {
			return code
		}
	}
	folded := dictionary.Fold(text)
	var said []string
	for word := range known().words {
		if strings.Contains(folded, word) {
			said = append(said, word)
		}
	}
	var found Kind
	for _, word := range said {
		if slices.ContainsFunc(said, func(longer string) bool { return longer != word && strings.Contains(longer, word) }) {
			continue // 动脉血 of 脐动脉血
		}
		var agree bool
		if found, agree = found.With(known().words[word]); !agree {
			return ""
		}
	}
	return found
}

// With is what two say of one specimen, either of them blank for nothing, and whether
// they agree: venous blood is blood.
func (k Kind) With(other Kind) (Kind, bool) {
	switch {
	case other == "" || k == other, k == Venous && other == Blood:
		return k, true
	case k == "" || k == Blood && other == Venous:
		return other, true
	}
	return "", false
}

// Measures reports whether an indicator can be one of this specimen, as far as an
// order tells it. Blood is what laboratories name where they mean no other.
func (k Kind) Measures(i *dictionary.Indicator) bool {
	return k == Blood || (k == Venous || Kind(i.Specimen) == body) && !arterial(i) || k.Holds(i)
}

// Holds reports whether an indicator is measured in the specimen that a result
// itself names. What is measured of the body has none: the temperature in a blood gas is
// the analyser's. But for the saturation, which arterial blood tells as the finger does.
func (k Kind) Holds(i *dictionary.Indicator) bool {
	of := Kind(i.Specimen)
	return k == "" || of == k || k == Venous && of == Blood && !arterial(i) || k == Blood && of == body && arterial(i)
}

// Ordered reports whether an indicator can be among the results of an order whose own field
// names the specimen: what it holds, and what is measured of the body, which has none.
func (k Kind) Ordered(i *dictionary.Indicator) bool {
	return k.Holds(i) || Kind(i.Specimen) == body && !arterial(i) && !slices.Contains(known().told, i.Name)
}

// arterial reports whether an indicator is of arterial blood only.
func arterial(i *dictionary.Indicator) bool { return slices.Contains(known().arterial, i.Name) }

// Unsaid reports whether nothing tells that an indicator of urine, stool or breath
// is meant: its name is one that several specimens share, and the specimen is not
// known to be its own. The pH of a blood gas is called as that of a urine.
func (k Kind) Unsaid(i *dictionary.Indicator, name string) bool {
	if of := Kind(i.Specimen); of == k || of == Blood || of == body {
		return false
	}
	for part := range strings.FieldsFuncSeq(dictionary.Fold(name), func(r rune) bool { return r == '(' || r == ')' }) {
		if !known().shared[part] {
			return false
		}
	}
	return true
}

// Unclear says why a name is not used of which Unsaid is true.
func (k Kind) Unclear(i *dictionary.Indicator, name string) message.Phrase {
	if k != "" {
		return message.SpecimenOther.With("specimen", k.Title(), "name", name)
	}
	return message.SpecimenUnsaid.With("name", name, "title", i.Called())
}

// Named is the indicator of a name in this specimen, blank for not known: the one
// that is measured in it. It may still be one that is not, where named knows no
// other; named finds indicators by name and unit.
func (k Kind) Named(d *dictionary.Dictionary, name, unit string, named func(name, unit string) (*dictionary.Indicator, bool)) (*dictionary.Indicator, bool) {
	i, ok := named(name, unit)
	if k == "" || ok && Kind(i.Specimen) == k {
		return i, ok
	}
	for _, prefix := range known().prefixes[k] {
		if its, ok := named(prefix+name, unit); ok && Kind(its.Specimen) == k {
			return its, true
		}
	}
	if its, ok := d.NamedIn(string(k), name, unit); ok {
		return its, true
	}
	return i, ok
}
