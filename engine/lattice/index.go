package lattice

import "tijian/engine/expression"

// An Index finds the cell that inputs lie in, among those of a complete space,
// its value left out.
type Index struct {
	inputs []input
	Size   int // number of cells
}

// An input is a dimension as it is looked up.
type input struct {
	slot   int
	kind   expression.Type
	axis   Axis
	words  []expression.Value
	stride int
}

// Index makes the index of a complete space. Cells are numbered as Each visits
// them. in knows nothing before and after.
func (s *Space) Index(in *expression.Inputs) *Index {
	x := &Index{Size: 1}
	for i := len(s.Dimensions) - 1; i >= 0; i-- {
		d := &s.Dimensions[i]
		if d.Name == Value {
			continue
		}
		one := input{slot: d.slot, kind: d.Type, axis: d.axis, stride: x.Size}
		if d.Type == expression.String {
			for _, word := range d.Points[1:] {
				in.Set(d.slot, word)
				one.words = append(one.words, in.Held(d.slot))
			}
			in.Unset(d.slot)
		}
		x.inputs = append(x.inputs, one)
		x.Size *= len(d.Points)
	}
	return x
}

// Cell finds the cell of inputs; false when a text is none of those allowed.
func (x *Index) Cell(in *expression.Inputs) (int, bool) {
	cell := 0
	for i := range x.inputs {
		d := &x.inputs[i]
		v := in.Held(d.slot)
		if !v.Known() {
			continue // the first point
		}
		switch d.kind {
		case expression.Boolean:
			cell += (1 + int(v)) * d.stride
		case expression.String:
			word := 0
			for word < len(d.words) && d.words[word] != v {
				word++
			}
			if word == len(d.words) {
				return 0, false
			}
			cell += (1 + word) * d.stride
		default:
			cell += (1 + d.axis.Cell(float64(v))) * d.stride
		}
	}
	return cell, true
}
