// Package review is a change sheet as pages show it, and what they send back of it.
package review

import (
	"net/url"
	"strconv"
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
	Address                string
}

// A Page is which changes of one long group are shown, and where others are.
type Page struct {
	Address string // of the sheet's page, "" where there is none
	Group   string // its id
	From    int    // of its changes
}

// PageOf is what an address asks for.
func PageOf(address string, query url.Values) Page {
	from, _ := strconv.Atoi(query.Get("from"))
	return Page{address, query.Get("group"), from}
}

// A Group is one group of changes with its lines.
type Group struct {
	*sheet.Group
	Name  string
	Lines []Line
	// First and Last are the numbers of the changes that are shown of many, Before and
	// After where those before and after begin; -1 for none.
	First, Last, Before, After int
	Open                       bool
	Mine                       bool // the decision is the visitor's
}

// Paged reports whether not all changes are shown.
func (g Group) Paged() bool { return g.Before >= 0 || g.After >= 0 }

// Weight is the key of the word for how a milder group is called.
func (g Group) Weight() string {
	if g.Doubtful() {
		return "sheet.doubt"
	}
	return "sheet.milder"
}

// A Line is one change.
type Line struct {
	At, What, From, To, Example string
	Altered                     bool // there is a text on one side at least
	Milder                      bool
	Number                      int    // of the group's, from 0
	Note                        string // somebody's comment at it
}

// most is how many changes of a group a page shows at once.
const most = 300

// Of is a sheet as somebody sees it who may sign it, or only look.
func Of(s *sheet.Sheet, lang, who string, decides bool, at Page) *View {
	if s == nil {
		return nil
	}
	v := &View{Changes: s.Count(), Milder: len(s.Milder()), Decides: decides, Address: at.Address}
	open, rejected := s.Unsigned(who)
	v.Open, v.Rejected, v.Agreed = len(open), len(rejected), len(s.Groups)-len(open)-len(rejected)
	for i := range s.Groups {
		g := &s.Groups[i]
		one := Group{Group: g, Name: g.Title.In(lang), Before: -1, After: -1, Open: g.ID == at.Group, Mine: g.By == who}
		from := 0
		if one.Open {
			from = max(0, min(at.From, len(g.Changes)-1)) / most * most
		}
		end := min(from+most, len(g.Changes))
		if one.First, one.Last = from+1, end; from > 0 {
			one.Before = from - most
		}
		if end < len(g.Changes) {
			one.After = end
		}
		for k := from; k < end; k++ {
			line := lineOf(g, &g.Changes[k], lang)
			line.Number, line.Note = k, g.Notes[k]
			one.Lines = append(one.Lines, line)
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
			one := sheet.Decision{Decision: decision, Comment: strings.TrimSpace(form.Get("comment." + id))}
			for number, note := range byID(form, "note."+id+".") {
				if k, err := strconv.Atoi(number); err == nil && k >= 0 && note != "" {
					if one.Notes == nil {
						one.Notes = map[int]string{}
					}
					one.Notes[k] = note
				}
			}
			all[id] = one
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
