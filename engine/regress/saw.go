package regress

import (
	"tijian/engine/assess"
	"tijian/engine/derive"
	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// Known is what the rules knew of one input.
type Known struct {
	Slot  int
	Value expression.Value
}

// Saw works out again what the rules saw of a request for which they answered:
// the person, samples and derived values, and by sample what its table's rows
// see of it alone. Standard are the samples' values in their standard units.
func Saw(set *ruleset.Set, derived []*derive.Value, r *assess.Request, standard []float64) (all []Known, own [][]Known) {
	p := replayed(set, derived, r)
	for slot := range set.Scope.Len() {
		if x := p.in.Held(slot); x.Known() {
			all = append(all, Known{slot, x})
		}
	}
	n := &set.Names
	for i := range r.Samples {
		var list []Known
		forget := p.within(set, r, i, standard[i])
		for _, slot := range append(n.Facets[:len(n.Facets):len(n.Facets)], n.Value) {
			if x := p.in.Held(slot); x.Known() {
				list = append(list, Known{slot, x})
			}
		}
		forget()
		own = append(own, list)
	}
	return all, own
}
