package regress

import (
	"slices"
	"strings"
	"time"

	"tijian/engine/assess"
	"tijian/engine/message"
	"tijian/engine/numeral"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// personsFolder holds whole persons, each a doctor's short case.
const personsFolder = "persons"

type personsFile struct {
	Title    string            `yaml:"title,required"`
	Versions []strictyaml.Text `yaml:"versions"`
	Until    []strictyaml.Text `yaml:"until"`
	Datetime strictyaml.Text   `yaml:"datetime,required"`
	Persons  []*wholeEntry     `yaml:"persons,required"`
}

type wholeEntry struct {
	Title     strictyaml.Text                       `yaml:"title,required"`
	Story     string                                `yaml:"story"` // why it is a case, for readers
	Versions  []strictyaml.Text                     `yaml:"versions"`
	Until     []strictyaml.Text                     `yaml:"until"`
	Person    personEntry                           `yaml:"person,required"`
	Samples   strictyaml.Entries[strictyaml.Text]   `yaml:"samples,required"`
	Reference strictyaml.Entries[strictyaml.Text]   `yaml:"reference"`
	Previous  strictyaml.Entries[[]strictyaml.Text] `yaml:"previous"`
	Unknown   []string                              `yaml:"unknown_indicators"`
	Signed    strictyaml.Text                       `yaml:"signed"`
	Expect    expectEntry                           `yaml:"expect,required"`
	At        problem.Place
}

func parsePersons(name string, f *strictyaml.File, list *problem.List) *Suite {
	var file personsFile
	if !f.Decode(&file, list) {
		return nil
	}
	r := newReader(&Suite{File: name, Title: file.Title, span: strictyaml.Span{Versions: file.Versions, Until: file.Until}}, file.Datetime, list)
	if r == nil {
		return nil
	}
	for _, e := range file.Persons {
		if e != nil {
			r.whole(e)
		}
	}
	return r.suite
}

func (r *reader) whole(e *wholeEntry) {
	t := r.trial(e.Title, e.At, e.Unknown, strictyaml.Span{Versions: e.Versions, Until: e.Until}, e.Signed)
	t.Request.Person = r.person(e.Person)
	r.known(e.Reference, e.Previous)
	r.samples(&t, e.Samples)
	r.expect(&t, &e.Expect)
	if len(t.Checks) == 0 {
		r.list.Add(message.CaseWithoutCheck.At(e.At, "name", e.Title.Value))
	}
	r.suite.Trials = append(r.suite.Trials, t)
}

// known reads the printed ranges and earlier results of a case. An earlier
// result is written with its day first: 2025-03-01 88 umol/L.
func (r *reader) known(references strictyaml.Entries[strictyaml.Text], previous strictyaml.Entries[[]strictyaml.Text]) {
	r.reference, r.previous = map[string]*assess.Reference{}, map[string][]assess.Earlier{}
	for _, e := range references {
		r.mention(mention{at: e.Key.At, name: e.Key.Value})
		ref, _ := assess.ParseReference(e.Value.Value)
		if ref == nil {
			r.list.Add(message.SuiteReference.At(e.Value.At, "text", e.Value.Value))
		}
		r.reference[e.Key.Value] = ref
	}
	for _, e := range previous {
		r.mention(mention{at: e.Key.At, name: e.Key.Value})
		for _, text := range e.Value {
			parts := strings.SplitN(text.Value, " ", 3)
			if len(parts) < 2 {
				parts = []string{"", ""}
			}
			at, err := time.Parse(time.DateOnly, parts[0])
			value, ok := numeral.Float(parts[1])
			if err != nil || !ok || !at.Before(r.at) {
				r.list.Add(message.SuitePrevious.At(text.At, "text", text.Value))
				continue
			}
			earlier := assess.Earlier{Value: value, At: at}
			if len(parts) == 3 {
				earlier.Unit = strings.TrimSpace(parts[2])
			}
			r.previous[e.Key.Value] = append(r.previous[e.Key.Value], earlier)
		}
	}
}

// order adds the check that a summary begins with these organs; none at all is
// the check that it is empty.
func (r *reader) order(t *Trial, organs []strictyaml.Text) {
	c := Check{Kind: Order, Want: none, At: t.At, within: -1}
	var names []string
	for _, o := range organs {
		r.mention(mention{at: o.At, kind: Order, name: o.Value})
		names = append(names, o.Value)
	}
	if len(organs) > 0 {
		c.Want, c.At = strings.Join(names, " "), organs[0].At
	}
	t.Checks = append(t.Checks, c)
}

// Where text is looked for besides what is said of one indicator or risk.
const (
	anywhere  = "all"
	inSummary = "summary"
)

// said gives the text in which a check looks; false when nothing is said of the
// name.
func (c *Check) said(t *Trial, result *assess.Result) (text string, ok bool) {
	var parts []string
	for i := range result.Samples {
		s := &result.Samples[i]
		if c.Name == anywhere || t.Request.Samples[i].Name == c.Name {
			parts = append(parts, s.Tip, s.Hint, s.Trend)
		}
		for _, risk := range s.Risks {
			if c.Name == anywhere {
				parts = append(parts, risk.Name)
			}
		}
	}
	if s := result.Summary; s != nil {
		for _, e := range s.Entries {
			about := slices.ContainsFunc(e.Findings, func(f assess.Finding) bool { return f.Sample < 0 && f.Name == c.Name })
			if about || c.Name == e.Organ || c.Name == anywhere || c.Name == inSummary {
				parts = append(parts, e.Why)
			}
		}
		if c.Name == anywhere || c.Name == inSummary {
			parts = append(parts, s.Headline)
		}
	}
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), "；"), len(parts) > 0
}

// alert is the class of an indicator or risk.
func (c *Check) alert(result *assess.Result) string {
	if result.Summary != nil {
		for _, e := range result.Summary.Entries {
			for _, f := range e.Findings {
				if f.Name == c.Name && f.Alert != "" {
					return f.Alert
				}
			}
		}
	}
	return none
}

// order is the organs that a summary begins with, as many as are wanted.
func (c *Check) order(result *assess.Result) string {
	var organs []string
	if result.Summary != nil {
		for _, e := range result.Summary.Entries {
			organs = append(organs, e.Organ)
		}
	}
	if wanted := len(strings.Fields(c.Want)); c.Want != none && len(organs) > wanted {
		organs = organs[:wanted]
	}
	if len(organs) == 0 {
		return none
	}
	return strings.Join(organs, " ")
}
