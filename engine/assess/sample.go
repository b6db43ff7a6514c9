package assess

import (
	"math"
	"slices"
	"strings"

	"tijian/engine/assess/internal/ideal"
	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/ruleset"
)

// sample answers one sample.
func (s *state) sample(i int, out *SampleResult) {
	sample, f := &s.request.Samples[i], &s.found[i]
	var trace *Trace
	if s.result.traces != nil {
		trace = &s.result.traces[i]
	}
	switch {
	case f.indicator == nil:
		s.unknown(i, out)
		out.Trace = trace
		return
	case f.foreign:
		s.inDoubt(i, out)
		out.Trace = trace
		return
	}
	x := f.value
	if trace != nil {
		trace.StandardValue, trace.StandardUnit = x, f.unit
	}
	t, reason := s.table(f.indicator)
	row := none
	var best ideal.Range
	var cells line
	var w within
	if t != nil {
		s.want(t.want)
		unit := ""
		if f.converted {
			unit = strings.TrimSpace(sample.Unit)
		}
		row, cells, best = s.look(t, f.background, x, unit)
		if sample.Bound != "" {
			w = s.bounded(t, i, x)
			t, row, cells = w.table, w.row, line{}
		}
	}
	switch {
	case !s.possible(f.indicator, x):
		s.implausible(i, out, t, row)
	case f.contradicts != nil:
		s.contradicted(i, out, t, row)
	case row >= 0:
		s.byRow(i, out, t, row, w)
		if w.severalNormal {
			out.Tip, out.Hint, out.Plain = acceptableBound.write(s.tellingOf(i)), "", false
		}
		if trace != nil {
			s.trace(trace, t, row, cells, x)
			s.told(trace, i, t, f.background, x)
		}
	case t == nil && reason != &s.texts.insufficient && s.byOtherAge(i, out, f.indicator, x):
		s.forWhom(i, out, f.table, f.row)
	default:
		if t != nil {
			reason = s.withoutRow(sample, row)
		}
		s.unanswered(i, out, reason)
	}
	s.misread(i, out, t, row)
	if s.longAgo() {
		s.fade(i, out)
	}
	out.Ideal, out.IdealEnds, out.Trace = best.Text, best.Ends, trace
	if b := f.background; trace != nil && b != nil && b.latest != nil && sample.Bound == "" && !sample.stepped(f.Indicator, b) {
		out.Trend = s.trend(sample, f.Indicator, b)
	}
}

// unknown answers a sample of which nobody knows what it is.
func (s *state) unknown(i int, out *SampleResult) {
	sample := &s.request.Samples[i]
	text, of := s.texts.unknownIndicator, s.telling(nil, sample.Name, sample, sample.Unit)
	if !s.texts.unknownLike.empty() {
		if of.like = s.set.Dictionary.Like(sample.Name); of.like != "" {
			text = s.texts.unknownLike
		}
	}
	s.unassessed(out, ruleset.LevelNotAssessed, text, of)
	s.beyondRange(i, out)
}

// inDoubt answers a sample whose printed range is in another unit, or says that its
// number is.
func (s *state) inDoubt(i int, out *SampleResult) {
	f, sample := &s.found[i], &s.request.Samples[i]
	level, text, of := ruleset.LevelNotAssessed, s.texts.unit, s.telling(f.Indicator, f.Title, sample, "")
	if of.like = f.like; of.unit != "" {
		text = s.texts.named
	}
	if f.slipped {
		text = s.texts.beside
	}
	contradicts := len(s.set.Coherence) > 0 && of.unit != ""
	if contradicts {
		level = ruleset.LevelContradicted
	}
	s.unassessed(out, level, text, of)
	if contradicts {
		s.doubts = append(s.doubts, Doubt{Samples: []int{i}, Rule: UnitDoubt, Message: out.Tip})
	}
}

// implausible answers a value that nobody has. row is what would answer it.
func (s *state) implausible(i int, out *SampleResult, t *table, row int) {
	f, reason := &s.found[i], &s.texts.implausible
	if row >= 0 && t.Rows[row].Level.Severity >= ruleset.Severe {
		if s.set.Texts.ImplausibleUrgent != "" {
			f.table, f.doubted = t, t.Rows[row]
		}
		if reason = &s.texts.urgent; s.longAgo() {
			reason = &s.texts.late
		}
	}
	s.unassessed(out, ruleset.LevelImplausible, *reason, s.tellingOf(i))
	if f.doubted != nil {
		out.Act = f.doubted.Act.Told()
	}
}

// unanswered says why no rule answers a sample, and what its printed range tells.
func (s *state) unanswered(i int, out *SampleResult, reason *template) {
	s.unassessed(out, ruleset.LevelNotAssessed, *reason, s.tellingOf(i))
	if s.misprinted(i, s.found[i].background) || s.plan.tellsWhom(reason) || !s.beyondRange(i, out) {
		s.disagrees(i, out, nil)
	}
}

// withoutRow is the text of a value that the table for the person does not answer.
func (s *state) withoutRow(sample *Sample, row int) *template {
	switch {
	case row == undecided && !s.texts.insufficient.empty():
		return &s.texts.insufficient
	case sample.Bound != "":
		return &undecidedBound
	}
	return &s.texts.noRule
}

// byRow fills in what a row of a table says of sample i, or all that lie within its
// bound.
func (s *state) byRow(i int, out *SampleResult, t *table, row int, w within) {
	*out = t.answers[row]
	r := t.Rows[row]
	switch {
	case s.set.Texts.Bound != nil && (w.graver || w.sooner && s.set.Texts.Bound.ByAct):
		r = s.byBound(i, out, r, w)
	case s.elapsed(r):
		out.Tip, out.Hint, out.Plain = s.lateTip(i, r), s.lateHint(r), false
	}
	s.found[i].table, s.found[i].row = t, r
	out.Risks = noRisks
	if r.Level.ID[0] != 'U' {
		out.Risks = s.risks(t.risks)
	}
	s.inPattern(i, out)
	s.forWhom(i, out, t, r)
	s.disagrees(i, out, r)
}

// truth decides a condition for what is known and can be worked out.
func (s *state) truth(d decision) expression.Truth {
	s.want(d.want)
	return d.Eval(s.in)
}

// guard decides the guard of a table, once for the request.
func (s *state) guard(i int) expression.Truth {
	if i == everybody {
		return expression.True
	}
	if s.guards[i] == 0 {
		s.guards[i] = int8(s.truth(s.plan.guards[i])) + 1
	}
	return expression.Truth(s.guards[i] - 1)
}

// table finds the table whose guard admits this person, or the text that says
// why there is none.
func (s *state) table(i *indicator) (*table, *template) {
	at := s.chosen[i.choice]
	if at == 0 {
		at = s.choose(s.plan.choices[i.choice])
		s.chosen[i.choice] = at
	}
	switch {
	case at > 0:
		return i.tables[at-1], nil
	case at == withoutUndecided && !s.texts.insufficient.empty():
		return nil, &s.texts.insufficient
	}
	for k := range s.plan.unassessed {
		u := &s.plan.unassessed[k]
		if s.truth(u.when) == expression.True && s.otherwise(i, u.when.Slots()) {
			return nil, &u.text
		}
	}
	switch {
	case !s.texts.underAge.empty() && s.otherwise(i, []int{s.set.Names.Age}):
		return nil, &s.texts.underAge
	}
	return nil, &s.texts.noRule
}

// tellsWhom reports whether a text is for persons for whom no range that is printed
// holds, such as pregnant women.
func (p *plan) tellsWhom(text *template) bool {
	for k := range p.unassessed {
		if &p.unassessed[k].text == text {
			return true
		}
	}
	return false
}

// Why no table was chosen.
const (
	without          = -1 // no guard admits this person
	withoutUndecided = -2 // and some guard lacked an input
)

// choose finds the first guard that admits this person, counted from 1.
func (s *state) choose(guards []int) int {
	none := without
	for i, guard := range guards {
		switch s.guard(guard) {
		case expression.True:
			return i + 1
		case expression.Unknown:
			none = withoutUndecided
		}
	}
	return none
}

// otherwise reports whether some table would do but for what the slots hold:
// then a guard is undecided once that is forgotten.
func (s *state) otherwise(i *indicator, slots []int) bool {
	held := make([]expression.Value, len(slots))
	for k, slot := range slots {
		held[k] = s.in.Held(slot)
		s.in.Unset(slot)
	}
	defer func() {
		for k, slot := range slots {
			s.in.Put(slot, held[k])
		}
	}()
	return slices.ContainsFunc(i.tables, func(t *table) bool { return s.plan.guards[t.guard].Eval(s.in) == expression.Unknown })
}

// A line is the value's axis with the row of every cell; no rows where they are
// not known.
type line struct {
	axis lattice.Axis
	rows []int
}

// look finds the row of a value, the rows of all cells where they are known,
// and the ideal range in a unit, "" for the standard one.
func (s *state) look(t *table, b *Background, x float64, unit string) (row int, l line, best ideal.Range) {
	if b == nil || len(t.facets) == 0 {
		if c := s.column(t); c != nil {
			if by, ok := t.scaled(c, b); ok {
				row, l, best, _ = by.look(t, c, x, unit)
				return row, l, best
			}
			return c.rows[t.axis.Cell(x)], line{t.axis, c.rows}, t.idealIn(c, unit)
		}
		b = &nothing
	}
	defer s.forget(t)
	if t.exact {
		l.axis = t.line(b)
		s.rows = append(s.rows[:0], make([]int, l.axis.Len())...)
		l.rows = s.rows
		for cell := range l.rows {
			l.rows[cell] = s.ask(t, b, l.axis.Point(cell))
		}
		if steps := t.Indicator.Steps(unit); unit != "" && steps != nil {
			best = ideal.Steps(steps, t.Indicator.InWords(unit), s.set.Dictionary.Grades(), func(step [2]float64) bool {
				at := *b
				if !math.IsNaN(b.Graded) {
					at.Graded = step[0]
				}
				row := s.ask(t, &at, step[1])
				return row >= 0 && t.Rows[row].Level.ID == ruleset.LevelIdeal
			}, t.texts)
		} else if t.Indicator.Kind == dictionary.Qualitative {
			best.Text = ideal.Grades(t.Indicator, s.set.Dictionary.Grades(), l.axis, t.ideal(l.rows), t.texts.Or)
		} else {
			best = ideal.Of(t.Indicator, unit, ideal.Intervals(l.axis, t.ideal(l.rows)), t.texts)
		}
	}
	return s.ask(t, b, x), l, best
}

// column finds the number line for the other inputs; nil when it was not
// worked out ahead.
func (s *state) column(t *table) *column {
	if t.columns == nil {
		return nil
	}
	if cell, ok := t.index.Cell(s.in); ok {
		return t.columns[cell]
	}
	return nil
}

// unassessed answers with a U-level and the text that says why.
func (s *state) unassessed(out *SampleResult, level string, text template, of telling) {
	*out = SampleResult{Level: level, Color: s.texts.colors[level], Tip: text.write(of), Risks: noRisks, Act: s.texts.routine}
}
