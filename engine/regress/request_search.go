package regress

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"tijian/engine/assess"
	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// maxSearches bounds the searches for persons of one table.
const maxSearches = 300

// A requestSearch looks for requests for which derived values are as wanted: they
// cannot be sent, but what they are worked out from can. It changes one input
// after the other, as long as that brings more of them about.
type requestSearch struct {
	set    *ruleset.Set
	engine Assessor
	own    string // the table's indicator, which is not chosen
	left   int
	tried  map[string][]choice // what brought a wish about; nil for nothing
	inputs map[string][]choice // by what is wished
}

// A choice is an input with a value.
type choice struct {
	argument string // its path, or
	sample   string // the name, or
	truth    string // of the health background
	value    any
}

func (c choice) put(r assess.Request) assess.Request {
	r.Arguments = maps.Clone(r.Arguments)
	switch {
	case c.argument != "":
		r.Arguments[c.argument] = c.value
	case c.sample != "":
		r.Samples = slices.DeleteFunc(slices.Clone(r.Samples), func(s assess.Sample) bool { return s.Name == c.sample })
		r.Samples = append(r.Samples, assess.Sample{Name: c.sample, Value: c.value.(float64)})
	default:
		*r.BackgroundNamed(c.truth) = c.value.(bool)
	}
	return r
}

func newRequestSearch(set *ruleset.Set, engine Assessor, t *ruleset.Table) *requestSearch {
	return &requestSearch{set: set, engine: engine, own: t.Indicator.Name, left: maxSearches, tried: map[string][]choice{}, inputs: map[string][]choice{}}
}

// meet changes a request so that the derived values are as wanted, and reports
// whether they are.
func (m *requestSearch) meet(r assess.Request, wanted context) (assess.Request, bool) {
	wish := fmt.Sprint(wanted, r.Sex, r.Age(), r.Arguments, r.HasDiabetes, r.Samples)
	if known, ok := m.tried[wish]; ok {
		for _, c := range known {
			r = c.put(r)
		}
		return r, known != nil
	}
	m.tried[wish] = nil
	if m.left--; m.left < 0 {
		return r, false
	}
	made := []choice{}
	for unmet := m.unmet(&r, wanted); unmet > 0; {
		better := false
		for _, c := range m.choices(wanted) {
			next := c.put(r)
			if n := m.unmet(&next, wanted); n < unmet {
				r, unmet, better = next, n, true
				made = append(made, c)
				break
			}
		}
		if !better {
			return r, false
		}
	}
	m.tried[wish] = made
	return r, true
}

// unmet counts the derived values that are not as wanted.
func (m *requestSearch) unmet(r *assess.Request, wanted context) int {
	in, ok := inputsOf(m.set, m.engine, r)
	if !ok {
		return len(wanted)
	}
	n := 0
	for slot, want := range wanted {
		if in.Value(slot) != want {
			n++
		}
	}
	return n
}

// choices are the inputs behind derived values, each with what lies at and
// beside the numbers that it is compared with.
func (m *requestSearch) choices(wanted context) []choice {
	slots := slices.Sorted(maps.Keys(wanted))
	key := fmt.Sprint(slots)
	if known, ok := m.inputs[key]; ok {
		return known
	}
	numbers := map[int][]float64{}
	behind := m.set.Behind(slots)
	for _, d := range behind {
		for _, e := range d.Expressions() {
			for _, slot := range e.Slots() {
				numbers[slot] = append(numbers[slot], e.Bounds(m.set.Scope.Slot(slot)).Numbers...)
			}
		}
	}
	var list []choice
	for _, slot := range slices.Sorted(maps.Keys(numbers)) {
		v := m.set.Scope.Slot(slot)
		if i := slices.IndexFunc(m.set.Arguments, func(a *ruleset.Argument) bool { return a.Slot == slot }); i >= 0 {
			a := m.set.Arguments[i]
			switch a.Type {
			case expression.Boolean:
				list = append(list, choice{argument: a.Path, value: true}, choice{argument: a.Path, value: false})
			case expression.String:
				for _, word := range a.Allowed {
					list = append(list, choice{argument: a.Path, value: word})
				}
			default:
				for _, x := range near(numbers[slot], 1) {
					if a.Admits(x) {
						list = append(list, choice{argument: a.Path, value: x})
					}
				}
			}
			continue
		}
		if v.Type == expression.Boolean && new(ruleset.Person).BackgroundNamed(v.Name) != nil {
			list = append(list, choice{truth: v.Name, value: true})
			continue
		}
		i, ok := m.set.Dictionary.Lookup(v.Name)
		if !ok || v.Name == m.own || m.set.Names.Indicators[v.Name] != slot {
			continue
		}
		for _, x := range near(numbers[slot], math.Pow10(-i.Decimals)) {
			if plausible(i, x) {
				list = append(list, choice{sample: v.Name, value: x})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b choice) int { // what a person says before what is measured
		return strings.Compare(a.sample, b.sample)
	})
	m.inputs[key] = list
	return list
}

// near gives numbers and those a step below and above.
func near(numbers []float64, step float64) []float64 {
	var list []float64
	for _, x := range numbers {
		list = append(list, x, math.Round((x-step)/step)*step, math.Round((x+step)/step)*step)
	}
	slices.Sort(list)
	return slices.Compact(list)
}
