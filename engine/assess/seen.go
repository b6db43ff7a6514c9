package assess

import (
	"tijian/engine/expression"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// Known is what the rules knew of one input.
type Known struct {
	Slot  int
	Value expression.Value
}

// Seen is what the rules saw of a request, for asking conditions again.
type Seen struct {
	All   []Known         // the person, samples and derived values
	Own   [][]Known       // by sample: its value and facets, which only rows of its table see
	Cases []problem.Place // of derived values, that gave them
}

// seen tells what the rules saw, once samples are answered with traces.
func (s *state) seen() *Seen {
	seen := &Seen{Cases: s.cases}
	for slot := range s.set.Scope.Len() {
		if x := s.in.Held(slot); x.Known() {
			seen.All = append(seen.All, Known{slot, x})
		}
	}
	n := &s.set.Names
	for i := range s.request.Samples {
		x := s.result.traces[i].StandardValue
		own := []Known{{n.Value, expression.Value(x)}}
		if indicator := s.found[i].indicator; indicator != nil {
			b := s.request.Samples[i].Background(indicator.Indicator, &s.request.Person)
			for f, slot := range n.Facets {
				if y := expression.Value(b.Facet(ruleset.Facet(f), x)); y.Known() {
					own = append(own, Known{slot, y})
				}
			}
		}
		seen.Own = append(seen.Own, own)
	}
	return seen
}
