// Package grid cuts the inputs of several conditions, of one rule set or two,
// into cells: within a cell no comparison with a constant can change. It holds
// the truth of each condition in every cell of its own inputs, so that whole
// tables are compared by looking up instead of evaluating, and it puts cells
// back together into regions that people can read.
package grid

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"tijian/engine/assess"
	"tijian/engine/cells"
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

// A Dimension is one input, known by its name in the rules, with one point for
// each of its cells.
type Dimension struct {
	Name, Title string
	Type        expression.Type
	Indicator   *dictionary.Indicator // of Value, or the one named so; else nil
	Points      []any                 // float64, bool, string; nil is "not sent"
	age         bool
	axis        cells.Axis
	cell        []int // of the axis, by point; numbers only
	grades      []grade
}

// A grade is a number that stands for a printed word.
type grade struct {
	number float64
	word   string
}

// A Grid is the product of dimensions. Value, when there is one, comes last.
type Grid struct {
	Dimensions []Dimension
	// Inexact names the inputs that are used otherwise than by comparison with
	// constants: the cells do not tell everything about them.
	Inexact []string
}

// New cuts all inputs of the sides' conditions. With an indicator the last
// dimension is the sample's value, over all numbers, plausible or not.
func New(indicator *dictionary.Indicator, sides ...Side) *Grid {
	c := &cutter{grid: &Grid{}, at: map[string]int{}, bounds: map[string][]float64{}}
	if indicator != nil {
		c.grid.Dimensions = []Dimension{{Name: Value, Type: expression.Number, Indicator: indicator}}
		c.at[Value] = 0
	}
	for _, s := range sides {
		for _, condition := range s.Conditions {
			c.condition(s.Set, condition)
		}
	}
	g := c.grid
	for i := range g.Dimensions {
		g.Dimensions[i].cut(c.bounds[g.Dimensions[i].Name], sides)
	}
	slices.SortStableFunc(g.Dimensions, func(a, b Dimension) int {
		return cmp.Or(cmp.Compare(rank(a.Name), rank(b.Name)), cmp.Compare(a.Name, b.Name))
	})
	slices.Sort(g.Inexact)
	g.Inexact = slices.Compact(g.Inexact)
	return g
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
	grid   *Grid
	at     map[string]int
	bounds map[string][]float64
}

func (c *cutter) condition(set *ruleset.Set, condition *expression.Condition) {
	for _, slot := range slices.Concat(condition.Inputs, condition.Asked) {
		v := set.Scope.Slot(slot)
		i, known := c.at[v.Name]
		if !known {
			i = len(c.grid.Dimensions)
			c.at[v.Name] = i
			d := Dimension{Name: v.Name, Title: v.Title, Type: v.Type, age: slot == set.Names.Age}
			if indicator, ok := set.Dictionary.Lookup(v.Name); ok {
				d.Indicator = indicator
			}
			c.grid.Dimensions = append(c.grid.Dimensions, d)
		}
		exact := c.grid.Dimensions[i].Type == v.Type
		switch v.Type {
		case expression.Number:
			b := condition.Bounds(v)
			c.bounds[v.Name] = append(c.bounds[v.Name], b.Numbers...)
			exact = exact && b.Exact
		case expression.String:
			exact = exact && len(v.Allowed) > 0
		}
		if !exact {
			c.grid.Inexact = append(c.grid.Inexact, v.Name)
		}
	}
}

// cut gives the dimension its points.
func (d *Dimension) cut(bounds []float64, sides []Side) {
	always := false // every person has it
	if d.Indicator != nil {
		for _, s := range sides {
			if i, ok := s.Set.Dictionary.Lookup(d.Indicator.Name); ok {
				bounds = append(bounds, i.Plausible[:]...)
			}
		}
	}
	for _, s := range sides {
		v, ok := s.Set.Scope.Lookup(d.Name)
		if !ok {
			continue
		}
		always = always || d.Name == Value || slices.Contains(s.Set.Names.Person(), v.Slot)
		for _, word := range v.Allowed {
			if !slices.Contains(d.Points, any(word)) {
				d.Points = append(d.Points, word)
			}
		}
	}
	switch {
	case d.Type == expression.Boolean:
		d.Points = []any{false, true}
	case d.Type == expression.String:
	case d.age:
		d.ages(bounds)
	case d.Name == Value:
		d.graded(sides)
		d.numbers(append(bounds, d.Indicator.Plausible[:]...), math.Inf(-1), math.Inf(1))
	case d.Indicator != nil:
		d.graded(sides)
		d.numbers(append(bounds, d.Indicator.Plausible[:]...), d.Indicator.Plausible[0], d.Indicator.Plausible[1])
	case always: // cigarettes a day
		d.numbers(append(bounds, 0), 0, math.Inf(1))
	default:
		d.numbers(bounds, math.Inf(-1), math.Inf(1))
	}
	if !always {
		d.Points = append(d.Points, nil)
	}
}

// numbers takes a point from each cell between two limits, on the precision
// that laboratories print wherever the cell has such a number.
func (d *Dimension) numbers(bounds []float64, low, high float64) {
	d.axis = cells.NewAxis(bounds...)
	for cell := range d.axis.Len() {
		x := d.axis.Point(cell)
		if x < low || x > high {
			continue
		}
		if d.Indicator != nil {
			if printed := Printed(x, d.Indicator.Decimals); d.axis.Cell(printed) == cell {
				x = printed
			}
			for _, g := range d.grades {
				if d.axis.Cell(g.number) == cell {
					x = g.number
				}
			}
		}
		d.Points, d.cell = append(d.Points, x), append(d.cell, cell)
	}
}

// graded takes the words of a graded input.
func (d *Dimension) graded(sides []Side) {
	if d.Indicator.Kind != dictionary.Qualitative || len(sides) == 0 {
		return
	}
	grades := sides[0].Set.Dictionary.Grades()
	for _, x := range grades.Numbers() {
		if word, ok := grades.Display(x); ok && d.Indicator.Plausible[0] <= x && x <= d.Indicator.Plausible[1] {
			d.grades = append(d.grades, grade{x, word})
		}
	}
}

// ages takes the first whole number of years of every cell that has one.
func (d *Dimension) ages(bounds []float64) {
	d.axis = cells.NewAxis(bounds...)
	for age := range assess.MaxAge + 1 {
		if cell := d.axis.Cell(float64(age)); len(d.cell) == 0 || d.cell[len(d.cell)-1] != cell {
			d.Points, d.cell = append(d.Points, float64(age)), append(d.cell, cell)
		}
	}
}

// Printed rounds a number to so many decimals.
func Printed(x float64, decimals int) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'f', decimals, 64), 64)
	if err != nil {
		return x
	}
	return r
}

// Size is the number of cells.
func (g *Grid) Size() float64 {
	n := 1.0
	for i := range g.Dimensions {
		n *= float64(len(g.Dimensions[i].Points))
	}
	return n
}

// Each visits every cell: outer for every combination of all dimensions but
// the last, then inner for every point of the last one. A point has an index
// for each dimension and is overwritten after the call. Either may return
// false to stop.
func (g *Grid) Each(outer, inner func(point []int) bool) {
	point := make([]int, len(g.Dimensions))
	last := len(point) - 1
	for {
		if !outer(point) {
			return
		}
		if last >= 0 {
			for k := range g.Dimensions[last].Points {
				point[last] = k
				if !inner(point) {
					return
				}
			}
			point[last] = 0
		}
		i := last - 1
		for ; i >= 0; i-- {
			if point[i]++; point[i] < len(g.Dimensions[i].Points) {
				break
			}
			point[i] = 0
		}
		if i < 0 {
			return
		}
	}
}

// At gives an input's value at a point, nil when the grid has no such input or
// it is not sent.
func (g *Grid) At(point []int, name string) any {
	for i := range g.Dimensions {
		if g.Dimensions[i].Name == name {
			return g.Dimensions[i].Points[point[i]]
		}
	}
	return nil
}
