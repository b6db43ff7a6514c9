package answer

import (
	"cmp"
	"strings"

	"tijian/engine"
	"tijian/engine/ruleset"
	"tijian/server/console/words"
)

// A Summary is what stands out first.
type Summary struct {
	Headline string
	Urgent   int // how many entries are as urgent as the first
	Entries  []Entry
}

// An Entry is what stands out of one organ, and what to do about it.
type Entry struct {
	Title, Why, Alert, Department string
	Recheck                       int
	ActID, Act                    string
	When                          string // Act, as Why says it where that says it more closely
	Findings                      []Finding
}

// A Finding leads to a value, or to the risks where Sample is -1.
type Finding struct {
	Title, Level  string
	LevelName     string
	Sample, Color int
}

func summaryOf(lang string, a *engine.Answer) *Summary {
	s := a.Summary
	if s == nil {
		return nil
	}
	out := &Summary{Headline: since(s.Headline), Urgent: s.Urgent}
	if inEnglish(lang) {
		out.Headline = words.In(lang).Say("answer.headline", len(s.Entries))
	}
	for _, e := range s.Entries {
		one := Entry{Title: e.Title, Why: since(e.Why), Alert: e.Alert, Department: e.Department, Recheck: e.Recheck, ActID: e.Act.Told(), Act: actName(lang, e.Act)}
		one.When = one.Act
		for _, f := range e.Findings {
			if i, ok := a.Rules.Dictionary.Lookup(f.Name); ok && f.Sample >= 0 {
				f.Title = words.Called(lang, i)
			} else if f.Sample < 0 {
				f.Title, _ = riskName(lang, a.Rules, f.Name, f.Title, f.Flag)
			}
			one.Findings = append(one.Findings, Finding{f.Title, f.Level, words.Level(lang, a.Rules.Level(f.Level)), f.Sample, f.Color})
		}
		if inEnglish(lang) {
			one.translate(a, &e)
		} else if e.Act != nil && e.Recheck > 1 { // 立即 says nothing else than 马上
			one.When = cmp.Or(said(e.Act, e.Why), one.When)
		}
		out.Entries = append(out.Entries, one)
	}
	return out
}

// said is the first of the words for how soon that a text says, "" for none other than the
// act's name: two weeks belong to the act that is named after a month.
func said(a *ruleset.Act, text string) (word string) {
	first := len(text)
	if strings.Contains(text, a.Name) {
		return ""
	}
	for _, w := range a.Says {
		if at := strings.Index(text, w); at >= 0 && (at < first || at == first && len(w) > len(word)) {
			first, word = at, w
		}
	}
	return word
}

func actName(lang string, a *ruleset.Act) string {
	switch {
	case a == nil:
		return ""
	case inEnglish(lang) && a.English != "":
		return a.English
	}
	return a.Name
}

// An Urgent is the strongest instruction, with all that are as urgent.
type Urgent struct {
	Act, Alert string // of class A it is an alarm
	Entries    []Entry
}

// Urgent is nil where nothing is to be done sooner than usual.
func (a *Answer) Urgent() *Urgent {
	s := a.Summary
	if s == nil || s.Urgent == 0 || s.Urgent > len(s.Entries) || s.Entries[0].ActID == routine {
		return nil
	}
	first := &s.Entries[0]
	u := &Urgent{Act: cmp.Or(first.When, first.Act), Alert: first.Alert, Entries: s.Entries[:s.Urgent]}
	for _, e := range u.Entries {
		if e.When != first.When {
			u.Act = first.Act // they say it in several ways
		}
	}
	return u
}

// routine is the act that asks for nothing.
const routine = "routine"
