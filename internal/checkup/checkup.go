// Package checkup makes the request of a whole check-up, for tests and measurements.
package checkup

import (
	"slices"
	"time"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/ruleset"
)

// Request makes the request of a full check-up of a man of 50, for measuring:
// so many samples, first of the indicators that derived values and risks use,
// most of them ideal.
func Request(set *ruleset.Set, samples int) *assess.Request {
	r := &assess.Request{NoTrace: true}
	r.At = time.Date(2026, 1, 15, 8, 0, 0, 0, time.UTC)
	r.Born = r.At.AddDate(-50, 0, 0)
	r.Sex = assess.Male
	engine := assess.New(set)
	for _, i := range usedFirst(set) {
		if len(set.Tables[i.Name]) == 0 || len(r.Samples) == samples {
			continue
		}
		var conditions []*expression.Condition
		for _, t := range set.Tables[i.Name] {
			conditions = append(conditions, t.Conditions()...)
		}
		points := lattice.New(i, lattice.Side{Set: set, Conditions: conditions}).Last().Points
		sample := assess.Sample{Name: i.Name, Unit: i.Unit, Value: points[len(points)/2].(float64)}
		for _, x := range points {
			one := assess.Sample{Name: i.Name, Unit: i.Unit, Value: x.(float64)}
			answer, err := engine.Assess(&assess.Request{Person: r.Person, Samples: []assess.Sample{one}})
			if err == nil && answer.Samples[0].Level == ruleset.LevelIdeal {
				sample = one
			}
		}
		r.Samples = append(r.Samples, sample)
	}
	return r
}

// usedFirst lists every indicator, those that derived values and risks use
// before the others.
func usedFirst(set *ruleset.Set) []*dictionary.Indicator {
	var slots []int
	for _, d := range set.Derived {
		slots = append(slots, d.Slots()...)
	}
	for _, r := range set.Risks {
		for _, c := range r.Conditions() {
			slots = append(slots, c.Slots()...)
		}
	}
	var used, others []*dictionary.Indicator
	for _, i := range set.Dictionary.All() {
		if slices.Contains(slots, set.Names.Indicators[i.Name]) {
			used = append(used, i)
		} else {
			others = append(others, i)
		}
	}
	return append(used, others...)
}
