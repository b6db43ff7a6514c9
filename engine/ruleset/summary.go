package ruleset

import (
	"slices"

	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

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
	// ValuesFirst lists in each organ what was measured before what it means together;
	// else only values that belong to a leading pattern.
	ValuesFirst bool `yaml:"values_first"`
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
	// Act of the gravest is the most urgent that anything is so many days later; blank
	// where things stay as urgent as they were.
	Act strictyaml.Text `yaml:"act"`
	At  problem.Place
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
