package assess

import (
	"math"
	"slices"
)

// supposing is the state if a sample had a value that is not known: what rests on it
// is worked out anew, as it is wanted.
func (s *state) supposing(i int, x float64) *state {
	o := s.pool.Get().(*state)
	o.reset(s.request, &Result{})
	o.in.Take(s.in)
	copy(o.from, s.from)
	o.found = append(o.found, s.found...)
	for slot, from := range o.from {
		if from == fromDerived {
			o.in.Unset(slot)
			o.from[slot] = unknown
		}
	}
	f := &o.found[i]
	o.in.SetNumber(f.slot, x)
	o.from[f.slot] = fromSample
	for _, facet := range f.facets {
		if f.background != nil {
			o.in.SetNumber(facet.Slot, f.background.Facet(facet.Facet, x))
		}
	}
	o.lazy = true
	return o
}

// parts cuts the values that a bound can mean where rules compare them, so that in
// each part one table is chosen; those nearest to the limit come first.
func (s *state) parts(i int, from, to float64) [][2]float64 {
	indicator := s.found[i].indicator
	cuts := append([]float64{from, to}, s.plan.compared()[indicator.slot].numbers...)
	for _, t := range indicator.tables {
		cuts = append(cuts, t.axis.Bounds...)
	}
	cuts = slices.DeleteFunc(cuts, func(at float64) bool { return at < from || at > to })
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	var parts [][2]float64
	for k, at := range cuts {
		if parts = append(parts, [2]float64{at, at}); k+1 == len(cuts) {
			break
		}
		if low, high := math.Nextafter(at, math.Inf(1)), math.Nextafter(cuts[k+1], math.Inf(-1)); low <= high {
			parts = append(parts, [2]float64{low, high})
		}
	}
	if s.request.Samples[i].Bound[0] == '<' {
		slices.Reverse(parts)
	}
	return parts
}

// sentAgain reports whether a later sample is of the same indicator: that one counts
// for the rules.
func (s *state) sentAgain(i int) bool {
	return slices.ContainsFunc(s.found[i+1:], func(f found) bool { return f.indicator == s.found[i].indicator })
}
