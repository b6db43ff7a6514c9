// Package answer is what pages show of an assessment, and what a case keeps of it.
package answer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"tijian/engine"
	"tijian/engine/assess"
	"tijian/engine/expression"
	"tijian/engine/ruleset"
	"tijian/server/console/lines"
	"tijian/server/console/words"
)

// An Answer is what the page shows of an assessment, and what a case keeps of it.
type Answer struct {
	Rules, Namespace, Hash string
	Sex                    string
	Age                    int
	At                     string
	Summary                *Summary
	Raised, Quiet          []Risk   // risks; quiet ones are not raised
	Notable                []Sample // what asks for attention, the gravest first
	Fine, Rest             []Organ  // what does not; what no rule is for
	FineCount              int
	Derived                []Pair
	Assumptions            []string
	Sources                []Source
	Found                  Found
}

// A Pair is something with its value.
type Pair struct{ Name, Value string }

// View arranges an assessment for people.
func View(lang string, a *engine.Answer) *Answer {
	person := &a.Request.Person
	out := &Answer{Rules: a.Version, Hash: a.Hash, Namespace: person.Namespace, Sex: string(person.Sex), Age: person.Age(),
		At: person.At.Format(time.DateOnly), Summary: summaryOf(lang, a), Assumptions: sentences(lang, a.Assumptions)}
	var cited sources
	all := risks(lang, a, &cited)
	quiet := slices.IndexFunc(all, func(r Risk) bool { return r.Bars == 0 })
	if quiet < 0 {
		quiet = len(all)
	}
	out.Raised, out.Quiet = all[:quiet], all[quiet:]
	out.sort(organs(lang, a, &cited))
	out.cite(cited.list)
	for _, d := range a.Rules.Derived {
		if value, ok := a.Derived[d.ID]; ok && d.Type != expression.String {
			title := d.Title
			if inEnglish(lang) {
				title = inputName(lang, a.Rules, d.ID)
			}
			out.Derived = append(out.Derived, Pair{title, strings.TrimSpace(words.Plain(lang, value) + " " + d.Unit)})
		}
	}
	return out
}

// Unjudged adds what the report has and no rule can be for, as it is printed.
func (a *Answer) Unjudged(lang string, rows []lines.Row) {
	var list []Sample
	for _, r := range rows {
		why := "answer.unnamed"
		if r.Of != "" {
			why = "answer.second"
		}
		s := Sample{Title: r.Name, Value: r.Value, Unit: r.Unit, Tip: words.In(lang).Say(why)}
		if r.Reference != "" {
			s.Tip = words.In(lang).Say("answer.printed") + " " + r.Reference + " · " + s.Tip
		}
		s.ToPatient = s.Tip
		list = append(list, s)
	}
	if len(list) > 0 {
		a.Rest = append(a.Rest, Organ{Samples: list})
	}
}

// Marked says where the paper marks a value of a row as high or low that is listed as fine.
func (a *Answer) Marked(lang string, rows []lines.Row) {
	say, signs := words.In(lang).Say, map[string]string{}
	for _, r := range rows {
		signs[r.Of] = r.Flag
	}
	for _, o := range a.Fine {
		for i := range o.Samples {
			if s := &o.Samples[i]; signs[s.Name] == "H" || signs[s.Name] == "L" {
				sign, none := say("sign."+signs[s.Name]), say("unknown")
				s.Marked = say("answer.marked", sign, cmp.Or(s.Printed, none), cmp.Or(s.Ideal, none), s.LevelName)
				s.ToPatient = say("patient.marked", sign, s.LevelName)
			}
		}
	}
}

// A Risk is one risk of the answer with what drives it.
type Risk struct {
	Name, Flag  string
	Bars, Color int
	Inputs      []Pair
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
func risks(lang string, a *engine.Answer, cited *sources) []Risk {
	var list []Risk
	seen := map[string]bool{}
	for i := range a.Samples {
		s := &a.Samples[i]
		for k, r := range s.Risks {
			if seen[r.ID] {
				continue
			}
			seen[r.ID] = true
			one := Risk{Bars: r.Flag}
			one.Name, one.Flag = riskName(lang, a.Rules, r.ID, r.Name, r.Flag)
			if f := a.Rules.FlagOf(r.Flag); f != nil {
				one.Color = f.Color
			}
			if s.Trace != nil && k < len(s.Trace.Risks) {
				t := &s.Trace.Risks[k]
				one.Assumptions, one.Sources, one.Rule = sentences(lang, t.Assumptions), cited.cite(t.Sources), fmt.Sprintf("%s:%d（%s）", withoutFolder(a, t.File), t.Line, t.Rule)
				for _, in := range t.Inputs {
					if in.Value == false {
						if _, listed := a.Derived[in.Name]; listed || !isDerived(a.Rules, in.Name) { // what a man cannot be is not said of him
							one.Denied = append(one.Denied, inputName(lang, a.Rules, in.Name))
						}
						continue
					}
					one.Inputs = append(one.Inputs, Pair{inputName(lang, a.Rules, in.Name), strings.TrimSpace(words.Plain(lang, in.Value) + " " + in.Unit)})
				}
			}
			list = append(list, one)
		}
	}
	slices.SortStableFunc(list, func(x, y Risk) int { return cmp.Compare(y.Bars, x.Bars) })
	return list
}

// isDerived says whether the rules work an input out.
func isDerived(set *ruleset.Set, name string) bool {
	return slices.ContainsFunc(set.Derived, func(d *ruleset.Derived) bool { return d.ID == name })
}

// inputName is what readers call an input of the rules.
func inputName(lang string, set *ruleset.Set, name string) string {
	if i, ok := set.Dictionary.Lookup(name); ok {
		return words.Called(lang, i)
	}
	if inEnglish(lang) {
		return ruleset.IDInEnglish(name)
	}
	if variable, ok := set.Scope.Lookup(name); ok && variable.Title != "" {
		return variable.Title
	}
	return name
}

// Found are the findings of the passages of a report, beside its values, and the sentences
// that have none of them, as they are written.
type Found struct{ Certain, Possible, Text []string }

// In are the findings as readers know them.
func (f Found) In(lang string) Found {
	return Found{findingsIn(lang, f.Certain), findingsIn(lang, f.Possible), f.Text}
}

// FoundIn are those of a text, which may be "".
func FoundIn(snapshot *engine.Snapshot, text string) (f Found, err error) {
	if strings.TrimSpace(text) == "" {
		return f, nil
	}
	full, err := snapshot.Lexicon.FullUntil(nil, text, "", "")
	if err != nil {
		return f, err
	}
	return Found{full.Certain, full.Possible, full.Silent(text)}, nil
}
