package ruleset

import (
	"slices"
	"strconv"
	"strings"

	"tijian/engine/message"
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

// A Haste is a step of how fast harm comes. The first step that names a finding
// is its own; what no step names comes last.
type Haste struct {
	Title string `yaml:"title,required"`
	// Names, and behind each, if anything, the levels or the signal bars that are
	// meant, the alert class and the organ: systolic_bp H4 pregnancy.
	Indicators []strictyaml.Text `yaml:"indicators"`
	Risks      []strictyaml.Text `yaml:"risks"`
}

// hurried is one name of a step.
type hurried struct {
	step   int
	alert  string   // "" for any
	organ  string   // as well
	levels []string // or signal bars; none for any
}

// A hurry finds steps by the names of indicators and risks.
type hurry struct{ indicators, risks map[string][]hurried }

// Hastes reports whether the rules say how fast harm comes.
func (s *Set) Hastes() bool { return s.Summary != nil && len(s.Summary.Haste) > 0 }

// HasteOf is the step of a sample's row.
func (s *Set) HasteOf(t *Table, r *Row) int {
	return s.step(s.hurry.indicators[t.Indicator.Name], t.Organ, r.Alert, r.Level.ID)
}

// HasteOfRisk is the step of a row of a risk that gives so many signal bars.
func (s *Set) HasteOfRisk(r *Risk, row *RiskRow, flag int) int {
	return s.step(s.hurry.risks[r.ID], r.Organ, row.Alert, strconv.Itoa(flag))
}

func (s *Set) step(list []hurried, organ *Organ, alert, level string) int {
	for _, h := range list {
		if (h.alert == "" || h.alert == alert) && (h.organ == "" || organ != nil && h.organ == organ.ID) && (len(h.levels) == 0 || slices.Contains(h.levels, level)) {
			return h.step
		}
	}
	return s.Unhurried()
}

// Unhurried is the step behind all others.
func (s *Set) Unhurried() int {
	if s.Summary == nil {
		return 0
	}
	return len(s.Summary.Haste)
}

func (l *loader) haste() {
	l.set.hurry = hurry{map[string][]hurried{}, map[string][]hurried{}}
	if l.set.Summary == nil {
		return
	}
	for step, h := range l.set.Summary.Haste {
		for _, text := range h.Indicators {
			name, of := l.hurried(text, step, levelIDs)
			if _, ok := l.set.Dictionary.Lookup(name); !ok {
				l.unknownIndicator(strictyaml.Text{Value: name, At: text.At})
			}
			l.set.hurry.indicators[name] = append(l.set.hurry.indicators[name], of)
		}
		for _, text := range h.Risks {
			name, of := l.hurried(text, step, flagCodes)
			if _, ok := l.riskIDs[name]; !ok {
				l.unknownRisk(strictyaml.Text{Value: name, At: text.At})
			}
			l.set.hurry.risks[name] = append(l.set.hurry.risks[name], of)
		}
	}
}

// hurried takes a name apart from what stands behind it.
func (l *loader) hurried(text strictyaml.Text, step int, levels []string) (name string, of hurried) {
	name, rest, _ := strings.Cut(text.Value, " ")
	of.step = step
	for word := range strings.FieldsSeq(rest) {
		switch {
		case slices.Contains(levels, word):
			of.levels = append(of.levels, word)
		case of.alert == "" && slices.Contains(alerts, word):
			of.alert = word
		case of.organ == "" && slices.ContainsFunc(l.set.Organs, func(o *Organ) bool { return o.ID == word }):
			of.organ = word
		default:
			l.list.Add(message.HasteWord.At(text.At, "word", word, "known", strings.Join(levels, " ")))
		}
	}
	return name, of
}
