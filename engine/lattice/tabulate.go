package lattice

import (
	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// maxAhead is how many cells of one condition or formula are asked ahead.
const maxAhead = 1 << 12

// ahead asks expr in every cell of a source's inputs. There is no index when
// the cells do not tell everything or are too many.
func ahead[T any](set *ruleset.Set, in *expression.Inputs, source Source, ask func(*expression.Inputs) T) (*Index, []T) {
	s := Complete(set, nil, source)
	if len(s.Inexact) > 0 || s.Size() > maxAhead {
		return nil, nil
	}
	answers := make([]T, 0, int(s.Size()))
	put := s.Putter(set)
	s.Each(nil, func(point []int) bool {
		put(in, point)
		answers = append(answers, ask(in))
		return true
	})
	for i := range s.Dimensions {
		in.Unset(s.Dimensions[i].slot)
	}
	return s.Index(in), answers
}

// A Decision answers a condition by looking up what expr said in the cell of
// the inputs. Where cells do not tell everything expr is asked anew.
type Decision struct {
	*expression.Condition
	index   *Index
	answers []expression.Truth
}

// Decide asks expr for a condition in every cell; nil stays nil. in belongs to
// the set and knows nothing before and after.
func Decide(set *ruleset.Set, in *expression.Inputs, c *expression.Condition) *Decision {
	if c == nil {
		return nil
	}
	d := &Decision{Condition: c}
	d.index, d.answers = ahead(set, in, c, c.Eval)
	return d
}

// Eval decides the condition for what is known.
func (d *Decision) Eval(in *expression.Inputs) expression.Truth {
	if d.index != nil {
		if cell, ok := d.index.Cell(in); ok {
			return d.answers[cell]
		}
	}
	return d.Condition.Eval(in)
}

// A Formula answers as a Decision does: by looking up, where its inputs are
// only compared with constants, else by expr, once where it is shared.
type Formula struct {
	*expression.Formula
	index   *Index
	answers []expression.Value
	shared  *expression.Shared // nil for none
}

// Share has a formula run once for all that are written alike.
func (f *Formula) Share(s *expression.Sharing) {
	if f.index == nil {
		f.shared = s.Of(f.Formula)
	}
}

// Work asks expr for a formula in every cell. in belongs to the set and knows
// nothing before and after.
func Work(set *ruleset.Set, in *expression.Inputs, f *expression.Formula) *Formula {
	w := &Formula{Formula: f}
	w.index, w.answers = ahead(set, in, f, f.Value)
	return w
}

// Value works out what a slot holds for the formula's value.
func (f *Formula) Value(in *expression.Inputs) expression.Value {
	if f.index != nil {
		if cell, ok := f.index.Cell(in); ok {
			return f.answers[cell]
		}
	}
	if f.shared != nil {
		return f.shared.Value(in)
	}
	return f.Formula.Value(in)
}

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
