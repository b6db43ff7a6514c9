package regress

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"time"

	"tijian/engine/assess"
	"tijian/engine/derive"
	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/lattice"
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
func contexts(set *ruleset.Set, t *ruleset.Table, visit func(context, *expression.Inputs) bool) {
	contextsOf(set, t.Indicator, t.Conditions(), func(in *expression.Inputs) bool { return t.For == nil || t.For.Eval(in) == expression.True }, visit)
}

// contextsOf does so for other conditions and persons.
func contextsOf(set *ruleset.Set, i *dictionary.Indicator, conditions []*expression.Condition, admits func(*expression.Inputs) bool, visit func(context, *expression.Inputs) bool) {
	s := lattice.New(i, lattice.Side{Set: set, Conditions: conditions})
	s.Dimensions = s.Dimensions[:len(s.Dimensions)-1] // all but the value
	for i := range s.Dimensions {
		plainFirst(&s.Dimensions[i], set.Scope.Slot(set.Names.Age).Name)
	}
	in, left, personal := set.Scope.NewInputs(), maxContexts, derive.PersonalOf(set)
	person := context{set.Names.Age: float64(usualAge), set.Names.Sex: string(ruleset.Male), set.Names.SmokeDaily: 0.0}
	for _, slot := range set.Names.Backgrounds {
		person[slot] = false
	}
	s.Each(nil, func(point []int) bool {
		left--
		now := maps.Clone(person)
		for i := range s.Dimensions {
			d := &s.Dimensions[i]
			v, _ := set.Scope.Lookup(d.Name)
			if now[v.Slot] = d.Points[point[i]]; now[v.Slot] == nil {
				delete(now, v.Slot)
			}
		}
		in.Reset()
		for slot, value := range now {
			in.Set(slot, value)
		}
		if !admits(in) || !personal.Possible(in) {
			return left > 0
		}
		return visit(now, in) && left > 0
	})
}

// plainFirst puts "not sent" before anything else, and ages nearest to the
// usual one, which takes the place of its cell's first, before others. The last
// is 0.
func plainFirst(d *lattice.Dimension, age string) {
	if d.Name != age {
		slices.SortStableFunc(d.Points, func(a, b any) int {
			switch {
			case a == nil && b != nil:
				return -1
			case a != nil && b == nil:
				return 1
			}
			return 0
		})
		return
	}
	nearest := make([]any, len(d.Points))
	for i, p := range d.Points {
		last := float64(ruleset.MaxAge)
		if i+1 < len(d.Points) {
			last = d.Points[i+1].(float64) - 1
		}
		nearest[i] = min(max(usualAge, p.(float64)), last)
	}
	if len(nearest) > 0 && nearest[0] != 0.0 {
		nearest = append(nearest, 0.0) // newborns are not as other children are
	}
	slices.SortStableFunc(nearest, func(a, b any) int {
		return cmp.Compare(math.Abs(a.(float64)-usualAge), math.Abs(b.(float64)-usualAge))
	})
	d.Points = nearest
}

// request builds a request of a context, but for the derived values, which
// cannot be sent; false when it needs something else that cannot.
func (c context) request(set *ruleset.Set, namespace string, at time.Time) (r assess.Request, derived context, ok bool) {
	n := &set.Names
	age, _ := c[n.Age].(float64)
	sex, _ := c[n.Sex].(string)
	smoke, _ := c[n.SmokeDaily].(float64)
	r = assess.Request{Person: assess.Person{
		Namespace: namespace, At: at, Born: at.AddDate(-int(age), 0, 0), Sex: assess.Sex(sex), SmokeDaily: smoke, Arguments: map[string]any{},
	}}
	if days, ok := c[n.AgeDays].(float64); ok && int(age) == 0 {
		r.Born = at.AddDate(0, 0, -int(days))
	}
	if days, ok := c[n.DaysSince].(float64); ok {
		r.SetDaysSince(int(days))
	}
	for i, b := range ruleset.Backgrounds {
		*b.Of(&r.Person), _ = c[n.Backgrounds[i]].(bool)
	}
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
		} else if slices.ContainsFunc(set.Derived, func(d *ruleset.Derived) bool { return d.Gives(slot) }) {
			if derived == nil {
				derived = context{}
			}
			derived[slot] = c[slot]
		} else {
			return r, nil, false
		}
	}
	return r, derived, true
}
