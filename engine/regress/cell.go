package regress

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"tijian/engine/assess"
	"tijian/engine/message"
	"tijian/engine/numeral"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/engine/strictyaml"
)

type personEntry struct {
	Sex                 strictyaml.Text                     `yaml:"sex,required"`
	Age                 strictyaml.Text                     `yaml:"age"`  // completed years at datetime
	Born                strictyaml.Text                     `yaml:"born"` // or the day of birth
	HasDiabetes         bool                                `yaml:"has_diabetes"`
	OnAntihypertensives bool                                `yaml:"is_taking_antihypertensive_therapy"`
	HasCVD              bool                                `yaml:"has_cvd"`
	HasHypertension     bool                                `yaml:"has_hbp"`
	SmokeDaily          float64                             `yaml:"smoke_daily_frequency"`
	DaysSinceExam       strictyaml.Text                     `yaml:"days_since_exam"`
	Namespace           string                              `yaml:"namespace"` // whose overlay applies
	Arguments           strictyaml.Entries[strictyaml.Text] `yaml:"arguments"`
	At                  problem.Place
}

func (r *reader) person(e personEntry) assess.Person {
	p := assess.Person{
		Namespace: e.Namespace, At: r.at, HasDiabetes: e.HasDiabetes, OnAntihypertensives: e.OnAntihypertensives, HasCVD: e.HasCVD,
		HasHypertension: e.HasHypertension, SmokeDaily: e.SmokeDaily, Arguments: map[string]any{},
	}
	r.field(&p, "sex", e.Sex)
	switch {
	case e.Age.Set() == e.Born.Set():
		r.list.Add(message.AgeOrBorn.At(e.At))
	case e.Age.Set():
		r.field(&p, "age", e.Age)
	default:
		born, err := time.Parse(time.DateOnly, e.Born.Value)
		if err != nil {
			r.list.Add(message.BirthDate.At(e.Born.At, "date", e.Born.Value))
		}
		p.Born = born
	}
	if e.DaysSinceExam.Set() {
		r.field(&p, ruleset.DaysSinceExam, e.DaysSinceExam)
	}
	for _, a := range e.Arguments {
		r.mention(mention{at: a.Key.At, kind: additional, name: a.Key.Value})
		r.field(&p, a.Key.Value, a.Value)
	}
	return p
}

// isField reports whether a name is a field of the person; paths of additional
// arguments hold a dot.
func isField(name string) bool {
	return strings.Contains(name, ".") || slices.Contains(personFields, name)
}

var personFields = func() []string {
	fields := []string{"sex", "age"}
	for _, b := range ruleset.Backgrounds {
		fields = append(fields, b.Name)
	}
	return append(fields, ruleset.Smoking, ruleset.DaysSinceExam)
}()

// field sets a field of a person from the text in the file.
func (r *reader) field(p *assess.Person, name string, text strictyaml.Text) {
	value := text.Value
	background := p.BackgroundNamed(name)
	switch {
	case strings.Contains(name, "."):
		p.Arguments[name] = argument(value)
	case name == "sex" && (value == string(assess.Male) || value == string(assess.Female)):
		p.Sex = assess.Sex(value)
	case name == "age":
		age, err := strconv.Atoi(value)
		if err != nil || age < 0 || age > ruleset.MaxAge {
			r.list.Add(message.Age.At(text.At, "age", value, "oldest", ruleset.MaxAge))
			return
		}
		p.Born = r.at.AddDate(-age, 0, 0)
	case name == ruleset.Smoking:
		if x, ok := r.number(text, value); ok {
			p.SmokeDaily = x
		}
	case name == ruleset.DaysSinceExam:
		days, err := strconv.Atoi(value)
		if err != nil || days < 0 {
			r.list.Add(message.DaysSince.At(text.At, "text", value))
			return
		}
		p.SetDaysSince(days)
	case background != nil && (value == "true" || value == "false"):
		*background = value == "true"
	default:
		r.list.Add(message.PersonField.At(text.At, "field", name, "value", value))
	}
}

// argument gives an additional argument the type it is written in.
func argument(value string) any {
	switch value {
	case "true", "false":
		return value == "true"
	}
	if x, ok := numeral.Float(value); ok {
		return x
	}
	return value
}

func (r *reader) number(text strictyaml.Text, value string) (float64, bool) {
	x, ok := numeral.Float(value)
	if !ok || math.IsInf(x, 0) {
		r.list.Add(message.SampleNumber.At(text.At, "text", value))
		return 0, false
	}
	return x, true
}

// sample adds a sample written as a number, perhaps with a unit behind it.
func (r *reader) sample(t *Trial, name string, text strictyaml.Text) {
	value, unit, _ := strings.Cut(strings.TrimSpace(text.Value), " ")
	if x, ok := r.number(text, value); ok {
		t.Request.Samples = append(t.Request.Samples, assess.Sample{Name: name, Unit: strings.TrimSpace(unit), Value: x, Reference: r.reference[name], Previous: r.previous[name]})
	}
}

// check adds an expectation. A number may say how far it may be off ("20.5
// ±0.1"); else it counts to its last digit.
func (r *reader) check(t *Trial, kind Kind, name, text strictyaml.Text) {
	c := Check{At: text.At, Kind: kind, Name: name.Value, Want: text.Value, within: -1}
	if kind == Derived || kind == Value {
		value, tolerance, given := strings.Cut(text.Value, "±")
		value = strings.TrimSpace(value)
		if x, err := strconv.ParseFloat(value, 64); err == nil {
			c.number = x
			_, fraction, _ := strings.Cut(value, ".")
			c.within = 0.5000001 * math.Pow10(-len(fraction))
			if given {
				c.within, _ = r.number(text, strings.TrimSpace(tolerance))
			}
		} else if given || kind == Value {
			r.number(text, value)
		}
	}
	r.mention(mention{at: name.At, kind: kind, name: c.Name, want: c.Want, wantAt: text.At, number: c.within >= 0})
	t.Checks = append(t.Checks, c)
}

// table makes a trial for each row. A column is a field of the person, an
// indicator, or an expectation such as expect.level.hemoglobin; "-" leaves the
// cell out.
func (r *reader) table(c *caseEntry, base Trial) {
	sound := true
	for _, column := range c.Columns {
		kind, name, ok := expectation(column.Value)
		switch {
		case ok && kind == "" && strings.Contains(name, "."):
			r.mention(mention{at: column.At, kind: additional, name: name})
		case ok && kind == "" && !isField(name):
			r.mention(mention{at: column.At, name: name, column: true})
		}
		if !ok {
			sound = false
			r.list.Add(message.Column.At(column.At, "name", column.Value))
		}
	}
	if !sound {
		return
	}
	for i, row := range c.Rows {
		at := c.At
		if len(row) > 0 {
			at = row[0].At
		}
		if len(row) != len(c.Columns) {
			r.list.Add(message.RowLength.At(at, "row", i+1, "cells", len(row), "want", len(c.Columns)))
			continue
		}
		t := base.clone()
		t.Name += " #" + strconv.Itoa(i+1)
		t.At = at
		for k, cell := range row {
			r.cell(&t, c.Columns[k], cell)
		}
		if len(t.Checks) == 0 {
			r.list.Add(message.RowWithoutCheck.At(at))
		}
		r.suite.Trials = append(r.suite.Trials, t)
	}
}

// expectation takes a column's name apart; kind is "" for one that expects
// nothing.
func expectation(column string) (kind Kind, name string, ok bool) {
	rest, is := strings.CutPrefix(column, "expect.")
	if !is {
		return "", column, true
	}
	k, name, _ := strings.Cut(rest, ".")
	return Kind(k), name, slices.Contains(kinds, Kind(k)) && name != ""
}

func (r *reader) cell(t *Trial, column, cell strictyaml.Text) {
	kind, name, _ := expectation(column.Value)
	switch {
	case cell.Value == "-":
	case kind != "":
		column.Value = name
		r.check(t, kind, column, cell)
	case isField(name):
		r.field(&t.Request.Person, name, cell)
	default:
		r.sample(t, name, cell)
	}
}
