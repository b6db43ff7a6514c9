package oracle

import (
	"math"
	"slices"
	"time"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
)

// CheckUp is the request of a full check-up of a man of 50 with so many
// samples, ideal where his tables have an ideal value: first of the indicators
// that derived values and risks look at most, then of all others, then again
// from the first.
func CheckUp(set *ruleset.Set, samples int) *assess.Request {
	r := &assess.Request{Person: assess.Person{
		At:   time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC),
		Born: time.Date(1976, 5, 1, 0, 0, 0, 0, time.UTC),
		Sex:  assess.Male,
	}}
	o, c := New(set), findConstants(set)
	e, _, err := o.examine(r)
	if err != nil {
		panic(err) // the rule set demands an argument of everybody
	}
	all := set.Dictionary.All()
	slices.SortStableFunc(all, func(a, b *dictionary.Indicator) int { return c.used[b.Name] - c.used[a.Name] })
	for n := range samples {
		i := all[n%len(all)]
		r.Samples = append(r.Samples, assess.Sample{Name: i.Name, Unit: i.Unit, Value: o.ideal(e, i)})
	}
	return r
}

// ideal gives a value of the level N0, in the middle between two constants
// where it can; else one in the middle of what is plausible.
func (o *Oracle) ideal(e *examination, i *dictionary.Indicator) float64 {
	printed := func(x float64) float64 {
		step := math.Pow10(-i.Decimals)
		return math.Round(x/step) * step
	}
	bounds := slices.Concat(o.near[i.Name], i.Plausible[:])
	slices.Sort(bounds)
	var values []float64
	for k, b := range bounds[1:] {
		values = append(values, printed((bounds[k]+b)/2))
	}
	for _, v := range append(values, bounds...) {
		if plausible(i, v) && o.level(e, i.Name, v) == "N0" {
			return v
		}
	}
	return printed((i.Plausible[0] + i.Plausible[1]) / 2)
}
