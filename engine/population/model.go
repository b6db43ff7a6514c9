// Package population makes persons with samples for trying rules out: a
// generated population with the distributions of adults.yaml, persons near the
// bounds of rules, and requests read from a file.
package population

import (
	_ "embed"
	"math"
	"slices"

	"tijian/engine/dictionary"
	"tijian/engine/message"
	"tijian/engine/numeral"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/engine/strictyaml"
)

//go:embed adults.yaml
var adults []byte

type modelFile struct {
	About      string            `yaml:"about"`
	Sources    []string          `yaml:"sources"`
	People     peopleEntry       `yaml:"people,required"`
	Factors    []strictyaml.Text `yaml:"factors"`
	Conditions []*conditionEntry `yaml:"conditions"`
	Arguments  []*argumentEntry  `yaml:"arguments"`
	Samples    []*sampleEntry    `yaml:"samples,required"`
}

type peopleEntry struct {
	Women  float64                     `yaml:"women,required"`
	Ages   strictyaml.Entries[float64] `yaml:"ages,required"`
	Oldest int                         `yaml:"oldest,required"`
}

type conditionEntry struct {
	Name   strictyaml.Text             `yaml:"name,required"`
	Among  strictyaml.Text             `yaml:"among"`
	Men    strictyaml.Entries[float64] `yaml:"men,required"`
	Women  strictyaml.Entries[float64] `yaml:"women,required"`
	Load   strictyaml.Entries[float64] `yaml:"load"`
	Amount *trend                      `yaml:"amount"`
}

type argumentEntry struct {
	Path  strictyaml.Text             `yaml:"path,required"`
	Sent  float64                     `yaml:"sent,required"`
	Yes   float64                     `yaml:"yes"`   // of a truth value, when there are no words
	Words strictyaml.Entries[float64] `yaml:"words"` // with their shares
}

// A trend is how numbers are distributed; the mean holds at a middle age.
type trend struct {
	Mean float64 `yaml:"mean,required"`
	SD   float64 `yaml:"sd,required"`
	Year float64 `yaml:"year"`
}

type sampleEntry struct {
	Name   strictyaml.Text             `yaml:"name,required"`
	Log    bool                        `yaml:"log"`
	Men    *trend                      `yaml:"men"`
	Women  *trend                      `yaml:"women"`
	Grades strictyaml.Entries[float64] `yaml:"grades"`
	Load   strictyaml.Entries[float64] `yaml:"load"`
	Shift  strictyaml.Entries[float64] `yaml:"shift"`
	Sent   *float64                    `yaml:"sent"`
}

// A Model says how a population is distributed. It is safe for concurrent use.
type Model struct {
	women      float64
	ages       []point // from this age: weight
	oldest     int
	factors    int
	conditions []condition
	arguments  []*argumentEntry
	samples    []sample
	dict       *dictionary.Dictionary
}

// A point of a line through ages.
type point struct{ at, y float64 }

// weights of the hidden factors in a value, and of what is its own.
type weights struct {
	factors []load
	own     float64
}

type load struct {
	factor int
	by     float64
}

type condition struct {
	name       string
	among      int // index of the condition that must hold, -1 for none
	men, women []point
	weights
	amount *trend // of a number instead of yes or no
}

type sample struct {
	indicator  *dictionary.Indicator
	log        bool
	men, women *trend
	grades     []point // number, share
	weights
	shift []load // by condition
	sent  float64
}

// Adults reads the embedded model of adults. Problems are those of the file
// against the dictionary.
func Adults(dict *dictionary.Dictionary) (*Model, problem.List) {
	return Parse("adults.yaml", adults, dict)
}

// Parse reads a model. The model is nil when there is any problem.
func Parse(name string, data []byte, dict *dictionary.Dictionary) (*Model, problem.List) {
	var list problem.List
	var file modelFile
	f := strictyaml.Parse(name, data, &list)
	if f == nil || !f.Decode(&file, &list) {
		list.Sort()
		return nil, list
	}
	r := &reader{list: &list, dict: dict, factors: map[string]int{}, conditions: map[string]int{}, model: &Model{dict: dict, women: file.People.Women, oldest: file.People.Oldest, factors: len(file.Factors)}}
	r.model.ages = r.line(file.People.Ages)
	for i, t := range file.Factors {
		r.factors[t.Value] = i
	}
	for _, c := range file.Conditions {
		r.condition(c)
	}
	r.model.arguments = slices.DeleteFunc(file.Arguments, func(a *argumentEntry) bool { return a == nil || !a.Path.Set() })
	for _, s := range file.Samples {
		r.sample(s)
	}
	if len(list) > 0 {
		list.Sort()
		return nil, list
	}
	return r.model, nil
}

type reader struct {
	list                *problem.List
	dict                *dictionary.Dictionary
	factors, conditions map[string]int
	model               *Model
}

func (r *reader) number(t strictyaml.Text) float64 {
	x, ok := numeral.Float(t.Value)
	if !ok {
		r.list.Add(message.ModelNumber.At(t.At, "text", t.Value))
	}
	return x
}

func (r *reader) line(entries strictyaml.Entries[float64]) []point {
	points := make([]point, len(entries))
	for i, e := range entries {
		points[i] = point{r.number(e.Key), e.Value}
		if i > 0 && points[i].at <= points[i-1].at {
			r.list.Add(message.ModelOrder.At(e.Key.At))
		}
	}
	return points
}

func (r *reader) weights(at problem.Place, entries strictyaml.Entries[float64]) weights {
	w := weights{}
	rest := 1.0
	for _, e := range entries {
		i, ok := r.factors[e.Key.Value]
		if !ok {
			r.list.Add(message.UnknownFactor.At(e.Key.At, "name", e.Key.Value))
			continue
		}
		w.factors = append(w.factors, load{i, e.Value})
		rest -= e.Value * e.Value
	}
	if rest < 0 {
		r.list.Add(message.Loads.At(at))
	}
	w.own = math.Sqrt(max(0, rest))
	return w
}

func (r *reader) condition(e *conditionEntry) {
	if e == nil || !e.Name.Set() {
		return
	}
	if name := e.Name.Value; name != ruleset.Smoking && new(ruleset.Person).BackgroundNamed(name) == nil {
		r.list.Add(message.UnknownBackground.At(e.Name.At, "name", e.Name.Value))
	}
	c := condition{name: e.Name.Value, among: -1, men: r.line(e.Men), women: r.line(e.Women), weights: r.weights(e.Name.At, e.Load), amount: e.Amount}
	if e.Among.Set() {
		i, ok := r.conditions[e.Among.Value]
		if !ok {
			r.list.Add(message.BackgroundAbove.At(e.Among.At, "name", e.Among.Value))
		}
		c.among = i
	}
	r.conditions[c.name] = len(r.model.conditions)
	r.model.conditions = append(r.model.conditions, c)
}

func (r *reader) sample(e *sampleEntry) {
	if e == nil || !e.Name.Set() {
		return
	}
	i, ok := r.dict.Lookup(e.Name.Value)
	if !ok {
		r.list.Add(message.UnknownIndicator.At(e.Name.At, "name", e.Name.Value, "fix", message.Suggest(e.Name.Value, r.dict.Names())))
		return
	}
	s := sample{indicator: i, log: e.Log, men: e.Men, women: e.Women, grades: r.line(e.Grades), weights: r.weights(e.Name.At, e.Load), sent: 1}
	if e.Sent != nil {
		s.sent = *e.Sent
	}
	for _, c := range e.Shift {
		k, ok := r.conditions[c.Key.Value]
		if !ok {
			r.list.Add(message.UnknownBackground.At(c.Key.At, "name", c.Key.Value))
			continue
		}
		s.shift = append(s.shift, load{k, c.Value})
	}
	for _, t := range []*trend{s.men, s.women} {
		if t != nil && (t.SD <= 0 || s.log && (t.Mean <= 0 || t.SD <= 1)) {
			r.list.Add(message.Spread.At(e.Name.At))
		}
	}
	if (len(s.grades) > 0) == (s.men != nil || s.women != nil) {
		r.list.Add(message.MeansOrGrades.At(e.Name.At))
	}
	r.model.samples = append(r.model.samples, s)
}
