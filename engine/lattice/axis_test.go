package lattice

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func draw(t *rapid.T) Axis {
	return NewAxis(rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(-1e6, 1e6), rapid.SampledFrom([]float64{-1, 0, 0.1, 0.2, 0.30000000000000004, 1, 100})), 0, 8).Draw(t, "bounds")...)
}

// Every cell's point lies in the cell, and cells follow each other like the
// numbers in them.
func TestPointLiesInItsCell(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := draw(t)
		before := math.Inf(-1)
		for cell := range a.Len() {
			p := a.Point(cell)
			if cell%2 == 0 && cell > 0 && cell < a.Len()-1 && math.Nextafter(a.Bounds[cell/2-1], a.Bounds[cell/2]) == a.Bounds[cell/2] {
				continue // nothing lies between neighbouring numbers
			}
			if a.Cell(p) != cell || p <= before {
				t.Fatalf("bounds %v: point %v of cell %d lies in %d", a.Bounds, p, cell, a.Cell(p))
			}
			before = p
		}
	})
}

// A span holds exactly the numbers of its cells.
func TestSpan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := draw(t)
		first := rapid.IntRange(0, a.Len()-1).Draw(t, "first")
		last := rapid.IntRange(first, a.Len()-1).Draw(t, "last")
		s := a.Span(first, last)
		for cell := range a.Len() {
			x := a.Point(cell)
			above := s.Low.None || x > s.Low.At || x == s.Low.At && !s.Low.Open
			below := s.High.None || x < s.High.At || x == s.High.At && !s.High.Open
			if (above && below) != (first <= a.Cell(x) && a.Cell(x) <= last) {
				t.Fatalf("bounds %v: %v in cells %d to %d, but span %+v", a.Bounds, x, first, last, s)
			}
		}
	})
}

func TestBegin(t *testing.T) {
	a := NewAxis(2, 1, 2)
	for _, c := range []struct {
		cell      int
		fromBelow bool
		want      float64
	}{{1, true, 1}, {2, true, 1}, {3, true, 2}, {4, true, 2}, {3, false, 2}, {2, false, 2}, {1, false, 1}, {0, false, 1}} {
		if got := a.Begin(c.cell, c.fromBelow); got != c.want {
			t.Errorf("Begin(%d, %v) = %v, want %v", c.cell, c.fromBelow, got, c.want)
		}
	}
}
