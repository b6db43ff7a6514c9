package lattice

import (
	"math"
	"slices"

	"tijian/engine/expression"
)

// Slot is that of the dimension in the first set that has it; the sample's own
// value has none.
func (d *Dimension) Slot() int { return d.slot }

// At is the point of the cell in which a value lies, -1 where there is none.
func (d *Dimension) At(value any) int {
	if x, ok := value.(float64); ok && d.Type == expression.Number {
		cell := d.axis.Cell(x)
		if d.cell == nil { // of a complete space
			return cell + 1
		}
		return slices.Index(d.cell, cell)
	}
	return slices.Index(d.Points, value)
}

// Cuts is a source that cuts some inputs where the space does.
func (s *Space) Cuts(slots []int) Source { return cuts{s, slots} }

type cuts struct {
	space *Space
	slots []int
}

func (c cuts) Slots() []int { return c.slots }

func (c cuts) Bounds(v *expression.Variable) expression.Bounds {
	b := expression.Bounds{Exact: true}
	for i := range c.space.Dimensions {
		if d := &c.space.Dimensions[i]; d.Name == v.Name {
			b.Numbers = d.axis.Bounds
		}
	}
	return b
}

// Whole are the least and the greatest whole number in the cell of a point of a
// complete space, between two limits; false where there is none.
func (d *Dimension) Whole(point, low, high int) (first, last int, ok bool) {
	cell := d.axis.Span(point-1, point-1)
	first, last = low, high
	if at := cell.Low; !at.None {
		first = max(low, int(math.Ceil(at.At)))
		if at.Open && float64(first) == at.At {
			first++
		}
	}
	if at := cell.High; !at.None {
		last = min(high, int(math.Floor(at.At)))
		if at.Open && float64(last) == at.At {
			last--
		}
	}
	return first, last, first <= last
}
