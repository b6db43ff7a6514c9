package lattice

import (
	"cmp"
	"math"
	"slices"

	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// Value is the name of the sample's own value.
const Value = "value"

// A Side is a rule set with those of its conditions that are looked at.
type Side struct {
	Set        *ruleset.Set
	Conditions []*expression.Condition
}

// A Space is the product of the cells of several inputs. Value, when there is
// one, comes last.
type Space struct {
	Dimensions []Dimension
	// Inexact names the inputs that are used otherwise than by comparison with
	// constants: the cells do not tell everything about them.
	Inexact []string
}

// New cuts all inputs of the sides' conditions, the person first. With an
// indicator the last dimension is the sample's value, over all numbers,
// plausible or not; every other input keeps to what it can be.
func New(value *dictionary.Indicator, sides ...Side) *Space {
	c := newCutter(value)
	for _, side := range sides {
		for _, condition := range side.Conditions {
			c.source(side.Set, condition)
		}
	}
	s := c.space
	for i := range s.Dimensions {
		s.Dimensions[i].cut(c.bounds[s.Dimensions[i].Name], sides)
	}
	slices.Sort(s.Inexact)
	s.Inexact = slices.Compact(s.Inexact)
	slices.SortStableFunc(s.Dimensions, func(a, b Dimension) int {
		return cmp.Or(cmp.Compare(rank(a.Name), rank(b.Name)), cmp.Compare(a.Name, b.Name))
	})
	return s
}

// A Source is a condition or formula: it tells which inputs it looks at and at
// which constants its answer can change.
type Source interface {
	Slots() []int
	Bounds(*expression.Variable) expression.Bounds
}

// Complete cuts the inputs of sources of one rule set so that every input that
// there can be has its cell, "not sent" always the first. Inputs are in the
// order of their slots, and the value, when there is an indicator, comes last.
func Complete[S Source](set *ruleset.Set, value *dictionary.Indicator, sources ...S) *Space {
	c := newCutter(value)
	for _, source := range sources {
		c.source(set, source)
	}
	s := c.space
	for i := range s.Dimensions {
		s.Dimensions[i].cutAll(c.bounds[s.Dimensions[i].Name], set)
	}
	slices.SortFunc(s.Dimensions, func(a, b Dimension) int { return cmp.Compare(a.slot, b.slot) })
	return s
}

func newCutter(value *dictionary.Indicator) *cutter {
	c := &cutter{space: &Space{}, at: map[string]int{}, bounds: map[string][]float64{}}
	if value != nil {
		c.space.Dimensions = []Dimension{{Name: Value, Type: expression.Number, Indicator: value, slot: math.MaxInt}}
		c.at[Value] = 0
	}
	return c
}

// rank puts the person first and the value last.
func rank(name string) int {
	switch name {
	case "sex":
		return 0
	case "age":
		return 1
	case Value:
		return 3
	}
	return 2
}

type cutter struct {
	space  *Space
	at     map[string]int
	bounds map[string][]float64
}

func (c *cutter) source(set *ruleset.Set, source Source) {
	for _, slot := range source.Slots() {
		v := set.Scope.Slot(slot)
		i, known := c.at[v.Name]
		if !known {
			i = len(c.space.Dimensions)
			c.at[v.Name] = i
			d := Dimension{Name: v.Name, Type: v.Type, slot: slot, age: slot == set.Names.Age}
			if indicator, ok := set.Dictionary.Lookup(v.Name); ok {
				d.Indicator = indicator
			}
			c.space.Dimensions = append(c.space.Dimensions, d)
		}
		c.space.Dimensions[i].Title = cmp.Or(c.space.Dimensions[i].Title, v.Title)
		exact := c.space.Dimensions[i].Type == v.Type
		switch v.Type {
		case expression.Number:
			b := source.Bounds(v)
			c.bounds[v.Name] = append(c.bounds[v.Name], b.Numbers...)
			exact = exact && b.Exact
		case expression.String:
			exact = exact && len(v.Allowed) > 0
		}
		if !exact {
			c.space.Inexact = append(c.space.Inexact, v.Name)
		}
	}
}

// Size is the number of cells.
func (s *Space) Size() float64 {
	n := 1.0
	for i := range s.Dimensions {
		n *= float64(len(s.Dimensions[i].Points))
	}
	return n
}

// Last is the dimension that moves fastest; nil when there is none.
func (s *Space) Last() *Dimension {
	if len(s.Dimensions) == 0 {
		return nil
	}
	return &s.Dimensions[len(s.Dimensions)-1]
}

// Each visits every cell: outer, unless it is nil, for every combination of all
// dimensions but the last, then inner for every point of the last one. A point
// has an index for each dimension and is overwritten after the call. When
// outer returns false, its inner cells are left out; when inner does, the walk
// ends. A space without dimensions has one cell.
func (s *Space) Each(outer, inner func(point []int) bool) {
	point := make([]int, len(s.Dimensions))
	last := len(point) - 1
	for {
		in := outer == nil || outer(point)
		if last < 0 {
			if in {
				inner(point)
			}
			return
		}
		for k := range s.Dimensions[last].Points {
			if point[last] = k; in && !inner(point) {
				return
			}
		}
		point[last] = 0
		i := last - 1
		for ; i >= 0; i-- {
			if point[i]++; point[i] < len(s.Dimensions[i].Points) {
				break
			}
			point[i] = 0
		}
		if i < 0 {
			return
		}
	}
}

// Put sets the inputs of a rule set to a point.
func (s *Space) Put(in *expression.Inputs, set *ruleset.Set, point []int) { s.Putter(set)(in, point) }

// Putter returns what sets the inputs of a rule set to one point after another.
func (s *Space) Putter(set *ruleset.Set) func(in *expression.Inputs, point []int) {
	slots := make([]int, len(s.Dimensions))
	for i := range s.Dimensions {
		slots[i] = -1
		if v, ok := set.Scope.Lookup(s.Dimensions[i].Name); ok {
			slots[i] = v.Slot
		}
	}
	return func(in *expression.Inputs, point []int) {
		for i, slot := range slots {
			if slot >= 0 {
				in.Set(slot, s.Dimensions[i].Points[point[i]])
			}
		}
	}
}

// Inputs gives the values at a point, by name; nil for what is not sent.
func (s *Space) Inputs(point []int) map[string]any {
	inputs := map[string]any{}
	for i := range s.Dimensions {
		inputs[s.Dimensions[i].Name] = s.Dimensions[i].Points[point[i]]
	}
	return inputs
}
