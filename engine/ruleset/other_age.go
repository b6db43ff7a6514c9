package ruleset

import (
	"slices"

	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// An OtherAge is how values of persons without a table are told that mean the same at
// their age: by the table that they would have at another.
type OtherAge struct {
	When      *expression.Condition // whom it is for
	Age       int                   // whose table is asked
	Severity  int                   // of the levels that count, from
	Within    *Act                  // the latest act that is told; nil for that of the row
	Members   []*Member
	Patterned bool   // patterns explain what it tells, as they do what a table tells
	Tip, Hint string // may use {zh}, {result}, {act}, the name of the row's act, and {means}, its Meaning
	At        problem.Place
}

// An Unlent indicator is told of adults, and for a reason not of all children.
type Unlent struct {
	Indicator *dictionary.Indicator
	Reason    string
	At        problem.Place
}

type unlentEntry struct {
	Indicators []strictyaml.Text `yaml:"indicators,required"`
	Reason     string            `yaml:"reason,required"`
}

func (l *loader) reasons(entries []*unlentEntry) {
	for _, e := range entries {
		if e == nil {
			continue
		}
		for _, name := range e.Indicators {
			if m := l.member(name); m != nil {
				l.set.Unlent = append(l.set.Unlent, &Unlent{m.Indicator, e.Reason, name.At})
			}
		}
	}
}

// A Meaning is what results of some indicators mostly mean, in words that stand behind
// the result.
type Meaning struct {
	Members []*Member
	Text    string
}

// MeaningOf finds what a row of an indicator mostly means; "" where nothing is said.
func (s *Set) MeaningOf(i *dictionary.Indicator, r *Row) string {
	for _, m := range s.Meanings {
		if slices.ContainsFunc(m.Members, func(m *Member) bool { return m.Indicator == i && m.Fits(r) }) {
			return m.Text
		}
	}
	return ""
}

// Told is a row as it tells it: no later than within.
func (d *OtherAge) Told(r *Row) *Row {
	if d.Within.Rank() >= r.Act.Rank() {
		return r
	}
	told := *r
	told.Urgency = r.Urgency.With(d.Within)
	return &told
}

// Meant reports whether it tells a row of an indicator.
func (d *OtherAge) Meant(i *dictionary.Indicator, r *Row) bool {
	return r.Level.Severity >= d.Severity && slices.ContainsFunc(d.Members, func(m *Member) bool { return m.Indicator == i && m.Fits(r) })
}

// Lent finds the row by which somebody who has no table is told a value that the inputs
// hold, and who lends it; nil where nobody does, and for who has one.
func (s *Set) Lent(tables []*Table, in *expression.Inputs) (*OtherAge, *Row) {
	if len(tables) == 0 {
		return nil, nil
	}
	for _, t := range tables {
		if t.For == nil {
			return nil, nil
		}
		if truth := t.For.Eval(in); truth == expression.True || truth == expression.Unknown && s.Texts.Insufficient != "" {
			return nil, nil
		}
	}
	for _, d := range s.LentBy(tables[0].Indicator) {
		if d.When.Eval(in) != expression.True {
			continue
		}
		if r := rowAt(tables, in, s.Names.Age, d.Age); r != nil && d.Meant(tables[0].Indicator, r) {
			return d, r
		}
	}
	return nil, nil
}

// rowAt is the row that would answer at another age.
func rowAt(tables []*Table, in *expression.Inputs, slot, age int) *Row {
	now := in.Held(slot)
	in.SetNumber(slot, float64(age))
	defer in.Put(slot, now)
	for _, t := range tables {
		if t.For == nil || t.For.Eval(in) == expression.True {
			return t.rowOf(in)
		}
	}
	return nil
}

func (t *Table) rowOf(in *expression.Inputs) *Row {
	for _, r := range t.Rows {
		if r.When.Eval(in) == expression.True {
			return r
		}
	}
	return nil
}

// LentBy are those that may tell a value of an indicator, in their order.
func (s *Set) LentBy(i *dictionary.Indicator) (list []*OtherAge) {
	for _, d := range s.OtherAges {
		if slices.ContainsFunc(d.Members, func(m *Member) bool { return m.Indicator.Name == i.Name }) {
			list = append(list, d)
		}
	}
	return list
}

// Directions are the first letters of the levels of an indicator that it tells.
func (d *OtherAge) Directions(i *dictionary.Indicator) (list []string) {
	for _, m := range d.Members {
		if m.Indicator.Name == i.Name {
			list = append(list, m.Direction)
		}
	}
	return list
}

type dangerEntry struct {
	When       strictyaml.Text   `yaml:"when,required"`
	Age        int               `yaml:"age,required"`
	Severity   int               `yaml:"severity,required"`
	Indicators []strictyaml.Text `yaml:"indicators,required"`
	Within     strictyaml.Text   `yaml:"within"`
	Patterned  bool              `yaml:"patterned"`
	Tip        string            `yaml:"tip,required"`
	Hint       string            `yaml:"hint"`
	At         problem.Place
}

type meaningEntry struct {
	Indicators []strictyaml.Text `yaml:"indicators,required"`
	Text       string            `yaml:"text,required"`
}

func (l *loader) members(texts []strictyaml.Text) (all []*Member) {
	for _, text := range texts {
		if m := l.member(text); m != nil {
			all = append(all, m)
		}
	}
	return all
}

func (l *loader) meanings(entries []*meaningEntry) {
	for _, e := range entries {
		if e != nil {
			l.set.Meanings = append(l.set.Meanings, &Meaning{l.members(e.Indicators), e.Text})
		}
	}
}

func (l *loader) dangers(entries []*dangerEntry) {
	for _, e := range entries {
		if e == nil {
			continue
		}
		d := &OtherAge{When: l.condition(e.When, l.noValue()), Age: e.Age, Severity: e.Severity, Tip: e.Tip, Hint: e.Hint, Within: l.act(e.Within), Patterned: e.Patterned, At: e.At}
		d.Members = l.members(e.Indicators)
		l.set.OtherAges = append(l.set.OtherAges, d)
	}
}
