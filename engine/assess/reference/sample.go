package reference

import (
	"strconv"
	"strings"

	"tijian/engine/assess"
	"tijian/engine/assess/internal/ideal"
	"tijian/engine/dictionary"
	"tijian/engine/expression"
)

// The levels of values that no rule assesses.
const (
	notAssessed = "U0"
	implausible = "U1"
)

// sample answers one sample.
func (s *state) sample(i int, out *assess.SampleResult) {
	sample, indicator := &s.request.Samples[i], s.indicators[i]
	texts := &s.set.Texts
	out.Risks = []assess.Risk{}
	if !s.request.NoTrace {
		out.Trace = &assess.Trace{}
	}
	if indicator == nil {
		s.unassessed(out, notAssessed, texts.UnknownIndicator, sample.Name, sample, nil)
		return
	}
	x := s.standard[i]
	if out.Trace != nil {
		out.Trace.StandardValue, out.Trace.StandardUnit = x, indicator.Unit
	}
	t, reason := s.table(indicator)
	var rows []int // of the axis' cells
	if t != nil {
		rows = s.rows(t)
		out.Ideal = s.ideal(t, rows, sample.Unit)
	}
	if !plausible(indicator, x) {
		s.unassessed(out, implausible, texts.Implausible, indicator.Title, sample, indicator)
		return
	}
	if t == nil {
		s.unassessed(out, notAssessed, reason, indicator.Title, sample, indicator)
		return
	}
	row, undecided := s.row(t, x)
	if row == none {
		reason := texts.NoRule
		if undecided && texts.Insufficient != "" {
			reason = texts.Insufficient
		}
		s.unassessed(out, notAssessed, reason, indicator.Title, sample, indicator)
		return
	}
	r := t.Rows[row]
	out.Tip, out.Hint, out.Color, out.Level = r.Tip, r.Hint, r.Color, r.Level.ID
	for _, id := range t.Risks {
		if a := s.answer(id); a != nil {
			out.Risks = append(out.Risks, assess.Risk{ID: a.risk.ID, Name: a.risk.Name, Flag: a.flag})
		}
	}
	if !s.request.NoTrace {
		s.trace(out.Trace, t, row, rows, x)
	}
}

// table finds the table whose guard admits this person, or the text that says
// why there is none.
func (s *state) table(indicator *dictionary.Indicator) (t *table, reason string) {
	texts := &s.set.Texts
	reason = texts.NoRule
	undecided := false
	for _, t := range s.tables[indicator.Name] {
		if t.For == nil {
			return t, ""
		}
		switch t.For.Eval(s.env) {
		case expression.True:
			return t, ""
		case expression.Unknown:
			undecided = true
		}
	}
	switch {
	case undecided && texts.Insufficient != "":
		reason = texts.Insufficient
	case texts.UnderAge != "" && s.otherAge(indicator):
		reason = texts.UnderAge
	}
	return nil, reason
}

// otherAge says whether some table would do for another age: then the guard is
// undecided once the age is forgotten.
func (s *state) otherAge(indicator *dictionary.Indicator) bool {
	age := s.set.Names.Age
	value := s.env.Number(age)
	s.env.Unset(age)
	defer s.env.SetNumber(age, value)
	for _, t := range s.tables[indicator.Name] {
		if t.For.Eval(s.env) == expression.Unknown {
			return true
		}
	}
	return false
}

// rows gives the row of every cell of the table's axis for this person; nil
// when the axis does not tell everything.
func (s *state) rows(t *table) []int {
	if !t.exact {
		return nil
	}
	rows := t.rowsOfCells(s.env, s.set.Names.Value)
	s.env.Unset(s.set.Names.Value)
	return rows
}

func (s *state) row(t *table, x float64) (row int, undecided bool) {
	value := s.set.Names.Value
	s.env.SetNumber(value, x)
	row, undecided = t.row(s.env)
	s.env.Unset(value)
	return row, undecided
}

func (s *state) ideal(t *table, rows []int, unit string) string {
	switch {
	case rows == nil:
		return ""
	case t.Indicator.Kind == dictionary.Qualitative:
		return ideal.Grades(t.Indicator, s.set.Dictionary.Grades(), t.axis, t.ideal(rows))
	}
	return ideal.Text(t.Indicator, strings.TrimSpace(unit), ideal.Intervals(t.axis, t.ideal(rows)))
}

// unassessed answers with a U-level and the text that says why.
func (s *state) unassessed(out *assess.SampleResult, level, text, title string, sample *assess.Sample, indicator *dictionary.Indicator) {
	unit := sample.Unit
	if unit == "" && indicator != nil {
		unit = indicator.Unit
	}
	out.Level, out.Color = level, s.set.Level(level).Color
	out.Tip = strings.NewReplacer(
		"{zh}", title, "{value}", strconv.FormatFloat(sample.Value, 'g', -1, 64),
		"{unit}", unit, "{age}", strconv.Itoa(s.request.Age()),
	).Replace(text)
}
