package ruleset

import (
	"slices"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// The alert classes of important findings.
const (
	AlertA = "A" // act at once
	AlertB = "B" // be seen soon
)

var alerts = []string{AlertA, AlertB}

// NoRecheck stands for no day on which to check anew.
const NoRecheck = -1

// An Organ is what findings are grouped by. The manifest lists organs in the
// order in which equally grave ones are told.
type Organ struct {
	ID         string `yaml:"id,required"`
	Title      string `yaml:"title,required"`
	Department string `yaml:"department"` // that its findings are for
	At         problem.Place
	rank       int
}

// Rank is the place of an organ among those of the manifest; unlisted ones come
// last.
func (o *Organ) Rank() int {
	if o == nil {
		return 1 << 16
	}
	return o.rank
}

// Urgency is what a row says besides what a value means.
type Urgency struct {
	Act        *Act   // nil in versions without acts
	Alert      string // AlertA, AlertB or "" for none
	Department string
	Recheck    int // in days; NoRecheck for none
}

// Summary is what the whole of an answer is told by. Headlines may use {title}
// of the first organ, its {why} and {department}, and the {count} of organs.
type Summary struct {
	FromColor int    `yaml:"from_color,required"` // of what is told
	None      string `yaml:"none,required"`       // nothing is told
	Unjudged  string `yaml:"unjudged"`            // behind None, of {count} samples not judged, such as {names}
	One       string `yaml:"one,required"`        // of one organ
	Many      string `yaml:"many"`                // else One
	Urgent    string `yaml:"urgent"`              // something has alert A; else the others
	// LateUrgent is Urgent for an examination so many days ago that the gravest
	// rows speak otherwise; it may use {days}, too. Else Urgent.
	LateUrgent string `yaml:"late_urgent"`
	// Others stands behind a headline when {more} other entries are as urgent as the
	// first.
	Others string `yaml:"others"`
	// Haste is how fast harm comes, the fastest first: it orders what is equally
	// grave before the organs do. Without it the organs do.
	Haste []Haste `yaml:"haste"`
	At    problem.Place
}

// A Late text stands in for the tips of examinations that were some days ago. It
// may use {days}, {tip} and what the texts of the manifest use.
type Late struct {
	Days     int    `yaml:"days,required"` // from
	Severity int    `yaml:"severity"`      // of the row's level, from
	Tip      string `yaml:"tip,required"`
	Hint     string `yaml:"hint"` // instead of the row's, as it stands; else the row's
	At       problem.Place
}

// LateFor finds the text for a severity so many days after the examination: the
// last that fits, nil when none does.
func (m *Manifest) LateFor(severity, days int) *Late {
	for i := range slices.Backward(m.Late) {
		if l := &m.Late[i]; l.Days <= days && l.Severity <= severity {
			return l
		}
	}
	return nil
}

func (l *loader) organs(list []Organ) {
	for i := range list {
		o := &list[i]
		o.rank = i
		if slices.ContainsFunc(l.set.Organs, func(other *Organ) bool { return other.ID == o.ID }) {
			l.list.Add(message.DuplicateOrgan.At(o.At, "name", o.ID))
			continue
		}
		l.set.Organs = append(l.set.Organs, o)
	}
}

// organ finds what a table or risk is about; nil without a name.
func (l *loader) organ(text strictyaml.Text) *Organ {
	if !text.Set() {
		return nil
	}
	for _, o := range l.set.Organs {
		if o.ID == text.Value {
			return o
		}
	}
	l.list.Add(message.UnknownOrgan.At(text.At, "name", text.Value, "fix", message.Suggest(text.Value, names(l.set.Organs))))
	return nil
}

func names(organs []*Organ) []string {
	ids := make([]string, len(organs))
	for i, o := range organs {
		ids[i] = o.ID
	}
	return ids
}

// ColorOf finds a colour by its code; nil when unknown.
func (m *Manifest) ColorOf(code int) *Color {
	for i := range m.Colors {
		if m.Colors[i].Code == code {
			return &m.Colors[i]
		}
	}
	return nil
}

// FlagOf finds what the manifest says of a number of signal bars; nil when
// unknown.
func (m *Manifest) FlagOf(flag int) *Flag {
	for i := range m.Flags {
		if m.Flags[i].Flag == flag {
			return &m.Flags[i]
		}
	}
	return nil
}
