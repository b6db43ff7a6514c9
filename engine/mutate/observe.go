package mutate

import (
	"fmt"
	"slices"
	"strconv"

	"tijian/engine/assess"
	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
)

// An observation is what the rules saw of a trial whose answer follows from
// conditions alone: asking these again is a thousandth of the work of answering
// the trial anew.
type observation struct {
	trial        *trial
	known        []assess.Known
	level, color string // that the trial expects of the sample, "" for none
	ideal        bool   // it expects an ideal range
	row          *ruleset.Row
	person       string // what conditions see besides the value
}

// An observer asks conditions of what trials showed.
type observer struct {
	in    *expression.Inputs
	asked map[*expression.Condition]expression.Truth // of the current observation
}

func (t *trials) observer() *observer {
	return &observer{t.set.Scope.NewInputs(), map[*expression.Condition]expression.Truth{}}
}

// saw is what rows of a sample's table saw of a trial that is ready.
func (t *trial) saw(sample int) []assess.Known {
	return slices.Concat(t.right.Seen.All, t.right.Seen.Own[sample])
}

// see takes an observation in place of the last one.
func (o *observer) see(one *observation) {
	o.in.Reset()
	for _, k := range one.known {
		o.in.Put(k.Slot, k.Value)
	}
	clear(o.asked)
}

func (o *observer) holds(c *expression.Condition) bool {
	truth, known := o.asked[c]
	if !known {
		truth = c.Eval(o.in)
		o.asked[c] = truth
	}
	return truth == expression.True
}

// row is the one that answers; nil where none does.
func (o *observer) row(tables []*ruleset.Table) *ruleset.Row {
	for _, t := range tables {
		if t.For != nil && !o.holds(t.For) {
			continue
		}
		for _, r := range t.Rows {
			if o.holds(r.When) {
				return r
			}
		}
		break
	}
	return nil
}

// flag is that of a risk, unanswered where no rule gives one.
func (o *observer) flag(risk *ruleset.Risk) int {
	for _, rule := range risk.Rules {
		if rule.When != nil && !o.holds(rule.When) {
			continue
		}
		at := slices.IndexFunc(rule.Rows, func(r *ruleset.RiskRow) bool { return o.holds(r.When) })
		if at < 0 {
			continue
		}
		flag := rule.Rows[at].Flag
		for _, floor := range rule.AtLeast {
			if floor.Flag > flag && o.holds(floor.When) {
				flag = floor.Flag
			}
		}
		return flag
	}
	return unanswered
}

// samples splits the trials of one indicator: those whose sample is answered by
// a row alone are observed; of the others a table's rows see more than a value,
// or something else answers.
func (t *trials) samples(o *observer, tables []*ruleset.Table) (list []observation, others []*trial) {
	name := tables[0].Indicator.Name
	slots := slotsOf(ruleset.ConditionsOf(tables))
	slices.Sort(slots)
	slots = slices.DeleteFunc(slices.Compact(slots), func(slot int) bool { return slot == t.set.Names.Value })
	for _, one := range t.byIndicator[name] {
		if t.overlaid(one, name) || !t.ready(one) {
			continue
		}
		at, ok := plainSample(&one.Request, name)
		if !ok {
			others = append(others, one)
			continue
		}
		seen := observation{trial: one}
		for _, c := range one.Checks {
			switch {
			case c.Name != name:
			case c.Kind == regress.Level:
				seen.level = c.Want
			case c.Kind == regress.Color:
				seen.color = c.Want
			case c.Kind == regress.Ideal:
				seen.ideal = true
			}
		}
		seen.known = one.saw(at)
		o.see(&seen)
		if seen.row = o.row(tables); !o.explains(t.set, tables, seen.row, &one.right.Samples[at]) {
			others = append(others, one)
			continue
		}
		for _, slot := range slots {
			seen.person += fmt.Sprint(o.in.Held(slot), " ")
		}
		list = append(list, seen)
	}
	return list, others
}

// explains reports whether a row gives an answer, or, where there is none, whom
// tables are lent to.
func (o *observer) explains(set *ruleset.Set, tables []*ruleset.Table, row *ruleset.Row, answer *assess.SampleResult) bool {
	if row == nil {
		return answer.Trace.File == "" && answer.Level == o.lentLevel(set, set.OtherAges, tables)
	}
	return answer.Trace.Of(row)
}

// plainSample finds the only sample of an indicator; false where more than its
// value is known.
func plainSample(r *assess.Request, name string) (at int, ok bool) {
	at = -1
	for i := range r.Samples {
		s := &r.Samples[i]
		if s.Name != name {
			continue
		}
		if at >= 0 || s.Reference != nil || len(s.Previous) > 0 || s.Bound != "" {
			return i, false
		}
		at = i
	}
	return at, at >= 0
}

// contradicts reports whether a row is not what a trial expects.
func (one *observation) contradicts(row *ruleset.Row) bool {
	return one.level != "" && one.level != row.Level.ID || one.color != "" && one.color != strconv.Itoa(row.Color)
}

// same reports whether a row of changed tables answers as one of theirs does.
func same(a, b *ruleset.Row) bool {
	return a == b || a != nil && b != nil && a.At == b.At && a.Level == b.Level && a.Color == b.Color
}

// observed kills those mutants of one indicator's tables that give a sample of
// a trial to a row that it does not expect. The others are left with the trials
// that can still find them.
func (t *trials) observed(tables []*ruleset.Table, list []changed) {
	o := t.observer()
	seen, others := t.samples(o, tables)
	for i := range list {
		list[i].left = slices.Clone(others)
	}
	for k := range seen {
		one := &seen[k]
		o.see(one)
		for i := range list {
			m := &list[i]
			if m.Fate != "" {
				continue
			}
			switch row := o.row(m.tables); {
			case row != nil && one.contradicts(row):
				m.kill(one.trial)
			case row == nil && one.level != "" && o.lentLevel(t.set, t.set.OtherAges, m.tables) != one.level:
				m.kill(one.trial)
			case row == nil && one.row == nil:
			case !same(row, one.row):
				m.left = append(m.left, one.trial)
			case one.ideal:
				m.ideals = append(m.ideals, one)
			}
		}
	}
}

// otherIdeals are those of a mutant's trials for whose person another range of
// values is ideal.
func (t *trials) otherIdeals(tables []*ruleset.Table, m *changed) (list []*trial) {
	o, value := t.observer(), t.set.Scope.Slot(t.set.Names.Value)
	var bounds []float64
	for _, c := range append(ruleset.ConditionsOf(tables), ruleset.ConditionsOf(m.tables)...) {
		bounds = append(bounds, c.Bounds(value).Numbers...)
	}
	axis := lattice.NewAxis(bounds...)
	known := map[string]bool{}
	for _, one := range m.ideals {
		other, asked := known[one.person]
		if !asked {
			o.see(one)
			for cell := range axis.Len() {
				o.in.SetNumber(value.Slot, axis.Point(cell))
				clear(o.asked)
				a, b := o.row(tables), o.row(m.tables)
				other = other || (a != nil && a.Level.ID == ruleset.LevelIdeal) != (b != nil && b.Level.ID == ruleset.LevelIdeal)
			}
			known[one.person] = other
		}
		if other {
			list = append(list, one.trial)
		}
	}
	return list
}

// observedRisk kills those mutants of a risk that give a trial another flag
// than the one that it expects, and returns the trials of which flags do not
// follow from conditions alone.
func (t *trials) observedRisk(risk *ruleset.Risk, list []*changedRisk) (others []*trial) {
	o := t.observer()
	for _, one := range t.byRisk[risk.ID] {
		if !t.ready(one) {
			continue
		}
		want := unanswered
		for _, c := range one.Checks {
			if flag, err := strconv.Atoi(c.Want); err == nil && c.Kind == regress.Risk && c.Name == risk.ID {
				want = flag
			}
		}
		o.see(&observation{known: one.right.Seen.All})
		switch now := o.flag(risk); {
		case now != want, now == unanswered && !t.shows(one, risk.ID):
			others = append(others, one)
			continue
		}
		for _, m := range list {
			if m.Fate == "" && o.flag(m.risk) != want {
				m.kill(one)
			}
		}
	}
	return others
}

// shows reports whether a sample of a trial is answered by a table that bears on
// a risk, so that its flag would be shown.
func (t *trials) shows(one *trial, risk string) bool {
	for i := range one.right.Samples {
		s := &one.right.Samples[i]
		if s.Level[0] == 'U' || t.overlaid(one, one.Request.Samples[i].Name) {
			continue
		}
		for _, table := range t.set.Tables[one.Request.Samples[i].Name] {
			if slices.Contains(table.Risks, risk) && slices.ContainsFunc(table.Rows, s.Trace.Of) {
				return true
			}
		}
	}
	return false
}

func (m *Mutant) kill(by *trial) { m.Fate, m.Killer = Killed, by.suite+": "+by.Name }
