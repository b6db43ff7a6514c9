package assess

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/ruleset"
)

// A Summary tells a person what stands out, gravest first.
type Summary struct {
	Headline string
	Urgent   int     // how many entries have the act of the first; 0 in versions without acts
	Entries  []Entry // one for each organ
}

// An Entry is what stands out of one organ. Only its gravest finding speaks, so
// that no two sentences about an organ can contradict each other.
type Entry struct {
	Organ      string // its id; "" where the rules do not say
	Title      string
	Why        string
	Act        *ruleset.Act // the most urgent of its findings; nil in versions without acts
	Alert      string       // the strongest of its findings: A, B or "" for none
	Department string
	Recheck    int // in days, the soonest of its findings; ruleset.NoRecheck for none
	Findings   []Finding
}

// A Finding is a sample or a risk that stands out.
type Finding struct {
	Sample int    // in the request; -1 for a risk
	Name   string // of the indicator, or the risk's id
	Title  string
	Level  string // of a sample
	Flag   int    // of a risk
	Color  int
	Act    *ruleset.Act // nil in versions without acts
	Alert  string

	severity   int
	haste      int          // how fast harm comes, the fastest 0; alike where the rules do not say
	combined   bool         // a risk in words of its own: it has looked at several results
	leads      bool         // a pattern that is found
	pattern    *answer      // that it is or belongs to
	first      *ruleset.Act // by which it is ordered: its own, or of a pattern the most urgent of its members
	organ      *ruleset.Organ
	why        string
	department string
	recheck    int
}

// acted orders findings by how soon something is to be done, and what asks to
// act now by how fast harm comes.
func (s *state) acted(a, b *Finding) int {
	if by := cmp.Compare(a.first.Rank(), b.first.Rank()); by != 0 || a.first.Rank() > 0 {
		return by
	}
	return cmp.Compare(a.haste, b.haste)
}

// graver orders findings: severity, then alert, then colour.
func graver(a, b *Finding) int {
	return cmp.Or(cmp.Compare(b.gravity(), a.gravity()), cmp.Compare(urgent(b.Alert), urgent(a.Alert)), cmp.Compare(b.Color, a.Color))
}

// faster orders what is equally grave by how fast harm comes. What the rules do
// not tell apart by that, a level does: a fourth one with class A stands before a
// third one with it. A risk is as grave as its class.
func (s *state) faster(a, b *Finding) int {
	if !s.set.Hastes() {
		return 0
	}
	return cmp.Or(cmp.Compare(a.haste, b.haste), cmp.Compare(b.own(), a.own()))
}

func (f *Finding) own() int {
	if f.Sample < 0 {
		return f.gravity()
	}
	return f.severity
}

// gravity is the severity; what has an alert class is at least as grave as the
// levels that stand for it: A as the gravest, B as the one below.
func (f *Finding) gravity() int {
	switch f.Alert {
	case ruleset.AlertA:
		return max(f.severity, ruleset.Gravest)
	case ruleset.AlertB:
		return max(f.severity, ruleset.Severe)
	}
	return f.severity
}

// lead has a pattern stand where the most urgent of its members would, with that
// one's words, which say the pattern.
func (p *Finding) lead(all []Finding) {
	for i := range all {
		f := &all[i]
		if f == p || f.pattern != p.pattern {
			continue
		}
		if f.Act.Rank() < p.first.Rank() {
			p.first, p.haste, p.why = f.Act, f.haste, f.why
		} else if f.Act == p.first {
			p.haste = min(p.haste, f.haste)
		}
	}
}

// first puts what something is true of before what it is not.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// sooner puts what is to be rechecked in fewer days first.
func sooner(a, b *Finding) int {
	switch {
	case a.recheck == b.recheck:
		return 0
	case b.recheck == ruleset.NoRecheck || a.recheck != ruleset.NoRecheck && a.recheck < b.recheck:
		return -1
	}
	return 1
}

func urgent(alert string) int {
	return slices.Index([]string{"", ruleset.AlertB, ruleset.AlertA}, alert)
}

// summary tells the whole of an answer; nil when the rules have no words for
// it, or judged nothing: that nothing stands out would then be no news.
func (s *state) summary() *Summary {
	words := s.set.Summary
	findings := slices.Concat(s.standingOut(), s.risksStandingOut())
	if words == nil || len(findings) == 0 || words.Unjudged != "" && !slices.ContainsFunc(findings, judged) {
		return nil
	}
	findings = slices.DeleteFunc(findings, func(f Finding) bool { return f.Color < words.FromColor && f.Alert == "" })
	for i := range findings {
		if findings[i].leads {
			findings[i].lead(findings)
		}
	}
	slices.SortStableFunc(findings, func(a, b Finding) int {
		return cmp.Or(s.acted(&a, &b), first(a.leads, b.leads), graver(&a, &b), s.faster(&a, &b), cmp.Compare(a.organ.Rank(), b.organ.Rank()), first(a.combined, b.combined), sooner(&a, &b))
	})
	sum := &Summary{}
	for _, f := range findings {
		id, title := f.Name, f.Title
		if f.organ != nil {
			id, title = f.organ.ID, f.organ.Title
		}
		i := slices.IndexFunc(sum.Entries, func(e Entry) bool { return e.Organ == id })
		if i < 0 {
			i = len(sum.Entries)
			sum.Entries = append(sum.Entries, Entry{Organ: id, Title: title, Why: f.why, Act: f.Act, Department: f.department, Recheck: ruleset.NoRecheck})
		}
		sum.Entries[i].add(f)
	}
	for i := range sum.Entries {
		if words.ValuesFirst {
			slices.SortStableFunc(sum.Entries[i].Findings, func(a, b Finding) int { return cmp.Compare(min(b.Sample, 0), min(a.Sample, 0)) })
		} else {
			sum.Entries[i].valuesFirst()
		}
	}
	if len(s.set.Acts) > 0 {
		for sum.Urgent < len(sum.Entries) && sum.Entries[sum.Urgent].Act == sum.Entries[0].Act {
			sum.Urgent++
		}
	}
	sum.Headline = s.headline(words, sum)
	return sum
}

func (e *Entry) add(f Finding) {
	if f.Act.Rank() < e.Act.Rank() {
		e.Act = f.Act
	}
	if urgent(f.Alert) > urgent(e.Alert) {
		e.Alert = f.Alert
	}
	if f.recheck != ruleset.NoRecheck && (e.Recheck == ruleset.NoRecheck || f.recheck < e.Recheck) {
		e.Recheck = f.recheck
	}
	e.Findings = append(e.Findings, f)
}

// valuesFirst lists the values of the pattern that leads an entry before the
// pattern: what was measured, then what it means together. The words of the entry
// stay the pattern's.
func (e *Entry) valuesFirst() {
	p := e.Findings[0]
	if !p.leads {
		return
	}
	for last := len(e.Findings) - 1; last > 0; last-- {
		if f := &e.Findings[last]; f.Sample >= 0 && f.pattern == p.pattern {
			copy(e.Findings, e.Findings[1:last+1])
			e.Findings[last] = p
			return
		}
	}
}

// judged reports whether a finding says anything of how somebody is: rows of
// U-levels do not.
func judged(f Finding) bool { return f.Sample < 0 || f.severity > 0 || f.Level[0] != 'U' }

// standingOut lists the samples that a row answered, or would if the value were
// plausible and it is urgent then. Of an indicator that was sent more than once
// the gravest result counts, the later of two alike.
func (s *state) standingOut() []Finding {
	var list []Finding
	for i := range s.request.Samples {
		out, row, indicator := &s.result.Samples[i], s.found[i].row, s.found[i].indicator
		color := out.Color
		if row == nil {
			if row = s.found[i].doubted; row == nil {
				continue
			}
			color = row.Color
		}
		u, _ := s.overdue(s.act(&s.found[i], row), s.lasts(i))
		f := Finding{
			Sample: i, Name: indicator.Name, Title: indicator.Title, Level: out.Level, Color: color, Act: u.Act, Alert: u.Alert,
			severity: row.Level.Severity, haste: s.set.HasteOf(s.found[i].table.Table, row), organ: s.found[i].table.Organ, why: out.Tip, department: u.Where(), recheck: u.Recheck,
		}
		if f.first = f.Act; s.found[i].pattern != nil {
			f.organ, f.pattern = s.organOf(s.found[i].pattern), s.found[i].pattern
		}
		if s.found[i].row == nil {
			f.haste = s.set.Unhurried() // what is sure stands before what is to be checked
		}
		if at := slices.IndexFunc(list, func(before Finding) bool { return before.Name == f.Name }); at < 0 {
			list = append(list, f)
		} else if cmp.Or(s.acted(&f, &list[at]), graver(&f, &list[at]), s.faster(&f, &list[at])) <= 0 {
			list[at] = f
		}
	}
	return list
}

// risksStandingOut lists the risks that some sample shows.
func (s *state) risksStandingOut() []Finding {
	var list []Finding
	leading := s.patterns()
	for i := range s.answers {
		a, risk := &s.answers[i], s.plan.risks[i].Risk
		if a.rule == nil {
			continue
		}
		flag := s.set.FlagOf(a.flag)
		u, _ := s.overdue(a.row.Urgency, s.set.LastsRisk(risk))
		f := Finding{
			Sample: -1, Name: risk.ID, Title: risk.Name, Flag: a.flag, Color: flag.Color, Act: u.Act, Alert: u.Alert,
			severity: flag.Severity, haste: s.set.HasteOfRisk(risk, a.row, a.flag), combined: a.row.Tip != "", organ: risk.Organ, why: s.lateRisk(risk, a.row, flag.Severity), department: u.Where(), recheck: u.Recheck,
		}
		if f.first, f.leads, f.pattern = f.Act, slices.Contains(leading, i), a; !f.leads {
			if by := s.toldBy(leading, i); by != nil {
				f.organ, f.combined = s.organOf(by), false
			}
		}
		if f.why == "" {
			f.why = risk.Name + "：" + flag.Name
		}
		list = append(list, f)
	}
	return list
}

// organOf is that of the risk with an answer.
func (s *state) organOf(a *answer) *ruleset.Organ {
	for i := range s.answers {
		if &s.answers[i] == a {
			return s.plan.risks[i].Organ
		}
	}
	return nil
}

// fewNames is how many of the samples that were not judged are named.
const fewNames = 3

// unjudged says how many indicators were not judged; "" when all were.
func (s *state) unjudged(words *ruleset.Summary) string {
	var names []string
	for i := range s.result.Samples {
		if t := s.found[i].table; t != nil && !slices.ContainsFunc(t.Rows, func(r *ruleset.Row) bool { return r.Level.ID[0] != 'U' }) {
			continue // it is never judged, such as a height
		}
		if name := s.titleOf(i); s.result.Samples[i].Level[0] == 'U' && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return counted(words.Unjudged, names)
}

// beyondPrinted says how many results lie beyond their printed range while nothing
// else is known of them; "" for none.
func (s *state) beyondPrinted() string {
	var names []string
	for i := range s.result.Samples {
		if s.found[i].beyond {
			names = append(names, s.titleOf(i))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return counted(s.set.Texts.Printed.Beyond.Summary, names)
}

// titleOf is what a sample is called; its own name where that is not known.
func (s *state) titleOf(i int) string {
	if indicator := s.found[i].indicator; indicator != nil {
		return indicator.Title
	}
	return s.request.Samples[i].Name
}

// counted writes a text of how many there are, and of the first few names.
func counted(text string, names []string) string {
	few := strings.Join(names[:min(fewNames, len(names))], "、")
	return strings.NewReplacer("{count}", strconv.Itoa(len(names)), "{names}", few).Replace(text)
}

// headline tells all of it in a sentence.
func (s *state) headline(words *ruleset.Summary, sum *Summary) string {
	entries := sum.Entries
	if len(entries) == 0 {
		return cmp.Or(s.beyondPrinted(), words.None) + s.unjudged(words)
	}
	first, alarming := &entries[0], slices.IndexFunc(entries, func(e Entry) bool { return e.Alert == ruleset.AlertA })
	text := words.One
	switch {
	case words.Urgent != "" && alarming >= 0:
		text = words.Urgent
		if words.LateUrgent != "" && s.longAgo() {
			text = words.LateUrgent
		}
		first = &entries[alarming]
	case words.Many != "" && len(entries) > 1:
		text = words.Many
	}
	if sum.Urgent > 1 {
		text += words.Others
	}
	return strings.NewReplacer("{more}", strconv.Itoa(sum.Urgent-1), "{title}", first.Title, "{why}", first.Why, "{department}", first.Department, "{count}", strconv.Itoa(len(entries)), "{days}", strconv.Itoa(s.days)).Replace(text)
}
