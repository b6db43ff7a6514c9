package regress

import (
	"maps"
	"math"
	"slices"
	"time"

	"tijian/engine/assess"
	"tijian/engine/cells"
	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// maxContexts bounds the combinations of other inputs tried for one table.
const maxContexts = 20_000

// usualAge stands for the persons of a table that does not look at the age.
const usualAge = 45

// A context is what a table's conditions see besides the value itself: inputs
// by slot. Missing slots are not sent.
type context map[int]any

// contexts calls visit for one combination of the other inputs for each of
// their cells, plain ones (nothing else sent, no disease) first, until visit
// returns false. Only those that the table's guard admits are visited.
func contexts(set *ruleset.Set, t *ruleset.Table, visit func(context, *expression.Env) bool) {
	conditions := conditionsOf(t)
	var slots []int
	for _, c := range conditions {
		slots = append(append(slots, c.Inputs...), c.Asked...)
	}
	slots = append(slots, set.Names.Person()...)
	slices.Sort(slots)
	slots = slices.DeleteFunc(slices.Compact(slots), func(s int) bool { return s == set.Names.Value })
	points := make([][]any, len(slots))
	for i, slot := range slots {
		v := set.Scope.Slot(slot)
		var bounds []float64
		for _, c := range conditions {
			bounds = append(bounds, c.Bounds(v).Numbers...)
		}
		points[i] = inputs(set, v, bounds, used(conditions, slot))
	}
	env := set.Scope.NewEnv()
	now, left := context{}, maxContexts
	var walk func(depth int) bool
	walk = func(depth int) bool {
		if depth == len(slots) {
			left--
			if t.For != nil && t.For.Eval(env) != expression.True {
				return left > 0
			}
			return visit(maps.Clone(now), env) && left > 0
		}
		for _, p := range points[depth] {
			env.Set(slots[depth], p)
			if delete(now, slots[depth]); p != nil {
				now[slots[depth]] = p
			}
			if !walk(depth + 1) {
				return false
			}
		}
		return true
	}
	walk(0)
}

func conditionsOf(t *ruleset.Table) []*expression.Condition {
	var all []*expression.Condition
	if t.For != nil {
		all = append(all, t.For)
	}
	for _, r := range t.Rows {
		all = append(all, r.When)
	}
	return all
}

func used(conditions []*expression.Condition, slot int) bool {
	return slices.ContainsFunc(conditions, func(c *expression.Condition) bool {
		return slices.Contains(c.Inputs, slot) || slices.Contains(c.Asked, slot)
	})
}

// inputs gives the values of one input to try, the plainest first. What no
// condition uses keeps its usual value.
func inputs(set *ruleset.Set, v *expression.Variable, bounds []float64, asked bool) []any {
	n := &set.Names
	switch {
	case v.Slot == n.Age:
		return ages(bounds)
	case v.Slot == n.Sex:
		if !asked {
			return []any{string(assess.Male)}
		}
		return []any{string(assess.Male), string(assess.Female)}
	case slices.Contains(n.Person(), v.Slot) && v.Type == expression.Boolean:
		if !asked {
			return []any{false}
		}
		return []any{false, true}
	case v.Slot == n.SmokeDaily:
		return axisPoints(cells.NewAxis(append(bounds, 0)...), 0, math.Inf(1), -1)
	}
	points := []any{nil}
	switch v.Type {
	case expression.Boolean:
		return append(points, false, true)
	case expression.String:
		for _, word := range v.Allowed {
			points = append(points, word)
		}
		return points
	}
	if i, ok := set.Dictionary.Lookup(v.Name); ok {
		return append(points, axisPoints(cells.NewAxis(append(bounds, i.Plausible[:]...)...), i.Plausible[0], i.Plausible[1], i.Decimals)...)
	}
	return append(points, axisPoints(cells.NewAxis(bounds...), math.Inf(-1), math.Inf(1), -1)...)
}

// axisPoints gives a number for each cell between two limits, as printed with
// so many decimals where the cell has such a number.
func axisPoints(axis cells.Axis, low, high float64, decimals int) []any {
	var points []any
	for cell := range axis.Len() {
		x := axis.Point(cell)
		if x < low || x > high {
			continue
		}
		if decimals >= 0 {
			if p := printed(math.Round(x*math.Pow10(decimals)), decimals); axis.Cell(p) == cell {
				x = p
			}
		}
		points = append(points, x)
	}
	return points
}

// ages gives for each cell its age nearest to the usual one, nearest first.
func ages(bounds []float64) []any {
	axis := cells.NewAxis(bounds...)
	best := map[int]float64{}
	for age := range assess.MaxAge + 1 {
		cell := axis.Cell(float64(age))
		if old, ok := best[cell]; !ok || math.Abs(float64(age)-usualAge) < math.Abs(old-usualAge) {
			best[cell] = float64(age)
		}
	}
	sorted := slices.SortedFunc(maps.Values(best), func(a, b float64) int {
		return int(math.Abs(a-usualAge)) - int(math.Abs(b-usualAge))
	})
	points := make([]any, len(sorted))
	for i, age := range sorted {
		points[i] = age
	}
	return points
}

// request builds a request of a context; false when it needs a derived value,
// which cannot be sent.
func (c context) request(set *ruleset.Set, namespace string, at time.Time) (assess.Request, bool) {
	n := &set.Names
	age, _ := c[n.Age].(float64)
	sex, _ := c[n.Sex].(string)
	smoke, _ := c[n.SmokeDaily].(float64)
	is := func(slot int) bool { b, _ := c[slot].(bool); return b }
	r := assess.Request{Person: assess.Person{
		Namespace: namespace, At: at, Born: at.AddDate(-int(age), 0, 0), Sex: assess.Sex(sex), SmokeDaily: smoke,
		HasDiabetes: is(n.HasDiabetes), OnAntihypertensives: is(n.OnAntihypertensives), HasCVD: is(n.HasCVD), HasHypertension: is(n.HasHBP),
		Arguments: map[string]any{},
	}}
	person := n.Person()
	for _, slot := range slices.Sorted(maps.Keys(c)) {
		if slices.Contains(person, slot) {
			continue
		}
		v := set.Scope.Slot(slot)
		if i := slices.IndexFunc(set.Arguments, func(a *ruleset.Argument) bool { return a.Slot == slot }); i >= 0 {
			r.Arguments[set.Arguments[i].Path] = c[slot]
		} else if x, isNumber := c[slot].(float64); isNumber && n.Indicators[v.Name] == slot {
			r.Samples = append(r.Samples, assess.Sample{Name: v.Name, Value: x})
		} else {
			return r, false
		}
	}
	return r, true
}
