package intake

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"

	"tijian/engine/dictionary"
)

// words are how hospitals write persons' fields.
//
//go:embed words.yaml
var wordsYAML []byte

// words maps folded words to what they mean.
type words struct {
	Columns  map[string][]string `yaml:"columns"`  // field of a request, or of a row in a long table
	Values   map[string][]string `yaml:"values"`   // male, female, true, false
	Pairs    map[string][]string `yaml:"pairs"`    // two indicators in one column
	Sides    []string            `yaml:"sides"`    // of the body, in titles
	Absent   []string            `yaml:"absent"`   // there is no result
	Identity []string            `yaml:"identity"` // titles of columns with identity numbers
	Together map[string][]string `yaml:"together"` // fields that stand for one where both are there
	Remarks  []string            `yaml:"remarks"`  // begin rows that are of no person
	Age      []string            `yaml:"age"`      // codes of LOINC
	Years    []string            `yaml:"years"`    // behind ages
	Others   []string            `yaml:"others"`   // in groups of columns that are of somebody else
	States   map[string][]string `yaml:"states"`   // of results, by what becomes of them
	Controls []string            `yaml:"controls"` // begin what specimens are called that are of nobody
	Tests    []string            `yaml:"tests"`    // begin what persons of trials are called
	Levels   []string            `yaml:"levels"`   // what may stand behind either
	Aside    asideWords          `yaml:"aside"`

	Smoking smokingWords `yaml:"smoking"`
}

// asideWords tell what analysers say of themselves.
type asideWords struct {
	Types   []string `yaml:"types"`   // of OBX-2, of graphs
	Raw     []string `yaml:"raw"`     // in the other triplet of OBX-3, of what was read and not yet converted
	Units   []string `yaml:"units"`   // of the same
	Systems []string `yaml:"systems"` // of codes of the vendors' own, which are no results unless they are numbers
	Names   []string `yaml:"names"`   // folded, within names of curves, suspicions and indices of a serum
}

// smokingWords say how many cigarettes a day are smoked.
type smokingWords struct {
	None   []string           `yaml:"none"`   // nothing is smoked now
	Again  []string           `yaml:"again"`  // something is, all the same
	Beside []string           `yaml:"beside"` // what may stand around the number
	Each   map[string]float64 `yaml:"each"`   // cigarettes in one, such as a packet
	Counts map[string]float64 `yaml:"counts"` // numbers in words
}

// vocabulary is what words.yaml says, by folded words.
type vocabulary struct {
	columns, values, pairs, absent map[string]string
	identity                       map[string]string
	fields                         map[string][]string // as columns call them
	together                       map[string][]string // fields, by what they are called as one
	ages, years, remarks, others   []string
	controls, tests, levels        []string // in lower case
	sides                          []string
	states                         map[string][]string
	smoking                        smokingWords
	aside                          asideWords
}

// known is read when it is first asked: most commands never do.
var known = sync.OnceValue(func() (w vocabulary) {
	var file words
	if err := yaml.Unmarshal(wordsYAML, &file); err != nil {
		panic(err) // it is embedded
	}
	turn := func(m map[string][]string) map[string]string {
		by := map[string]string{}
		for meaning, list := range m {
			for _, word := range list {
				by[dictionary.Fold(word)] = meaning
			}
		}
		return by
	}
	w.columns, w.values, w.pairs = map[string]string{}, turn(file.Values), turn(file.Pairs)
	for meaning, list := range file.Columns {
		for _, title := range list {
			w.columns[titled(title)] = meaning
		}
		w.columns[titled(meaning)] = meaning
	}
	for _, by := range []map[string]string{w.values, w.pairs} {
		for _, meaning := range slices.Collect(maps.Values(by)) {
			by[dictionary.Fold(meaning)] = meaning
		}
	}
	for _, word := range file.Remarks {
		w.remarks = append(w.remarks, dictionary.Fold(word))
	}
	w.identity = turn(map[string][]string{"": file.Identity})
	w.absent = turn(map[string][]string{"": append(file.Absent, "")})
	w.states, w.controls, w.tests, w.levels = file.States, file.Controls, file.Tests, file.Levels
	w.sides = file.Sides
	w.fields, w.together = file.Columns, file.Together
	w.ages, w.years, w.smoking, w.others, w.aside = file.Age, file.Years, file.Smoking, file.Others, file.Aside
	return w
})

// titled is a title without what spellings of one differ in: Patient ID, patient_id.
// Date prélèvement, DATE PRELEVEMENT.
func titled(title string) string { return unmarked.Replace(dictionary.Plain(title)) }

var unmarked = strings.NewReplacer("_", "", "-", "", ".", "", ":", "", "#", "", "'", "", "’", "", "°", "")
