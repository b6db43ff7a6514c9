package expression

import (
	"math"
	"slices"
)

// Sharing finds formulas that are written more than once, as the steps of risk
// models that are variants of each other are.
type Sharing struct {
	known map[string][]*Shared // by what is written
	n     int
}

// A Shared formula is run once for the same inputs of a request, wherever it is
// written.
type Shared struct {
	*Formula
	slots []int
	id    int // of its answer in Inputs
}

// mostShared is how many inputs are compared sooner than a formula is run.
const mostShared = 4

// Of returns the one for a formula; nil for one with too many inputs.
func (s *Sharing) Of(f *Formula) *Shared {
	slots := f.Slots()
	if len(slots) > mostShared {
		return nil
	}
	for _, same := range s.known[f.Text.Value] {
		if same.Type == f.Type && slices.Equal(same.slots, slots) {
			return same
		}
	}
	one := &Shared{f, slots, s.n}
	s.n++
	if s.known == nil {
		s.known = map[string][]*Shared{}
	}
	s.known[f.Text.Value] = append(s.known[f.Text.Value], one)
	return one
}

// remembered is what a shared formula gave.
type remembered struct {
	of     *Shared
	turn   uint64 // the request
	inputs [mostShared]uint64
	value  Value
}

// Value works the formula out, unless that was done since the last Reset for the
// same inputs, to the bit: assumptions change them within a request.
func (s *Shared) Value(in *Inputs) Value {
	if len(in.shared) <= s.id {
		in.shared = append(in.shared, make([]remembered, s.id+1-len(in.shared))...)
	}
	var inputs [mostShared]uint64
	for i, slot := range s.slots {
		inputs[i] = math.Float64bits(float64(in.values[slot]))
	}
	r := &in.shared[s.id]
	if r.of != s || r.turn != in.turn || r.inputs != inputs {
		*r = remembered{s, in.turn, inputs, s.Formula.Value(in)}
	}
	return r.value
}
