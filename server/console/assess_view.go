package console

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"
	"time"

	"tijian/engine"
	"tijian/engine/assess"
	"tijian/engine/expression"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/engine/scale"
)

// An answer is what the page shows of an assessment, and what a case keeps of it.
type answer struct {
	Rules, Namespace, Hash string
	Sex                    string
	Age                    int
	At                     string
	Summary                *summaryView
	Raised, Quiet          []riskView   // risks; quiet ones are not raised
	Notable                []sampleView // what asks for attention, the gravest first
	Fine, Rest             []organView  // what does not; what no rule is for
	FineCount              int
	Derived                []pair
	Assumptions            []string
	Sources                []sourceView
	Found                  findings
}

type pair struct{ Name, Value string }

// view arranges an assessment for people.
func (c *Console) view(lang string, a *engine.Answer) *answer {
	person := &a.Request.Person
	out := &answer{Rules: a.Version, Hash: a.Hash, Namespace: person.Namespace, Sex: string(person.Sex), Age: person.Age(),
		At: person.At.Format(time.DateOnly), Summary: summaryOf(lang, a.Rules.Dictionary, a.Summary), Assumptions: a.Assumptions}
	var cited sources
	all := risks(lang, a, &cited)
	quiet := slices.IndexFunc(all, func(r riskView) bool { return r.Bars == 0 })
	if quiet < 0 {
		quiet = len(all)
	}
	out.Raised, out.Quiet = all[:quiet], all[quiet:]
	out.sort(organs(lang, a, &cited))
	out.cite(cited.list)
	for _, d := range a.Rules.Derived {
		if value, ok := a.Derived[d.ID]; ok && d.Type != expression.String {
			out.Derived = append(out.Derived, pair{d.Title, strings.TrimSpace(plain(lang, value) + " " + d.Unit)})
		}
	}
	return out
}

// plain writes a value as people read it.
func plain(lang string, value any) string {
	switch x := value.(type) {
	case float64:
		return strconv.FormatFloat(x, 'g', 5, 64)
	case bool:
		if x {
			return words[lang].say("yes")
		}
		return words[lang].say("no")
	}
	return word(lang, fmt.Sprint(value))
}

// levelName is what readers call a level.
func levelName(lang string, l *ruleset.Level) string {
	if l == nil {
		return ""
	}
	if lang == problem.English && l.English != "" {
		return l.English
	}
	return l.Name
}

// A riskView is one risk of the answer with what drives it.
type riskView struct {
	Name, Flag  string
	Bars, Color int
	Inputs      []pair
	Denied      []string // inputs that are not so
	Assumptions []string
	Sources     []int // numbers of those of the answer
	Rule        string
}

// sources are those of an answer, each once, in the order of their numbers.
type sources struct {
	list   []assess.Source
	number map[assess.Source]int
}

// cite returns the numbers of sources, from 1.
func (s *sources) cite(list []assess.Source) []int {
	var numbers []int
	for _, one := range list {
		if s.number[one] == 0 {
			if s.number == nil {
				s.number = map[assess.Source]int{}
			}
			s.list = append(s.list, one)
			s.number[one] = len(s.list)
		}
		numbers = append(numbers, s.number[one])
	}
	return numbers
}

// risks are those of all samples, each once, gravest first.
func risks(lang string, a *engine.Answer, cited *sources) []riskView {
	var list []riskView
	seen := map[string]bool{}
	for i := range a.Samples {
		s := &a.Samples[i]
		for k, r := range s.Risks {
			if seen[r.ID] {
				continue
			}
			seen[r.ID] = true
			one := riskView{Name: r.Name, Bars: r.Flag}
			if f := a.Rules.FlagOf(r.Flag); f != nil {
				one.Flag, one.Color = f.Name, f.Color
			}
			if s.Trace != nil && k < len(s.Trace.Risks) {
				t := &s.Trace.Risks[k]
				one.Assumptions, one.Sources, one.Rule = t.Assumptions, cited.cite(t.Sources), fmt.Sprintf("%s:%d（%s）", withoutFolder(a, t.File), t.Line, t.Rule)
				for _, in := range t.Inputs {
					if in.Value == false {
						one.Denied = append(one.Denied, inputName(lang, a.Rules, in.Name))
						continue
					}
					one.Inputs = append(one.Inputs, pair{inputName(lang, a.Rules, in.Name), strings.TrimSpace(plain(lang, in.Value) + " " + in.Unit)})
				}
			}
			list = append(list, one)
		}
	}
	slices.SortStableFunc(list, func(x, y riskView) int { return cmp.Compare(y.Bars, x.Bars) })
	return list
}

// inputName is what readers call an input of the rules.
func inputName(lang string, set *ruleset.Set, name string) string {
	if i, ok := set.Dictionary.Lookup(name); ok {
		return called(lang, i)
	}
	if variable, ok := set.Scope.Lookup(name); ok && variable.Title != "" {
		return variable.Title
	}
	return name
}

// An organView is what was found of one organ.
type organView struct {
	Title   string // "" for what no organ is named for
	Samples []sampleView
}

// A sampleView is one value with all that is said of it.
type sampleView struct {
	ID                            int    // in the request, from 1
	Organ                         string // "" where none is named for it
	Title, Name                   string
	Value, Unit, Level, LevelName string
	Color, Severity               int
	Ideal                         string // what values are ideal
	Ranges                        string // ideal and printed, and the trend
	Trend                         string
	Tip, Hint                     string
	Risks                         []assess.Risk
	Scale                         template.HTML
	Why                           *whyView // nil where no rule answered
}

// A whyView says how an answer came about.
type whyView struct {
	File, When, Judged string // Judged is "" where the value was judged as it stands
	Row                int
	Down, Up           *step
	Sources            []int
	Inputs             []pair
}

// A step is the next level on one side. By is "" when the value lies on the
// bound.
type step struct{ By, At, Level string }

// A sourceView is a source. An aside is one that only answers need which do not
// ask for attention.
type sourceView struct {
	assess.Source
	Aside bool
}

// cite lists the sources.
func (a *answer) cite(list []assess.Source) {
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
		a.Sources = append(a.Sources, sourceView{s, !needed[i+1]})
	}
}

// sort puts what asks for attention apart: what can hardly be true, and what
// stands out.
func (a *answer) sort(all []organView) {
	told := map[int]bool{}
	if a.Summary != nil {
		for _, e := range a.Summary.Entries {
			for _, f := range e.Findings {
				told[f.Sample+1] = true
			}
		}
	}
	into := func(list *[]organView, s sampleView) {
		if n := len(*list); n == 0 || (*list)[n-1].Title != s.Organ {
			*list = append(*list, organView{Title: s.Organ})
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
	slices.SortStableFunc(a.Notable, func(x, y sampleView) int {
		return cmp.Or(cmp.Compare(y.gravity(), x.gravity()), cmp.Compare(y.Color, x.Color))
	})
}

// gravity orders samples; what is not judged for a doubt has to be looked at first.
func (s *sampleView) gravity() int {
	if s.unjudged() {
		return ruleset.Gravest + 1
	}
	return s.Severity
}

// unjudged reports whether a value can hardly be true or contradicts another.
func (s *sampleView) unjudged() bool {
	return s.Level == ruleset.LevelImplausible || s.Level == ruleset.LevelContradicted
}

// organs groups the samples in the order of the rules, and within an organ as
// they were sent.
func organs(lang string, a *engine.Answer, cited *sources) []organView {
	by := map[*ruleset.Organ][]sampleView{}
	for i := range a.Samples {
		one, organ := sampleOf(lang, a, i, cited)
		by[organ] = append(by[organ], one)
	}
	var list []organView
	for _, o := range a.Rules.Organs {
		if len(by[o]) > 0 {
			list = append(list, organView{o.Title, by[o]})
		}
	}
	if len(by[nil]) > 0 {
		list = append(list, organView{"", by[nil]})
	}
	return list
}

func sampleOf(lang string, a *engine.Answer, i int, cited *sources) (sampleView, *ruleset.Organ) {
	sent, got := &a.Request.Samples[i], &a.Samples[i]
	level := a.Rules.Level(got.Level)
	s := sampleView{ID: i + 1, Title: sent.Name, Name: sent.Name, Value: printed(string(sent.Bound)) + plain(lang, sent.Value), Unit: sent.Unit, Level: got.Level,
		LevelName: levelName(lang, level), Color: got.Color, Tip: got.Tip, Hint: got.Hint, Risks: got.Risks}
	if level != nil {
		s.Severity = level.Severity
	}
	var ranges []string
	s.Ideal, s.Trend = got.Ideal, got.Trend
	if got.Ideal != "" {
		ranges = append(ranges, words[lang].say("answer.ideal")+" "+got.Ideal)
	}
	if r := sent.Reference; r != nil && interval(r.Low, r.High) != "" {
		ranges = append(ranges, words[lang].say("answer.printed")+" "+interval(r.Low, r.High))
	}
	if got.Trend != "" {
		ranges = append(ranges, got.Trend)
	}
	s.Ranges = strings.Join(ranges, " · ")
	indicator, known := a.Rules.Dictionary.Lookup(sent.Name)
	if !known {
		return s, nil
	}
	s.Title = called(lang, indicator)
	if s.Unit == "" && !unitless(indicator, indicator.Unit) {
		s.Unit = indicator.Unit
	}
	if word, ok := a.Rules.Dictionary.Grades().Display(sent.Value); ok && indicator.Kind == "qualitative" {
		s.Value, s.Unit = word, ""
	}
	t := got.Trace
	if t == nil || t.Rule() == nil {
		return s, nil
	}
	mark := scale.Mark{Set: a.Rules, Indicator: indicator, Stretches: t.Stretches(), Value: t.StandardValue, Unit: strings.TrimSpace(sent.Unit)}
	s.Scale = template.HTML(mark.SVG()) // escapes its texts
	s.Why = why(lang, a, t, cited, printed(string(sent.Bound)), s.Value+" "+s.Unit)
	return s, organOf(a.Rules, sent.Name)
}

func why(lang string, a *engine.Answer, t *assess.Trace, cited *sources, bound, shown string) *whyView {
	w := &whyView{File: fmt.Sprintf("%s:%d", withoutFolder(a, t.File), t.Line), Row: t.Row, When: strings.Join(strings.Fields(t.Rule().When.Text.Value), " "),
		Sources: cited.cite(t.Sources)}
	var judged []string
	if standard := strings.TrimSpace(bound + plain(lang, t.StandardValue) + " " + t.StandardUnit); standard != strings.TrimSpace(shown) {
		judged = append(judged, standard)
	}
	if t.Range != "" {
		judged = append(judged, words[lang].say("why."+t.Range))
	}
	w.Judged = strings.Join(judged, " · ")
	for _, in := range t.Inputs {
		w.Inputs = append(w.Inputs, pair{inputName(lang, a.Rules, in.Name), plain(lang, in.Value)})
	}
	next := func(d *assess.Distance) *step {
		if d == nil {
			return nil
		}
		s := &step{At: plain(lang, d.At), Level: strings.TrimSpace(d.Level + " " + levelName(lang, a.Rules.Level(d.Level)))}
		if d.By != 0 {
			s.By = plain(lang, d.By)
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
