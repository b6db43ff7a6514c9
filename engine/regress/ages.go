package regress

import (
	"math"

	"tijian/engine/derive"
	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/ruleset"
)

// An ageBound is an age at which a table begins or ceases to admit a person,
// or a row to apply.
type ageBound struct {
	of   derive.Personal
	row  *ruleset.Row // nil for the table's guard
	when *expression.Condition
	at   float64
	// By side: the age in whole years, whether some person's answer changes
	// beside it, whether a trial has it.
	ages   [3]float64
	needed [3]bool
	tried  [3]bool
}

func ageBounds(set *ruleset.Set, t *ruleset.Table) []*ageBound {
	var all []*ageBound
	of := derive.PersonalOf(set)
	add := func(row *ruleset.Row, when *expression.Condition) {
		for _, at := range when.Bounds(set.Scope.Slot(set.Names.Age)).Numbers {
			b := &ageBound{of: of, row: row, when: when, at: at}
			b.ages = [...]float64{math.Ceil(at) - 1, at, math.Floor(at) + 1}
			all = append(all, b)
		}
	}
	if t.For != nil {
		add(nil, t.For)
	}
	for _, r := range t.Rows {
		add(r, r.When)
	}
	return all
}

// beside tells at which ages beside the bound the answer changes, everything
// else being as it is in in.
func (b *ageBound) beside(in *expression.Inputs, age int) (changes [3]bool) {
	before := in.Value(age)
	defer func() { in.Set(age, before) }()
	var truths []expression.Truth
	var sides []Side
	for side, years := range b.ages {
		if years == math.Trunc(years) && years >= 0 && years <= ruleset.MaxAge {
			if in.SetNumber(age, years); !b.of.Possible(in) {
				continue
			}
			truths, sides = append(truths, b.when.Eval(in)), append(sides, Side(side))
		}
	}
	for i := 1; i < len(truths); i++ {
		if truths[i] != truths[i-1] {
			changes[sides[i-1]], changes[sides[i]] = true, true
		}
	}
	return changes
}

// try notes a trial that sent the table's indicator; in has the value.
func (b *ageBound) try(in *expression.Inputs, age int) {
	years := in.Number(age)
	if math.Abs(years-b.at) > 1 {
		return
	}
	for side, changes := range b.beside(in, age) {
		b.needed[side] = b.needed[side] || changes
		b.tried[side] = b.tried[side] || changes && b.ages[side] == years
	}
}

// done reports whether trials have everything that is known to be needed.
func (b *ageBound) done() bool { return b.needed == b.tried && b.needed != [3]bool{} }

// search notes at which ages the answer changes for the person in env, for
// any value.
func (b *ageBound) search(set *ruleset.Set, t *ruleset.Table, in *expression.Inputs) {
	values := []any{nil}
	if b.row != nil {
		values = plausibleValues(set, t, b.row)
	}
	slot := set.Names.Value
	defer in.Unset(slot)
	for _, v := range values {
		in.Set(slot, v)
		for side, changes := range b.beside(in, set.Names.Age) {
			b.needed[side] = b.needed[side] || changes
		}
	}
}

// plausibleValues gives a value for each cell of a row's bounds, or every
// grade.
func plausibleValues(set *ruleset.Set, t *ruleset.Table, row *ruleset.Row) []any {
	if t.Indicator.Kind == dictionary.Qualitative {
		var grades []any
		for _, g := range set.Dictionary.Grades().Numbers() {
			if plausible(t.Indicator, g) {
				grades = append(grades, g)
			}
		}
		return grades
	}
	s := lattice.New(t.Indicator, lattice.Side{Set: set, Conditions: []*expression.Condition{row.When}})
	s.Last().Keep(func(point any) bool { return plausible(t.Indicator, point.(float64)) })
	return s.Last().Points
}
