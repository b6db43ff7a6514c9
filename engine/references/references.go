// Package references finds every place in which a rule set uses a number of an
// indicator, so that no copy stays behind when it is moved.
package references

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/expression"
	"tijian/engine/numeral"
	"tijian/engine/problem"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
)

// A Kind says what uses a number.
type Kind string

// The kinds of places.
const (
	Constant Kind = "constant"
	Table    Kind = "table"
	Derived  Kind = "derived"
	Risk     Kind = "risk"
	Text     Kind = "text"
	Case     Kind = "case"
)

// A Use is one place. Name is the constant, indicator, derived value, risk or
// suite that it belongs to; Text is what stands there.
type Use struct {
	Kind Kind          `json:"kind"`
	Name string        `json:"name"`
	Text string        `json:"text"`
	At   problem.Place `json:"-"`
}

// Find lists the uses of a number, those of one indicator only unless it is
// "", by kind and place.
func Find(set *ruleset.Set, suites []regress.Suite, x float64, indicator string) []Use {
	f := &finder{set: set, x: x, digits: strings.TrimPrefix(strconv.FormatFloat(math.Abs(x), 'f', -1, 64), "0."), indicator: indicator}
	for _, name := range slices.Sorted(maps.Keys(set.Constants)) {
		if c := set.Constants[name]; c.Value == x && f.wants(c.Indicator) {
			f.add(Constant, name, c.Title, c.At)
		}
	}
	for _, byName := range set.AllTables() {
		for _, name := range slices.Sorted(maps.Keys(byName)) {
			for _, t := range byName[name] {
				f.table(name, t)
			}
		}
	}
	for _, d := range set.Derived {
		for _, e := range d.Expressions() {
			f.expression(Derived, d.ID, e, "")
		}
	}
	for _, r := range set.Risks {
		for _, rule := range r.Rules {
			for _, c := range rule.Conditions() {
				f.expression(Risk, r.ID+"/"+rule.ID, &c.Expression, "")
			}
		}
	}
	for _, s := range suites {
		f.suite(&s)
	}
	return f.uses
}

type finder struct {
	set       *ruleset.Set
	x         float64
	digits    string // in every spelling of x
	indicator string
	uses      []Use
}

func (f *finder) wants(indicator string) bool {
	return f.indicator == "" || f.indicator == indicator
}

func (f *finder) add(kind Kind, name, text string, at problem.Place) {
	use := Use{kind, name, text, at}
	if !slices.Contains(f.uses, use) {
		f.uses = append(f.uses, use)
	}
}

func (f *finder) table(name string, t *ruleset.Table) {
	for _, c := range t.Conditions() {
		f.expression(Table, name, &c.Expression, name)
	}
	if !f.wants(name) {
		return
	}
	for _, row := range t.Rows {
		for i, shown := range []string{row.Tip, row.Hint} {
			if Says(f.set, shown, f.x) {
				f.add(Text, name, row.Texts[i].Written(), row.Texts[i].At)
			}
		}
	}
}

// Says reports whether a text has the number, other than in the name of an
// indicator.
func Says(set *ruleset.Set, text string, x float64) bool {
	return slices.Contains(numeral.InProse(text, set.Dictionary.NumberedNames()), x)
}

// expression adds one that compares the indicator with the number, or, with no
// indicator asked for, has the number at all.
func (f *finder) expression(kind Kind, name string, e *expression.Expression, own string) {
	if f.indicator != "" {
		if slices.Contains(f.set.Compared(e, own)[f.indicator], f.x) {
			f.add(kind, name, e.Text.Written(), e.Text.At)
		}
		return
	}
	if !strings.Contains(strings.ReplaceAll(e.Text.Value, "_", ""), f.digits) {
		return // most expressions, which need not be taken apart
	}
	for _, n := range expression.Numbers(e.Text.Value) {
		if n.Value == f.x {
			f.add(kind, name, e.Text.Written(), e.Text.At)
		}
	}
}

func (f *finder) suite(s *regress.Suite) {
	for _, trial := range s.Trials {
		for _, sample := range trial.Request.Samples {
			if sample.Value == f.x && f.wants(sample.Name) {
				f.add(Case, s.Title, trial.Name, trial.At)
			}
		}
		for _, c := range trial.Checks {
			if c.Kind == regress.Ideal && f.wants(c.Name) && Says(f.set, c.Want, f.x) {
				f.add(Case, s.Title, trial.Name+" ideal "+c.Want, c.At)
			}
		}
	}
}
