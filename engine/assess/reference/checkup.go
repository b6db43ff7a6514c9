package reference

import (
	"time"

	"tijian/engine/assess"
	"tijian/engine/assess/internal/ideal"
	"tijian/engine/cells"
	"tijian/engine/ruleset"
)

// CheckUp makes the request of a full check-up of a man of 50, for measuring:
// so many samples, first of the indicators that derived values and risks use,
// most of them ideal.
func CheckUp(set *ruleset.Set, samples int) *assess.Request {
	r := &assess.Request{NoTrace: true}
	r.At = time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
	r.Born = r.At.AddDate(-50, 0, 0)
	r.Sex = assess.Male
	d, engine := NewDrawer(set, 1), New(set)
	taken := map[string]bool{}
	for _, i := range append(d.used, d.indicators...) {
		if taken[i.Name] || len(set.Tables[i.Name]) == 0 || len(r.Samples) == samples {
			continue
		}
		taken[i.Name] = true
		axis := cells.NewAxis(append(d.bounds[i.Name], i.Plausible[:]...)...)
		sample := assess.Sample{Name: i.Name, Unit: i.Unit, Value: axis.Point(axis.Len() / 2)}
		for cell := range axis.Len() {
			one := sample
			one.Value = axis.Point(cell)
			answer, err := engine.Assess(&assess.Request{Person: r.Person, Samples: []assess.Sample{one}})
			if err == nil && answer.Samples[0].Level == ideal.Level {
				sample = one
			}
		}
		r.Samples = append(r.Samples, sample)
	}
	return r
}
