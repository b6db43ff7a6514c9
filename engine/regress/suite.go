// Package regress runs regression suites against a rule set: persons and
// samples as fixtures, and what the rules must answer. Suites are YAML that a
// doctor can read; their format stands in testdata/rules/README.md. The clock
// of a suite is frozen at its datetime.
package regress

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"time"

	"tijian/engine/assess"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// A Suite is one file of cases.
type Suite struct {
	File, Title string
	Trials      []Trial // in the file's order
	mentions    []mention
	span        strictyaml.Span
	spans       []strictyaml.Span // of each case that has one of its own
}

// For returns the suites that hold for a version, each with the trials that do.
// Suites and cases may name only known versions.
func For(suites []Suite, version strictyaml.Lineage) ([]Suite, problem.List) {
	var hold []Suite
	var list, named problem.List
	misses := func(s strictyaml.Span) bool { return !s.Holds(version, &named) }
	for _, s := range suites {
		if !s.span.Holds(version, &list) {
			continue
		}
		for _, span := range s.spans {
			span.Holds(version, &list)
		}
		s.Trials = slices.DeleteFunc(slices.Clone(s.Trials), func(t Trial) bool { return misses(t.span) })
		s.mentions = slices.DeleteFunc(slices.Clone(s.mentions), func(m mention) bool { return misses(m.span) })
		hold = append(hold, s)
	}
	return hold, list
}

// Elsewhere counts the trials that hold for other versions only, by the versions
// that they name.
func Elsewhere(suites []Suite, version strictyaml.Lineage) map[string]int {
	count := map[string]int{}
	for _, s := range suites {
		for _, t := range s.Trials {
			for _, span := range []strictyaml.Span{s.span, t.span} {
				if names := span.Elsewhere(version); names != "" {
					count[names]++
					break
				}
			}
		}
	}
	return count
}

// A Trial is one request with what must come of it. A case of the file gives
// one trial for each value of its matrix or row of its table.
type Trial struct {
	Name    string // the case's name, with the value or row
	At      problem.Place
	Request assess.Request
	Checks  []Check
	// Unsigned reports whether its expectation was written by the program and no
	// doctor has signed it yet.
	Unsigned bool
	signed   strictyaml.Text // by whom and when; not set in a case written by hand
	span     strictyaml.Span // within that of its suite
}

// A Kind says which part of an answer a check looks at.
type Kind string

// The parts of an answer.
const (
	Level   Kind = "level"   // of a sample
	Color   Kind = "color"   // of a sample
	Ideal   Kind = "ideal"   // of a sample
	Value   Kind = "value"   // of a sample, in the standard unit: a number with a tolerance
	Risk    Kind = "risk"    // a flag, the same on all samples; "none" when it must be left out
	Derived Kind = "derived" // a number with a tolerance, a text, or "none"
	// Assumption looks for a piece of text among the assumptions: "named" when
	// one holds it, "none" when none does.
	Assumption Kind = "assumption"
	// Alert is the class of an indicator or risk: A, B or none.
	Alert Kind = "alert"
	// Order is the organs that the summary begins with.
	Order Kind = "summary"
	// Says looks for a piece of text in what is said of an indicator or risk, in
	// the summary, or anywhere (all).
	Says       Kind = "says"
	MustNotSay Kind = "must_not_say"
)

// kinds that can head a column of a table.
var kinds = []Kind{Level, Color, Ideal, Value, Risk, Derived, Assumption, Alert}

// A Check is one expectation: the level of hemoglobin is L2.
type Check struct {
	At     problem.Place
	Kind   Kind
	Name   string // of the indicator, risk or derived value
	Want   string
	number float64 // of a value or derived number
	within float64 // its tolerance; negative when Want is no number
}

const (
	none  = "none"  // what must not be in the answer
	named = "named" // an assumption that is
)

// Load reads every YAML file of fsys as a suite, in the order of their names.
// Suites are given only when there is no problem.
func Load(fsys fs.FS) ([]Suite, problem.List) {
	var list problem.List
	var suites []Suite
	err := eachFile(fsys, ".", func(name string, data []byte) {
		if s := parse(name, data, &list); s != nil {
			suites = append(suites, *s)
		}
	})
	if err != nil {
		list.Add(message.UnreadableSuites.At(problem.Place{}, "error", err))
	}
	if len(list) > 0 {
		list.Sort()
		return nil, list
	}
	return suites, nil
}

// eachFile reads the YAML files of a folder, in the order of their names.
func eachFile(fsys fs.FS, folder string, each func(name string, data []byte)) error {
	return fs.WalkDir(fsys, folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".yaml" {
			return err
		}
		data, err := fs.ReadFile(fsys, name)
		if err == nil {
			each(name, data)
		}
		return err
	})
}

// Parse reads one suite; name is the file that places point to.
func Parse(name string, data []byte) (*Suite, problem.List) {
	var list problem.List
	s := parse(name, data, &list)
	if len(list) > 0 {
		list.Sort()
		return nil, list
	}
	return s, nil
}

type suiteFile struct {
	Title    string                          `yaml:"title,required"`
	Versions []strictyaml.Text               `yaml:"versions"`
	Until    []strictyaml.Text               `yaml:"until"`
	Datetime strictyaml.Text                 `yaml:"datetime,required"`
	Persons  strictyaml.Entries[personEntry] `yaml:"persons,required"`
	Cases    []*caseEntry                    `yaml:"cases,required"`
}

type caseEntry struct {
	Name     strictyaml.Text   `yaml:"name,required"`
	Versions []strictyaml.Text `yaml:"versions"`
	Until    []strictyaml.Text `yaml:"until"`
	Person   strictyaml.Text   `yaml:"person,required"`
	Signed   strictyaml.Text   `yaml:"signed"` // by whom and when; "" awaits a signature
	// Unknown lists indicators that the dictionary lacks on purpose.
	Unknown []string `yaml:"unknown_indicators"`
	// A matrix: value -> level of one indicator.
	Indicator strictyaml.Text                     `yaml:"indicator"`
	Unit      string                              `yaml:"unit"`
	Levels    strictyaml.Entries[strictyaml.Text] `yaml:"levels"`
	Ideal     strictyaml.Text                     `yaml:"ideal"`
	// Or: value with unit -> value in the standard unit.
	Values strictyaml.Entries[strictyaml.Text] `yaml:"values"`
	// A request; of a matrix or table, the samples that all trials have.
	Samples strictyaml.Entries[strictyaml.Text] `yaml:"samples"`
	// What is known of samples, of whichever trial they are.
	Reference strictyaml.Entries[strictyaml.Text]   `yaml:"reference"`
	Previous  strictyaml.Entries[[]strictyaml.Text] `yaml:"previous"`
	Expect    expectEntry                           `yaml:"expect"`
	// A table: one request for each row.
	Columns []strictyaml.Text   `yaml:"columns"`
	Rows    [][]strictyaml.Text `yaml:"rows"`
	At      problem.Place
}

type expectEntry struct {
	Level   strictyaml.Entries[strictyaml.Text] `yaml:"level"`
	Color   strictyaml.Entries[strictyaml.Text] `yaml:"color"`
	Ideal   strictyaml.Entries[strictyaml.Text] `yaml:"ideal"`
	Value   strictyaml.Entries[strictyaml.Text] `yaml:"value"`
	Risk    strictyaml.Entries[strictyaml.Text] `yaml:"risk"`
	Derived strictyaml.Entries[strictyaml.Text] `yaml:"derived"`

	Assumption strictyaml.Entries[strictyaml.Text] `yaml:"assumption"`

	Alert      strictyaml.Entries[strictyaml.Text]   `yaml:"alert"`
	Summary    []strictyaml.Text                     `yaml:"summary"`
	Says       strictyaml.Entries[[]strictyaml.Text] `yaml:"says"`
	MustNotSay strictyaml.Entries[[]strictyaml.Text] `yaml:"must_not_say"`
}

type reader struct {
	list    *problem.List
	suite   *Suite
	at      time.Time
	persons map[string]assess.Person
	// Of the case being read:
	unknown   []string
	span      strictyaml.Span
	reference map[string]*assess.Reference
	previous  map[string][]assess.Earlier
}

func parse(name string, data []byte, list *problem.List) *Suite {
	f := strictyaml.Parse(name, data, list)
	if f == nil {
		return nil
	}
	if path.Base(path.Dir(name)) == personsFolder {
		return parsePersons(name, f, list)
	}
	var file suiteFile
	if !f.Decode(&file, list) {
		return nil
	}
	r := newReader(&Suite{File: name, Title: file.Title, span: strictyaml.Span{Versions: file.Versions, Until: file.Until}}, file.Datetime, list)
	if r == nil {
		return nil
	}
	for _, e := range file.Persons {
		r.persons[e.Key.Value] = r.person(e.Value)
	}
	for _, c := range file.Cases {
		if c != nil {
			r.readCase(c)
		}
	}
	return r.suite
}

// newReader starts the clock of a suite; nil when it does not say when.
func newReader(s *Suite, datetime strictyaml.Text, list *problem.List) *reader {
	at, err := time.Parse(time.RFC3339, datetime.Value)
	if err != nil {
		list.Add(message.SuiteDatetime.At(datetime.At, "text", datetime.Value))
		return nil
	}
	return &reader{list: list, suite: s, at: at, persons: map[string]assess.Person{}}
}

// mention notes a name, unless the case says that it is unknown on purpose.
func (r *reader) mention(m mention) {
	if !slices.Contains(r.unknown, m.name) {
		m.span = r.span
		r.suite.mentions = append(r.suite.mentions, m)
	}
}

// trial begins a case.
func (r *reader) trial(name strictyaml.Text, at problem.Place, unknown []string, span strictyaml.Span, signed strictyaml.Text) Trial {
	r.unknown, r.span = unknown, span
	if !span.IsAll() {
		r.suite.spans = append(r.suite.spans, span)
	}
	t := Trial{Name: name.Value, At: at, span: span, signed: signed}
	t.Unsigned = signed.Set() && signerOf(t.signed.Value) == ""
	return t
}

func (r *reader) readCase(c *caseEntry) {
	base := r.trial(c.Name, c.At, c.Unknown, strictyaml.Span{Versions: c.Versions, Until: c.Until}, c.Signed)
	person, ok := r.persons[c.Person.Value]
	if !ok {
		r.list.Add(message.UnknownPerson.At(c.Person.At, "name", c.Person.Value, "known", slices.Sorted(maps.Keys(r.persons))))
		return
	}
	base.Request.Person = person
	r.known(c.Reference, c.Previous)
	r.samples(&base, c.Samples)
	r.expect(&base, &c.Expect)
	switch {
	case c.Indicator.Set():
		r.matrix(c, base)
	case len(c.Columns) > 0:
		r.table(c, base)
	case len(base.Checks) == 0:
		r.list.Add(message.CaseWithoutCheck.At(c.At, "name", c.Name.Value))
	default:
		r.suite.Trials = append(r.suite.Trials, base)
	}
}

// samples adds the samples of a case.
func (r *reader) samples(t *Trial, entries strictyaml.Entries[strictyaml.Text]) {
	for _, e := range entries {
		r.mention(mention{at: e.Key.At, name: e.Key.Value})
		r.sample(t, e.Key.Value, e.Value)
	}
}

// expect adds what a case expects, in the order of the file.
func (r *reader) expect(t *Trial, e *expectEntry) {
	for kind, entries := range map[Kind]strictyaml.Entries[strictyaml.Text]{Level: e.Level, Color: e.Color, Ideal: e.Ideal, Value: e.Value, Risk: e.Risk, Derived: e.Derived, Assumption: e.Assumption, Alert: e.Alert} {
		for _, e := range entries {
			r.check(t, kind, e.Key, e.Value)
		}
	}
	for kind, entries := range map[Kind]strictyaml.Entries[[]strictyaml.Text]{Says: e.Says, MustNotSay: e.MustNotSay} {
		for _, e := range entries {
			for _, text := range e.Value {
				r.check(t, kind, e.Key, text)
				t.Checks[len(t.Checks)-1].At = text.At
			}
		}
	}
	if e.Summary != nil {
		r.order(t, e.Summary)
	}
	slices.SortStableFunc(t.Checks, func(a, b Check) int { return a.At.Compare(b.At) })
}

// matrix makes a trial for each value of one indicator.
func (r *reader) matrix(c *caseEntry, base Trial) {
	if len(c.Levels) == 0 && len(c.Values) == 0 {
		r.list.Add(message.MatrixWithoutLevels.At(c.Indicator.At))
	}
	r.mention(mention{at: c.Indicator.At, name: c.Indicator.Value})
	for _, e := range c.Levels {
		t := r.matrixTrial(c, base, e.Key)
		r.check(&t, Level, c.Indicator, e.Value)
		if c.Ideal.Set() {
			r.check(&t, Ideal, c.Indicator, c.Ideal)
		}
		r.suite.Trials = append(r.suite.Trials, t)
	}
	for _, e := range c.Values {
		t := r.matrixTrial(c, base, e.Key)
		r.check(&t, Value, c.Indicator, e.Value)
		r.suite.Trials = append(r.suite.Trials, t)
	}
}

// matrixTrial sends one value of a matrix.
func (r *reader) matrixTrial(c *caseEntry, base Trial, value strictyaml.Text) Trial {
	t := base.clone()
	t.Name += " " + value.Value
	t.At = value.At
	if c.Unit != "" {
		value.Value += " " + c.Unit
	}
	r.sample(&t, c.Indicator.Value, value)
	return t
}

// clone copies a trial, so that rows of a table share nothing.
func (t Trial) clone() Trial {
	t.Request.Samples = slices.Clone(t.Request.Samples)
	t.Checks = slices.Clone(t.Checks)
	t.Request.Arguments = maps.Clone(t.Request.Arguments)
	return t
}
