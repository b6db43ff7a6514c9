package match

import (
	"io/fs"
	"slices"

	"tijian/engine/problem"
)

// role is what a block or column holds.
type role string

// The roles, named as in report.yaml.
const (
	noRole        role = ""
	nameRole      role = "name"
	codeRole      role = "code"
	resultRole    role = "result"
	previousRole  role = "previous"
	markRole      role = "mark"
	referenceRole role = "reference"
	unitRole      role = "unit"
	numberRole    role = "number"
	methodRole    role = "method"
)

// names tells that a column holds names or codes, or the numbers before them.
func (r role) names() bool { return r == nameRole || r == codeRole || r == numberRole }

// A panel is a group of tests with a heading of its own.
type panel struct {
	Specimen   string   `yaml:"specimen,required"`
	Categories []string `yaml:"categories"`
	Words      []string `yaml:"words,required"`
}

// A pairing is an item whose result is two numbers.
type pairing struct {
	Names         []string `yaml:"names,required"`
	Abbreviations []string `yaml:"abbreviations"`
	Indicators    []string `yaml:"indicators,required"`
	At            problem.Place
}

// wordless are indicators whose negative is not a low number.
type wordless struct {
	Indicators []string `yaml:"indicators,required"`
	At         problem.Place
}

type reportFile struct {
	Headers struct {
		Name      []string `yaml:"name,required"`
		Code      []string `yaml:"code"`
		Result    []string `yaml:"result,required"`
		Previous  []string `yaml:"previous"`
		Mark      []string `yaml:"mark"`
		Reference []string `yaml:"reference"`
		Unit      []string `yaml:"unit"`
		Number    []string `yaml:"number"`
		Method    []string `yaml:"method"`
	} `yaml:"headers,required"`
	Panels         []panel             `yaml:"panels"`
	Specimens      map[string][]string `yaml:"specimens"`
	Cues           map[string][]string `yaml:"specimen_cues"`
	Titles         map[string][]string `yaml:"specimen_titles"`
	Characters     map[string][]string `yaml:"specimen_characters"`
	Labels         []string            `yaml:"labels"`
	SpecimenLabels []string            `yaml:"specimen_labels"`
	Affixes        []string            `yaml:"affixes"`
	Pairs          []pairing           `yaml:"pairs"`
	Wordless       []wordless          `yaml:"wordless"`
	Unremarkable   []string            `yaml:"unremarkable"`
	Unitless       []string            `yaml:"unitless"`
}

// words are the words of a report's layout, keyed as names are compared.
type words struct {
	headers        map[string]role
	panels         map[string]*panel
	specimens      map[string]string   // word -> specimen
	cues           map[string]string   // word that only reports of one specimen print -> specimen
	titles         map[string]string   // word of a title -> specimen
	characters     map[string][]string // specimen -> words in names that mean it
	labels         map[string]bool
	specimenLabels map[string]bool
	affixes        [][]rune // longest first
	pairs          []pairing
	wordless       map[string]problem.Place // indicator -> where it is listed
	unremarkable   map[string]bool          // says that all is well, not that there is none
	unitless       map[string]bool          // units that are not printed
}

func loadWords(dictionaries fs.FS, list *problem.List) *words {
	var file reportFile
	if !readYAML(dictionaries, "report.yaml", &file, list) {
		return nil
	}
	w := &words{
		headers: map[string]role{}, panels: map[string]*panel{}, specimens: map[string]string{},
		characters: file.Characters, labels: map[string]bool{}, specimenLabels: map[string]bool{}, pairs: file.Pairs,
		wordless: map[string]problem.Place{}, unremarkable: map[string]bool{}, unitless: map[string]bool{},
	}
	for _, l := range file.Wordless {
		for _, s := range l.Indicators {
			w.wordless[s] = l.At
		}
	}
	h := file.Headers
	for r, all := range map[role][]string{
		nameRole: h.Name, codeRole: h.Code, resultRole: h.Result, previousRole: h.Previous, markRole: h.Mark,
		referenceRole: h.Reference, unitRole: h.Unit, numberRole: h.Number, methodRole: h.Method,
	} {
		for _, s := range all {
			w.headers[key(s)] = r
		}
	}
	for i := range file.Panels {
		for _, s := range file.Panels[i].Words {
			w.panels[key(s)] = &file.Panels[i]
		}
	}
	w.cues, w.titles = map[string]string{}, map[string]string{}
	for _, of := range []struct {
		from map[string][]string
		to   map[string]string
	}{{file.Specimens, w.specimens}, {file.Cues, w.cues}, {file.Titles, w.titles}} {
		for specimen, all := range of.from {
			for _, s := range all {
				of.to[key(s)] = specimen
			}
		}
	}
	for _, s := range file.Unremarkable {
		w.unremarkable[key(s)] = true
	}
	for _, s := range file.Unitless {
		w.unitless[s] = true
	}
	for _, s := range file.Labels {
		w.labels[key(s)] = true
	}
	for _, s := range file.SpecimenLabels {
		w.labels[key(s)], w.specimenLabels[key(s)] = true, true
	}
	for _, s := range file.Affixes {
		w.affixes = append(w.affixes, []rune(key(s)))
	}
	slices.SortStableFunc(w.affixes, func(a, b []rune) int { return len(b) - len(a) })
	return w
}
