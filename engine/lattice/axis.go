// Package lattice cuts the inputs of conditions into cells. Between two
// neighbouring constants no comparison with a constant can change, so one
// point speaks for a whole cell, and asking expr once in every cell tells what
// conditions say everywhere. Answers, proofs, differences, coverage and
// mutation all rest on this.
package lattice

import (
	"math"
	"slices"
)

// An Axis is the number line cut at sorted bounds into 2n+1 cells: the open
// interval below the first bound, the bound itself, the open interval behind
// it, and so on to the open interval above the last.
type Axis struct{ Bounds []float64 }

// NewAxis makes an axis from bounds in any order, repeated or not.
func NewAxis(bounds ...float64) Axis {
	sorted := slices.Clone(bounds)
	slices.Sort(sorted)
	return Axis{slices.Compact(sorted)}
}

// Len is the number of cells.
func (a Axis) Len() int { return 2*len(a.Bounds) + 1 }

// Cell finds the cell of a number: odd cells are bounds, even cells intervals.
func (a Axis) Cell(x float64) int {
	// A table has a handful of bounds: going along them is faster than a
	// binary search.
	for i, bound := range a.Bounds {
		if x <= bound {
			if x == bound {
				return 2*i + 1
			}
			return 2 * i
		}
	}
	return 2 * len(a.Bounds)
}

// Point gives a number within a cell. The outer intervals give one a whole
// unit, or the bound's own size, beyond it.
func (a Axis) Point(cell int) float64 {
	i, n := cell/2, len(a.Bounds)
	switch {
	case n == 0:
		return 0
	case cell%2 == 1:
		return a.Bounds[i]
	case i == 0:
		return a.Bounds[0] - max(1, math.Abs(a.Bounds[0]))
	case i == n:
		return a.Bounds[n-1] + max(1, math.Abs(a.Bounds[n-1]))
	default:
		return a.Bounds[i-1] + (a.Bounds[i]-a.Bounds[i-1])/2
	}
}

// An End of an interval; nothing beyond it when Open says that it does not
// belong to the interval itself.
type End struct {
	At   float64
	Open bool
	None bool // the interval goes on for ever
}

// An Interval is a range of numbers.
type Interval struct{ Low, High End }

// Holds reports whether a number is within.
func (i Interval) Holds(x float64) bool {
	return (i.Low.None || x > i.Low.At || x == i.Low.At && !i.Low.Open) &&
		(i.High.None || x < i.High.At || x == i.High.At && !i.High.Open)
}

// Span gives the interval of the cells from first to last.
func (a Axis) Span(first, last int) Interval {
	s := Interval{Low: End{None: true}, High: End{None: true}}
	if first%2 == 1 {
		s.Low = End{At: a.Bounds[first/2]}
	} else if first > 0 {
		s.Low = End{At: a.Bounds[first/2-1], Open: true}
	}
	if last%2 == 1 {
		s.High = End{At: a.Bounds[last/2]}
	} else if last/2 < len(a.Bounds) {
		s.High = End{At: a.Bounds[last/2], Open: true}
	}
	return s
}

// Begin gives the bound at which one enters a cell from below, or from above.
// The outermost cell in the direction of travel always has one.
func (a Axis) Begin(cell int, fromBelow bool) float64 {
	if cell%2 == 1 || !fromBelow {
		return a.Bounds[cell/2]
	}
	return a.Bounds[cell/2-1]
}
