package mutate

import (
	"slices"
	"sync"

	"tijian/engine/derive"
	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/ruleset"
)

// maxRiskCells is how many cells of a whole risk are compared at most.
const maxRiskCells = 4e6

// unanswered stands beside the flags.
const unanswered = -1

// alike reports whether it is certain that a changed risk gives everybody the
// flag that the risk as it is gives: the rules are asked in their order, and
// where no sample can show the risk it does not matter. False is also when the
// cells are too many to tell.
func (r *runner) alike(before, after *ruleset.Risk, tables map[string][]*ruleset.Table) bool {
	at := 0
	for before.Rules[at] == after.Rules[at] {
		at++
	}
	if same, known := r.compareRules(before.Rules[at:at+1], after.Rules[at:at+1], tables); same && known {
		return true
	}
	for n := len(before.Rules); n > 0; n-- {
		if !slices.Equal(before.Rules[n:], after.Rules[n:]) {
			return false // the changed rule is needed
		}
		if same, known := r.compareRules(before.Rules[:n], after.Rules[:n], tables); known {
			return same
		}
	}
	return true
}

// compareRules compares what the first rules of a risk answer, cell by cell.
func (r *runner) compareRules(before, after []*ruleset.RiskRule, tables map[string][]*ruleset.Table) (same, known bool) {
	var conditions []*expression.Condition
	for _, rule := range slices.Concat(before, after) {
		conditions = append(conditions, rule.Conditions()...)
	}
	g := lattice.New(nil, lattice.Side{Set: r.set, Conditions: conditions})
	if len(g.Inexact) > 0 || g.Size() > maxRiskCells {
		return false, false
	}
	truths := g.Truths(r.set)
	people := sync.OnceValue(func() *derive.People { return derive.PeopleOf(r.set, g) })
	at := 0
	for before[at] == after[at] {
		at++
	}
	own, changed := answersOf(truths, before[at:at+1]), answersOf(truths, after[at:at+1])
	x, y := answersOf(truths, before), answersOf(truths, after)
	same = true
	g.Each(nil, func(point []int) bool {
		same = own(point) == changed(point) || x(point) == y(point) || !people().Possible(point) || !r.shown(g, point, tables)
		return same
	})
	return same, true
}

// answersOf gives the flag that rules give at a point.
func answersOf(truths *lattice.Truths, rules []*ruleset.RiskRule) func(point []int) int {
	holds := func(c *expression.Condition) func(point []int) bool {
		if c == nil {
			return func([]int) bool { return true }
		}
		t := truths.Of(c)
		return func(point []int) bool { return t.At(point) == expression.True }
	}
	type row struct {
		when func(point []int) bool
		flag int
	}
	type rule struct {
		when         func(point []int) bool
		rows, floors []row
	}
	rowsOf := func(rows []*ruleset.RiskRow) (list []row) {
		for _, one := range rows {
			list = append(list, row{holds(one.When), one.Flag})
		}
		return list
	}
	var list []rule
	for _, one := range rules {
		list = append(list, rule{holds(one.When), rowsOf(one.Rows), rowsOf(one.AtLeast)})
	}
	return func(point []int) int {
		for _, one := range list {
			if !one.when(point) {
				continue
			}
			at := slices.IndexFunc(one.rows, func(r row) bool { return r.when(point) })
			if at < 0 {
				continue
			}
			flag := one.rows[at].flag
			for _, floor := range one.floors {
				if floor.flag > flag && floor.when(point) {
					flag = floor.flag
				}
			}
			return flag
		}
		return unanswered
	}
}

// shown reports whether a table that shows the risk may admit somebody at a
// point.
func (r *runner) shown(g *lattice.Space, point []int, tables map[string][]*ruleset.Table) bool {
	in := r.set.Scope.NewInputs()
	ages := []float64{}
	for i := range g.Dimensions {
		d := &g.Dimensions[i]
		v, ok := r.set.Scope.Lookup(d.Name)
		switch at := d.Points[point[i]]; {
		case !ok || at == nil:
		case v.Slot == r.set.Names.Age:
			for age := range ruleset.MaxAge + 1 {
				if d.At(float64(age)) == point[i] {
					ages = append(ages, float64(age))
				}
			}
		case v.Type != expression.Number:
			in.Set(v.Slot, at)
		}
	}
	may := func() bool {
		for _, list := range tables {
			for _, t := range list {
				if len(t.Risks) > 0 && (t.For == nil || t.For.Eval(in) != expression.False) {
					return true
				}
			}
		}
		return false
	}
	if len(ages) == 0 {
		return may()
	}
	return slices.ContainsFunc(ages, func(age float64) bool {
		in.Set(r.set.Names.Age, age)
		return may()
	})
}
