package answer

import (
	"cmp"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"

	"tijian/engine"
	"tijian/engine/assess"
	"tijian/engine/ruleset"
	"tijian/engine/scale"
	"tijian/server/console/words"
)

// An Organ is what was found of one organ.
type Organ struct {
	Title   string // "" for what no organ is named for
	Samples []Sample
}

// A Sample is one value with all that is said of it.
type Sample struct {
	ID                            int    // in the request, from 1
	Organ                         string // "" where none is named for it
	Title, Name                   string
	Value, Unit, Level, LevelName string
	Color, Severity               int
	Ideal, Printed                string // what values are ideal, and in the range of the paper
	Ranges                        string // ideal and printed, and the trend
	Trend                         string
	Tip, Hint                     string
	Marked, ToPatient             string // that the paper marks what is listed as fine, with the ranges; and in plain words, also why it is not judged
	Risks                         []assess.Risk
	Scale                         template.HTML
	Why                           *Why // nil where no rule answered
}

// A Why says how an answer came about.
type Why struct {
	File, When, Judged string // Judged is "" where the value was judged as it stands
	Row                int
	Down, Up           *Step
	Sources            []int
	Inputs             []Pair
}

// A Step is the next level on one side. By is "" when the value lies on the
// bound.
type Step struct{ By, At, Level string }

// A Source is a source. An aside is one that only answers need which do not
// ask for attention.
type Source struct {
	assess.Source
	Aside bool
}

// cite lists the sources.
func (a *Answer) cite(list []assess.Source) {
	needed := map[int]bool{}
	need := func(numbers []int) {
		for _, n := range numbers {
			needed[n] = true
		}
	}
	for _, r := range a.Raised {
		need(r.Sources)
	}
	for _, s := range a.Notable {
		if s.Why != nil {
			need(s.Why.Sources)
		}
	}
	for i, s := range list {
		a.Sources = append(a.Sources, Source{s, !needed[i+1]})
	}
}

// sort puts what asks for attention apart: what can hardly be true, and what
// stands out.
func (a *Answer) sort(all []Organ) {
	told := map[int]bool{}
	if a.Summary != nil {
		for _, e := range a.Summary.Entries {
			for _, f := range e.Findings {
				told[f.Sample+1] = true
			}
		}
	}
	into := func(list *[]Organ, s Sample) {
		if n := len(*list); n == 0 || (*list)[n-1].Title != s.Organ {
			*list = append(*list, Organ{Title: s.Organ})
		}
		last := &(*list)[len(*list)-1]
		last.Samples = append(last.Samples, s)
	}
	for _, o := range all {
		for _, s := range o.Samples {
			s.Organ = o.Title
			switch {
			case s.gravity() > 0 || told[s.ID]:
				a.Notable = append(a.Notable, s)
			case s.Level == ruleset.LevelNotAssessed:
				into(&a.Rest, s)
			default:
				into(&a.Fine, s)
				a.FineCount++
			}
		}
	}
	slices.SortStableFunc(a.Notable, func(x, y Sample) int {
		return cmp.Or(cmp.Compare(y.gravity(), x.gravity()), cmp.Compare(y.Color, x.Color))
	})
}

// Sample is the one of a number in the request that a rule is for; nil for none.
func (a *Answer) Sample(id int) *Sample {
	for _, list := range append(a.Fine, Organ{Samples: a.Notable}) {
		for i := range list.Samples {
			if list.Samples[i].ID == id {
				return &list.Samples[i]
			}
		}
	}
	return nil
}

// gravity orders samples; what is not judged for a doubt has to be looked at first.
func (s *Sample) gravity() int {
	if s.Unjudged() {
		return ruleset.Gravest + 1
	}
	return s.Severity
}

// Unjudged reports whether a value can hardly be true or contradicts another.
func (s *Sample) Unjudged() bool {
	return s.Level == ruleset.LevelImplausible || s.Level == ruleset.LevelContradicted
}

// organs groups the samples in the order of the rules, and within an organ as
// they were sent.
func organs(lang string, a *engine.Answer, cited *sources) []Organ {
	by := map[*ruleset.Organ][]Sample{}
	for i := range a.Samples {
		one, organ := sampleOf(lang, a, i, cited)
		by[organ] = append(by[organ], one)
	}
	var list []Organ
	for _, o := range a.Rules.Organs {
		if len(by[o]) > 0 {
			list = append(list, Organ{organName(lang, o), by[o]})
		}
	}
	if len(by[nil]) > 0 {
		list = append(list, Organ{"", by[nil]})
	}
	return list
}

func sampleOf(lang string, a *engine.Answer, i int, cited *sources) (Sample, *ruleset.Organ) {
	sent, got := &a.Request.Samples[i], &a.Samples[i]
	level := a.Rules.Level(got.Level)
	s := Sample{ID: i + 1, Title: sent.Name, Name: sent.Name, Value: words.Bound(string(sent.Bound)) + words.Plain(lang, sent.Value), Unit: sent.Unit, Level: got.Level,
		LevelName: words.Level(lang, level), Color: got.Color, Tip: since(got.Tip), Hint: got.Hint, Risks: got.Risks}
	if level != nil {
		s.Severity = level.Severity
	}
	indicator, known := a.Rules.Dictionary.Lookup(sent.Name)
	if known {
		s.Title = words.Called(lang, indicator)
	}
	var ranges []string
	s.Ideal, s.Trend = got.Ideal, got.Trend
	if inEnglish(lang) {
		s.translate(a.Rules, got)
	}
	if s.Ideal != "" {
		ranges = append(ranges, words.In(lang).Say("answer.ideal")+" "+s.Ideal)
	}
	if r := sent.Reference; r != nil && interval(r.Low, r.High) != "" {
		s.Printed = interval(r.Low, r.High)
		ranges = append(ranges, words.In(lang).Say("answer.printed")+" "+s.Printed)
	}
	if s.Trend != "" {
		ranges = append(ranges, s.Trend)
	}
	s.Ranges = strings.Join(ranges, " · ")
	if !known {
		return s, nil
	}
	if s.Unit == "" && !words.Unitless(indicator, indicator.Unit) {
		s.Unit = indicator.Unit
	}
	if word, ok := words.Grade(lang, a.Rules.Dictionary.Grades(), sent.Value); ok && indicator.Worded(sent.Unit) {
		s.Value, s.Unit = word, ""
	}
	t := got.Trace
	if t == nil || t.Rule() == nil {
		return s, nil
	}
	mark := scale.Mark{Set: a.Rules, Indicator: indicator, Stretches: t.Stretches(), Value: t.StandardValue, Unit: strings.TrimSpace(sent.Unit)}
	s.Scale = template.HTML(mark.SVG()) // escapes its texts
	s.Why = why(lang, a, t, cited, words.Bound(string(sent.Bound)), s.Value+" "+s.Unit)
	return s, OrganOf(a.Rules, sent.Name)
}

func why(lang string, a *engine.Answer, t *assess.Trace, cited *sources, bound, shown string) *Why {
	w := &Why{File: fmt.Sprintf("%s:%d", withoutFolder(a, t.File), t.Line), Row: t.Row, When: strings.Join(strings.Fields(t.Rule().When.Text.Value), " "),
		Sources: cited.cite(t.Sources)}
	var judged []string
	if standard := strings.TrimSpace(bound + words.Plain(lang, t.StandardValue) + " " + t.StandardUnit); standard != strings.TrimSpace(shown) {
		judged = append(judged, standard)
	}
	if t.Range != "" {
		judged = append(judged, words.In(lang).Say("why."+t.Range))
	}
	w.Judged = strings.Join(judged, " · ")
	for _, in := range t.Inputs {
		w.Inputs = append(w.Inputs, Pair{inputName(lang, a.Rules, in.Name), words.Plain(lang, in.Value)})
	}
	next := func(d *assess.Distance) *Step {
		if d == nil {
			return nil
		}
		s := &Step{At: words.Plain(lang, d.At), Level: strings.TrimSpace(d.Level + " " + words.Level(lang, a.Rules.Level(d.Level)))}
		if d.By != 0 {
			s.By = words.Plain(lang, d.By)
		}
		return s
	}
	w.Down, w.Up = next(t.DistanceDown), next(t.DistanceUp)
	return w
}

// withoutFolder is a file below the folder of the version, which the page names once.
func withoutFolder(a *engine.Answer, file string) string {
	return strings.TrimPrefix(file, a.Version+"/")
}

// interval writes a printed range; an end that is NaN is open.
func interval(low, high float64) string {
	switch {
	case low != low && high != high:
		return ""
	case low != low:
		return fmt.Sprintf("≤%.6g", high)
	case high != high:
		return fmt.Sprintf("≥%.6g", low)
	}
	return fmt.Sprintf("%.6g–%.6g", low, high)
}

// levelCode is the code of a level on a scale.
var levelCode = regexp.MustCompile(`<text>[^<]*</text>`)

// Uncode takes the codes of levels off the scales; what is ideal is named in words.
func (a *Answer) Uncode(lang string) {
	ideal := "<text>" + template.HTMLEscapeString(words.In(lang).Say("patient.ideal")) + "</text>"
	for i := range a.Notable {
		s := &a.Notable[i]
		s.Scale = template.HTML(levelCode.ReplaceAllStringFunc(string(s.Scale), func(text string) string { // of our own making
			if strings.Contains(text, ruleset.LevelIdeal) {
				return ideal
			}
			return ""
		}))
	}
}
