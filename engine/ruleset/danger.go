package ruleset

import (
	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// A Danger is how values of persons without a table are told that are dangerous at
// any age: by the table that they would have at another.
type Danger struct {
	When       *expression.Condition // whom it is for
	Age        int                   // whose table is asked
	Severity   int                   // of the levels that count, from
	Indicators []*dictionary.Indicator
	Tip, Hint  string // may use {zh}, {result} and {act}, the name of the row's act
	At         problem.Place
}

// Of reports whether it is for an indicator.
func (d *Danger) Of(i *dictionary.Indicator) bool {
	if d != nil {
		for _, of := range d.Indicators {
			if of == i {
				return true
			}
		}
	}
	return false
}

type dangerEntry struct {
	When       strictyaml.Text   `yaml:"when,required"`
	Age        int               `yaml:"age,required"`
	Severity   int               `yaml:"severity,required"`
	Indicators []strictyaml.Text `yaml:"indicators,required"`
	Tip        string            `yaml:"tip,required"`
	Hint       string            `yaml:"hint"`
	At         problem.Place
}

func (l *loader) danger(e *dangerEntry) {
	if e == nil {
		return
	}
	d := &Danger{When: l.condition(e.When, l.noValue()), Age: e.Age, Severity: e.Severity, Tip: e.Tip, Hint: e.Hint, At: e.At}
	for _, name := range e.Indicators {
		if i := l.indicator(name); i != nil {
			d.Indicators = append(d.Indicators, i)
		}
	}
	l.set.Danger = d
}
