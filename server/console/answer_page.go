package console

import (
	"html/template"
	"net/http"
	"regexp"
	"strings"
	"time"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
	"tijian/server/audit"
	"tijian/server/cases"
)

// A summaryView is what stands out first.
type summaryView struct {
	Headline string
	Urgent   int // how many entries are as urgent as the first
	Entries  []entryView
}

// An entryView is what stands out of one organ, and what to do about it.
type entryView struct {
	Title, Why, Alert, Department string
	Recheck                       int
	ActID, Act                    string
	Findings                      []findingView
}

// A findingView leads to a value, or to the risks where Sample is -1.
type findingView struct {
	Title, Level  string
	Sample, Color int
}

func summaryOf(lang string, dict *dictionary.Dictionary, s *assess.Summary) *summaryView {
	if s == nil {
		return nil
	}
	out := &summaryView{Headline: s.Headline, Urgent: s.Urgent}
	for _, e := range s.Entries {
		one := entryView{Title: e.Title, Why: e.Why, Alert: e.Alert, Department: e.Department, Recheck: e.Recheck, ActID: e.Act.Told(), Act: actName(lang, e.Act)}
		for _, f := range e.Findings {
			if i, ok := dict.Lookup(f.Name); ok && f.Sample >= 0 {
				f.Title = called(lang, i)
			}
			one.Findings = append(one.Findings, findingView{f.Title, f.Level, f.Sample, f.Color})
		}
		out.Entries = append(out.Entries, one)
	}
	return out
}

func actName(lang string, a *ruleset.Act) string {
	switch {
	case a == nil:
		return ""
	case lang != languages[0] && a.English != "":
		return a.English
	}
	return a.Name
}

// An urgentView is the strongest instruction, with all that are as urgent.
type urgentView struct {
	Act, Alert string // of class A it is an alarm
	Entries    []entryView
}

// urgent is nil where nothing is to be done sooner than usual.
func (a *answer) urgent() *urgentView {
	s := a.Summary
	if s == nil || s.Urgent == 0 || s.Urgent > len(s.Entries) || s.Entries[0].ActID == routine {
		return nil
	}
	first := &s.Entries[0]
	return &urgentView{first.Act, first.Alert, s.Entries[:s.Urgent]}
}

// routine is the act that asks for nothing.
const routine = "routine"

// An answerPage is the answer of a case.
type answerPage struct {
	*answer
	First                *urgentView
	ID, Person           string
	Name, Number         string
	State                cases.State
	Wanting, Pictures    int
	Suspect              int // values that can hardly be true, or contradict each other
	SignedBy             string
	SignedAt, AssessedAt time.Time
	Institution          string
	Visits               []caseLine // others of the person
}

// answerOf is the answer of the case that the address names; nil where it has none
// yet, and the browser is led to where one comes from.
func (c *Console) answerOf(v *requestContext) (*answerPage, error) {
	w, err := c.own(v)
	if err != nil {
		return nil, err
	}
	a := w.Answers[v.lang]
	switch {
	case w.State == cases.Reading:
		return nil, v.redirect("cases/" + w.ID)
	case a == nil:
		return nil, v.redirect("cases/" + w.ID + "/assess")
	}
	c.Audit.Add(v.Context(), v.entry(audit.AnswerRead, w.ID, ""))
	suspect := 0
	for _, s := range a.Notable {
		if s.unjudged() {
			suspect++
		}
	}
	return &answerPage{Suspect: suspect, answer: a, First: a.urgent(), ID: w.ID, Person: w.Person, Name: w.Name, Number: w.Number, State: w.State, Wanting: w.Wanting,
		Pictures: w.Pictures, SignedBy: w.SignedBy, SignedAt: w.SignedAt, AssessedAt: w.AssessedAt, Institution: c.Institution}, nil
}

// answered shows the doctor's page of an answer.
func (c *Console) answered(v *requestContext) error {
	p, err := c.answerOf(v)
	if p == nil {
		return err
	}
	others, _, err := c.listed(v, cases.Filter{Person: p.Person, Most: mostWaiting + 1})
	if err != nil {
		return err
	}
	for _, one := range others {
		if one.ID != p.ID {
			p.Visits = append(p.Visits, one)
		}
	}
	return v.show(http.StatusOK, "answer", p)
}

// levelCode is the code of a level on a scale.
var levelCode = regexp.MustCompile(`<text>[^<]*</text>`)

// patient shows the page that the patient is given: what to do first, when and where,
// then what was found, without the codes and files of the rules.
func (c *Console) patient(v *requestContext) error {
	p, err := c.answerOf(v)
	if p == nil {
		return err
	}
	ideal := "<text>" + template.HTMLEscapeString(words[v.lang].say("patient.ideal")) + "</text>"
	for i := range p.Notable {
		s := &p.Notable[i]
		s.Scale = template.HTML(levelCode.ReplaceAllStringFunc(string(s.Scale), func(text string) string { // of our own making
			if strings.Contains(text, ruleset.LevelIdeal) {
				return ideal
			}
			return ""
		}))
	}
	return v.show(http.StatusOK, "patient", p)
}
