package result

import "math"

// noise is what binary arithmetic and the rounding of converted values add to
// a difference, in steps: far below the half of one that decides.
const noise = 1e-6

// Agrees reports whether the values of two entries are equal once the finer one
// is rounded to what the coarser one was printed with, half away from zero:
// 5.64 and 5.6, or 6.44 mmol/L and 249 mg/dL. Both must have a value.
func (e *Entry) Agrees(o *Entry) bool {
	if *e.Value == *o.Value {
		return true
	}
	fine, coarse := e, o
	if fine.Step > coarse.Step {
		fine, coarse = coarse, fine
	}
	difference := *fine.Value - *coarse.Value
	if math.Signbit(*fine.Value) {
		difference = -difference
	}
	steps := difference / coarse.Step
	if fine.Step == coarse.Step { // neither is the finer one, and which comes first must not matter
		return math.Abs(steps) < 0.5-noise
	}
	return steps >= -0.5-noise && steps < 0.5-noise
}

// Settle takes the values from entries of an indicator where the best of others
// has another value.
func Settle(entries, others []Entry) {
	own, other := valued(entries), valued(others)
	if own == nil || other == nil || own.Agrees(other) {
		return
	}
	for i := range entries {
		entries[i].Clear()
	}
}

// valued is the best entry that has a value, nil when none has.
func valued(entries []Entry) *Entry {
	for i := range entries {
		if entries[i].Value != nil {
			return &entries[i]
		}
	}
	return nil
}
