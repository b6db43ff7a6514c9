// Package review is a change sheet as pages show it, and what they send back of it.
package review

import (
	"net/url"
	"strings"

	"tijian/engine/change"
	"tijian/engine/sheet"
)

// A View is a sheet on a page.
type View struct {
	Groups                 []Group
	Changes, Milder        int
	Agreed, Rejected, Open int  // groups, by what the visitor said of them, or anybody who rejects
	Decides                bool // the visitor may sign
}

// A Group is one group of changes with its lines.
type Group struct {
	*sheet.Group
	Name  string
	Lines []Line
	More  int  // that are not shown
	Mine  bool // the decision is the visitor's
}

// A Line is one change.
type Line struct {
	At, What, From, To, Example string
	Altered                     bool // there is a text on one side at least
	Milder                      bool
}

// most is how many changes of a group a page shows: no lexicon that grows by thousands
// of words is read on one.
const most = 300

// Of is a sheet as somebody sees it who may sign it, or only look.
func Of(s *sheet.Sheet, lang, who string, decides bool) *View {
	if s == nil {
		return nil
	}
	v := &View{Changes: s.Count(), Milder: len(s.Milder()), Decides: decides}
	open, rejected := s.Unsigned(who)
	v.Open, v.Rejected, v.Agreed = len(open), len(rejected), len(s.Groups)-len(open)-len(rejected)
	for i := range s.Groups {
		g := &s.Groups[i]
		one := Group{Group: g, Name: g.Title.In(lang), More: max(0, len(g.Changes)-most), Mine: g.By == who}
		for k := range g.Changes[:len(g.Changes)-one.More] {
			one.Lines = append(one.Lines, lineOf(g, &g.Changes[k], lang))
		}
		v.Groups = append(v.Groups, one)
	}
	return v
}

func lineOf(g *sheet.Group, c *change.Change[string], lang string) Line {
	l := Line{At: sheet.At(c).String(), What: sheet.What(c, lang), Example: g.Example(c, lang), Milder: c.Milder, Altered: c.From != nil || c.To != nil}
	if c.From != nil {
		l.From = *c.From
	}
	if c.To != nil {
		l.To = *c.To
	}
	return l
}

// Decisions are what a form says of groups, by their ids.
func Decisions(form url.Values) map[string]sheet.Decision {
	all := map[string]sheet.Decision{}
	for id, decision := range byID(form, "decision.") {
		if decision == sheet.Agreed || decision == sheet.Rejected {
			all[id] = sheet.Decision{Decision: decision, Comment: strings.TrimSpace(form.Get("comment." + id))}
		}
	}
	return all
}

// Reasons are why groups may be milder, by their ids.
func Reasons(form url.Values) map[string]string { return byID(form, "reason.") }

func byID(form url.Values, prefix string) map[string]string {
	all := map[string]string{}
	for name := range form {
		if id, is := strings.CutPrefix(name, prefix); is {
			all[id] = strings.TrimSpace(form.Get(name))
		}
	}
	return all
}
