package lattice

import (
	"math"
	"slices"
	"strconv"

	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// A Dimension is one input, known by its name in the rules, with one point for
// each of its cells.
type Dimension struct {
	Name, Title string
	Type        expression.Type
	Indicator   *dictionary.Indicator // of Value, or the one named so; else nil
	Points      []any                 // float64, bool, string; nil is "not sent"

	slot   int // in the first set that has it
	age    bool
	axis   Axis
	cell   []int // of the axis, by point; numbers only
	grades []grade
}

// A grade is a number that stands for a printed word.
type grade struct {
	number float64
	word   string
}

// cut gives the dimension a point for each cell that its input can be in.
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
		always = always || d.Name == Value || slices.Contains(s.Set.Names.Person(), v.Slot) || total(s.Set, v.Slot)
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
		once := d.Indicator.PlausibleOnce()
		d.numbers(append(bounds, once[:]...), once[0], once[1])
	case always: // cigarettes a day
		d.numbers(append(bounds, 0), 0, math.Inf(1))
	default:
		d.numbers(bounds, math.Inf(-1), math.Inf(1))
	}
	if !always {
		d.Points = append(d.Points, nil)
	}
}

// cutAll gives the dimension "not sent" and a point for every cell there is.
// The cells are those of the constants alone.
func (d *Dimension) cutAll(bounds []float64, set *ruleset.Set) {
	if d.Name != Value {
		d.Points = []any{nil}
	}
	switch d.Type {
	case expression.Boolean:
		d.Points = append(d.Points, false, true)
	case expression.String:
		for _, word := range set.Scope.Slot(d.slot).Allowed {
			d.Points = append(d.Points, word)
		}
	default:
		d.axis = NewAxis(bounds...)
		for cell := range d.axis.Len() {
			d.Points = append(d.Points, d.axis.Point(cell))
		}
	}
}

// numbers takes a point from each cell between two limits, on the precision
// that laboratories print wherever the cell has such a number.
func (d *Dimension) numbers(bounds []float64, low, high float64) {
	d.axis = NewAxis(bounds...)
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
	d.axis = NewAxis(bounds...)
	for age := range ruleset.MaxAge + 1 {
		if cell := d.axis.Cell(float64(age)); len(d.cell) == 0 || d.cell[len(d.cell)-1] != cell {
			d.Points, d.cell = append(d.Points, float64(age)), append(d.cell, cell)
		}
	}
}

// Keep drops the points for which keep returns false.
func (d *Dimension) Keep(keep func(point any) bool) {
	var points []any
	var cell []int
	for i, p := range d.Points {
		if !keep(p) {
			continue
		}
		if points = append(points, p); i < len(d.cell) {
			cell = append(cell, d.cell[i])
		}
	}
	d.Points, d.cell = points, cell
}

// NotSent leaves nothing but "not sent".
func (d *Dimension) NotSent() { d.Points, d.cell = []any{nil}, nil }

// Span is the interval of the cells from one point of a number to another.
func (d *Dimension) Span(first, last int) Interval {
	return d.axis.Span(d.cell[first], d.cell[last])
}

// Decimals returns with how many decimals a number has so many digits: one with
// four is 0.6448, 62.50 and 1235; 0 where it has them before the point.
func Decimals(x float64, digits int) int {
	if x == 0 {
		return 0
	}
	return max(0, digits-1-int(math.Floor(math.Log10(math.Abs(x)))))
}

// Printed rounds a number to so many decimals, exactly as its text would be
// read.
func Printed(x float64, decimals int) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'f', decimals, 64), 64)
	if err != nil {
		return x
	}
	return r
}

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

// total reports whether a slot holds a derived truth value that every person
// has, whatever was sent: "has(a) and a > 3", but not "a > 3".
func total(set *ruleset.Set, slot int) bool {
	i := slices.IndexFunc(set.Derived, func(d *ruleset.Derived) bool { return d.Slot == slot })
	if i < 0 {
		return false
	}
	d := set.Derived[i]
	if d.Type != expression.Boolean || d.When != nil || len(d.Let)+len(d.Assume) > 0 || len(d.Cases) != 1 || d.Cases[0].When != nil {
		return false
	}
	return d.Everybody(set, func() bool { return everywhere(set, d.Cases[0].Formula) })
}

// everywhere reports whether a formula has a value in every cell of its inputs.
func everywhere(set *ruleset.Set, formula *expression.Formula) bool {
	c := newCutter(nil)
	c.source(set, formula)
	s := c.space
	for i := range s.Dimensions {
		s.Dimensions[i].cut(c.bounds[s.Dimensions[i].Name], []Side{{Set: set}})
	}
	if len(s.Inexact) > 0 || s.Size() > maxAhead {
		return false
	}
	known, in := true, set.Scope.NewInputs()
	put := s.Putter(set)
	s.Each(nil, func(point []int) bool {
		put(in, point)
		known = formula.Value(in).Known()
		return known
	})
	return known
}
