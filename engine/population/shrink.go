package population

import (
	"maps"
	"slices"

	"tijian/engine/assess"
	"tijian/engine/ruleset"
)

// Shrink takes everything from a person that is not needed for something still
// to hold of them: samples, additional arguments, background. The person given
// is left as it is.
func Shrink(one *assess.Request, holds func(r *assess.Request) bool) *assess.Request {
	r := *one
	r.Samples, r.Arguments = slices.Clone(one.Samples), maps.Clone(one.Arguments)
	for i := len(r.Samples) - 1; i >= 0; i-- {
		before := r.Samples
		r.Samples = slices.Delete(slices.Clone(before), i, i+1)
		if !holds(&r) {
			r.Samples = before
		}
	}
	for _, path := range slices.Sorted(maps.Keys(r.Arguments)) {
		value := r.Arguments[path]
		delete(r.Arguments, path)
		if !holds(&r) {
			r.Arguments[path] = value
		}
	}
	for _, b := range ruleset.Backgrounds {
		if flag := b.Of(&r.Person); *flag {
			*flag = false
			*flag = !holds(&r)
		}
	}
	if smoke := r.SmokeDaily; smoke != 0 {
		r.SmokeDaily = 0
		if !holds(&r) {
			r.SmokeDaily = smoke
		}
	}
	return &r
}
