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
