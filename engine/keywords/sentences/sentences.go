// Package sentences runs the suites of sentences that a lexicon has to pass: what
// must be found in each, and how much of the dictionaries they reach.
package sentences

import (
	"io/fs"
	"reflect"
	"slices"

	"tijian/engine/keywords"
	"tijian/engine/keywords/lexicon"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// A Suite is a file of sentences with what must be found in them.
type Suite struct {
	Phenomenon strictyaml.Text   `yaml:"phenomenon,required"` // what makes the sentences hard
	Versions   []strictyaml.Text `yaml:"versions"`            // for which they hold; none for all
	Until      []strictyaml.Text `yaml:"until"`               // from which on they no longer do
	Cases      []Case            `yaml:"cases,required"`
}

func (s *Suite) span() strictyaml.Span { return strictyaml.Span{Versions: s.Versions, Until: s.Until} }

// A Case is a sentence with the exact lists expected.
type Case struct {
	At       problem.Place
	Text     strictyaml.Text   `yaml:"text,required"`
	Context  strictyaml.Text   `yaml:"context"`
	Certain  []strictyaml.Text `yaml:"certain,required"`
	Possible []strictyaml.Text `yaml:"possible,required"`
	// Values are the laboratory values that must be read; nil where the sentence
	// is not about them.
	Values *[]strictyaml.Text `yaml:"values"`
}

// Shape describes the files of suites.
func Shape() strictyaml.Shape {
	return strictyaml.Shape{Name: "sentences", Title: "提取所见的用例", Files: []string{"*.yaml"}, Type: reflect.TypeFor[Suite](), Fields: map[string]strictyaml.Field{
		"phenomenon": {ZH: "这组句子难在哪里"}, "versions": {ZH: "只用于这些版本和继承其用例的版本；省略为各版"}, "until": {ZH: "从这些版本起不再适用"}, "cases": {ZH: "句子"}, "cases.text": {ZH: "原文"}, "cases.context": {ZH: "类别；省略为默认的"},
		"cases.values":  {ZH: "应当读出的检验数值：指标 数值 单位 (参考区间)，单位不能确定写 ?；省略则不核对"},
		"cases.certain": {ZH: "应当确定的所见，按先后"}, "cases.possible": {ZH: "应当可能的所见，按先后"},
	}, Uses: map[string]strictyaml.Use{"cases.context": {Kind: lexicon.ContextNames}}}
}

// Load reads every suite (*.yaml) at the root of a tree, sorted by name.
// With any problem the suites are nil.
func Load(fsys fs.FS) ([]Suite, problem.List) {
	var problems problem.List
	files, err := fs.Glob(fsys, "*.yaml")
	if err != nil || len(files) == 0 {
		problems.Add(message.NoSuites.At(problem.Place{File: "."}))
		return nil, problems
	}
	var suites []Suite
	for _, name := range files {
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			problems.Add(message.Unreadable.At(problem.Place{File: name}, "error", err))
			continue
		}
		var s Suite
		if f := strictyaml.Parse(name, data, &problems); f != nil && f.Decode(&s, &problems) {
			suites = append(suites, s)
		}
	}
	problems.Sort()
	if len(problems) > 0 {
		return nil, problems
	}
	return suites, nil
}

// For returns the suites that hold for a version. A suite may name only
// known versions.
func For(suites []Suite, version strictyaml.Lineage) ([]Suite, problem.List) {
	var hold []Suite
	var list problem.List
	for _, s := range suites {
		if s.span().Holds(version, &list) {
			hold = append(hold, s)
		}
	}
	return hold, list
}

// Elsewhere counts the sentences that hold for other versions only, by the
// versions that they name.
func Elsewhere(suites []Suite, version strictyaml.Lineage) map[string]int {
	count := map[string]int{}
	for _, s := range suites {
		if names := s.span().Elsewhere(version); names != "" {
			count[names] += len(s.Cases)
		}
	}
	return count
}

// A Report is the outcome of suites.
type Report struct {
	Version   string             `json:"version,omitempty"`   // of the lexicon, where the caller says it
	Elsewhere map[string]int     `json:"elsewhere,omitempty"` // sentences left out, by the versions that they hold for
	Phenomena []PhenomenonReport `json:"phenomena"`
	Cases     int                `json:"cases"`
	Failures  []Failure          `json:"failures"`
	Cues      Coverage           `json:"cues"`  // that decided at least one status
	Terms     Coverage           `json:"terms"` // mentioned at least once
	tried     []tried
}

// tried is a sentence with what became of it; failure is nil where it passed.
type tried struct {
	phenomenon, text string
	at               problem.Place
	failure          *Failure
}

// A PhenomenonReport counts the cases of a phenomenon.
type PhenomenonReport struct {
	Phenomenon string `json:"phenomenon"`
	Cases      int    `json:"cases"`
	Passed     int    `json:"passed"`
}

// A Failure is a sentence that gave other lists than expected.
type Failure struct {
	At           problem.Place `json:"-"`
	Place        string        `json:"place"`
	Phenomenon   string        `json:"phenomenon"`
	Text         string        `json:"text"`
	Certain      []string      `json:"certain"`
	Possible     []string      `json:"possible"`
	WantCertain  []string      `json:"want_certain"`
	WantPossible []string      `json:"want_possible"`
	Values       []string      `json:"values,omitempty"`
	WantValues   []string      `json:"want_values,omitempty"`
}

// A Coverage says how much of the dictionaries the sentences reach.
type Coverage struct {
	Reached int              `json:"reached"`
	All     int              `json:"all"`
	Missed  []keywords.Entry `json:"missed"`
}

// Run extracts from every sentence and compares; values reads the
// laboratory values of a text, nil for none. The error is an unknown context.
func Run(l *keywords.Lexicon, suites []Suite, values func(text string) []string) (*Report, error) {
	report := &Report{Failures: []Failure{}, Phenomena: []PhenomenonReport{}}
	cues, terms := map[string]bool{}, map[string]bool{}
	for _, s := range suites {
		p := PhenomenonReport{Phenomenon: s.Phenomenon.Value, Cases: len(s.Cases)}
		for _, c := range s.Cases {
			got, err := l.Extract(c.Text.Value, c.Context.Value)
			if err != nil {
				return nil, err
			}
			for _, m := range got.Matches {
				terms[m.Term] = true
				cues[m.Cue] = true
			}
			certain, possible := valuesOf(c.Certain), valuesOf(c.Possible)
			var read, want []string
			if c.Values != nil {
				want = valuesOf(*c.Values)
				if values != nil {
					read = values(c.Text.Value)
				}
			}
			outcome := tried{phenomenon: p.Phenomenon, text: c.Text.Value, at: c.At}
			if slices.Equal(got.Certain, certain) && slices.Equal(got.Possible, possible) && slices.Equal(read, want) {
				p.Passed++
			} else {
				outcome.failure = &Failure{c.At, c.At.String(), p.Phenomenon, c.Text.Value, got.Certain, got.Possible, certain, possible, read, want}
				report.Failures = append(report.Failures, *outcome.failure)
			}
			report.tried = append(report.tried, outcome)
		}
		report.Cases += p.Cases
		report.Phenomena = append(report.Phenomena, p)
	}
	report.Cues, report.Terms = cover(l.Cues(), cues), cover(l.Terms(), terms)
	return report, nil
}

func valuesOf(texts []strictyaml.Text) []string {
	list := make([]string, len(texts))
	for i, t := range texts {
		list[i] = t.Value
	}
	return list
}

func cover(all []keywords.Entry, reached map[string]bool) Coverage {
	c := Coverage{All: len(all), Missed: []keywords.Entry{}}
	for _, e := range all {
		if reached[e.Name] {
			c.Reached++
		} else {
			c.Missed = append(c.Missed, e)
		}
	}
	return c
}
