package verify

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/assess"
	"tijian/engine/cells"
	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// A dimension is one input of a table with one point for each of its cells.
type dimension struct {
	variable *expression.Variable
	points   []any      // float64, bool, string; nil is "not sent"
	axis     cells.Axis // of numbers: what the points speak for
}

// A space is the product of the cells of several inputs. Within a cell no
// comparison with a constant can change.
type space struct {
	set        *ruleset.Set
	dimensions []dimension
	// inexact names the inputs that are used otherwise than by comparison with
	// constants; the cells do not prove anything about them.
	inexact []string
}

type condition = *expression.Condition

// newSpace cuts the inputs of conditions into cells. The value of the sample,
// if used, comes last, so that it moves fastest.
func newSpace(set *ruleset.Set, indicator *dictionary.Indicator, conditions []condition) *space {
	s := &space{set: set}
	var slots []int
	for _, c := range conditions {
		slots = append(append(slots, c.Inputs...), c.Asked...)
	}
	slices.Sort(slots)
	slots = slices.Compact(slots)
	value := set.Names.Value
	if indicator != nil {
		slots = append(slices.DeleteFunc(slots, func(slot int) bool { return slot == value }), value)
	}
	for _, slot := range slots {
		v := set.Scope.Slot(slot)
		var bounds []float64
		for _, c := range conditions {
			b := c.Bounds(v)
			bounds = append(bounds, b.Numbers...)
			if v.Type == expression.Number && !b.Exact && !slices.Contains(s.inexact, v.Name) {
				s.inexact = append(s.inexact, v.Name)
			}
		}
		d := dimension{variable: v, points: s.points(v, indicator, bounds)}
		if slot == value && indicator != nil {
			d.axis = cells.NewAxis(append(bounds, indicator.Plausible[:]...)...)
		}
		s.dimensions = append(s.dimensions, d)
	}
	return s
}

// size is the number of cells.
func (s *space) size() float64 {
	n := 1.0
	for _, d := range s.dimensions {
		n *= float64(len(d.points))
	}
	return n
}

// points gives one point for each cell that the input can be in.
func (s *space) points(v *expression.Variable, value *dictionary.Indicator, bounds []float64) []any {
	names := &s.set.Names
	var points []any
	switch {
	case v.Type == expression.Boolean:
		points = []any{false, true}
	case v.Type == expression.String:
		for _, word := range v.Allowed {
			points = append(points, word)
		}
	case v.Slot == names.Value:
		return s.quantity(value, bounds)
	case v.Slot == names.Age:
		return ages(bounds)
	case v.Slot == names.SmokeDaily:
		points = within(cells.NewAxis(append(bounds, 0)...), 0, math.Inf(1))
	default:
		if i, ok := s.set.Dictionary.Lookup(v.Name); ok {
			points = s.quantity(i, bounds)
		} else {
			points = within(cells.NewAxis(bounds...), math.Inf(-1), math.Inf(1))
		}
	}
	if !slices.Contains(names.Person(), v.Slot) {
		points = append(points, nil)
	}
	return points
}

// quantity gives points of an indicator within its plausible range, on the
// precision that laboratories print wherever a cell has such a number.
func (s *space) quantity(i *dictionary.Indicator, bounds []float64) []any {
	axis := cells.NewAxis(append(bounds, i.Plausible[:]...)...)
	points := within(axis, i.Plausible[0], i.Plausible[1])
	for k, p := range points {
		x := p.(float64)
		if printed := rounded(x, i.Decimals); axis.Cell(printed) == axis.Cell(x) {
			points[k] = printed
		}
	}
	return points
}

func rounded(x float64, decimals int) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'f', decimals, 64), 64)
	if err != nil {
		return x
	}
	return r
}

// within gives the points of an axis between two limits, both included.
func within(axis cells.Axis, low, high float64) []any {
	var points []any
	for cell := range axis.Len() {
		if p := axis.Point(cell); low <= p && p <= high {
			points = append(points, p)
		}
	}
	return points
}

// ages gives a whole number of years for every cell that has one.
func ages(bounds []float64) []any {
	axis := cells.NewAxis(bounds...)
	var points []any
	last := -1
	for age := range assess.MaxAge + 1 {
		if cell := axis.Cell(float64(age)); cell != last {
			points = append(points, float64(age))
			last = cell
		}
	}
	return points
}

// each visits every cell: outer for every combination of all inputs but the
// last, then inner for every cell of the last one; outer says whether to go in.
func (s *space) each(env *expression.Env, outer func() bool, inner func(k int, point any)) {
	last := len(s.dimensions) - 1
	var walk func(depth int)
	walk = func(depth int) {
		if depth == last || last < 0 {
			if !outer() || last < 0 {
				return
			}
			d := s.dimensions[last]
			for k, p := range d.points {
				env.Set(d.variable.Slot, p)
				inner(k, p)
			}
			env.Unset(d.variable.Slot)
			return
		}
		d := s.dimensions[depth]
		for _, p := range d.points {
			env.Set(d.variable.Slot, p)
			walk(depth + 1)
		}
		env.Unset(d.variable.Slot)
	}
	walk(0)
}

// witness names the inputs of the current cell.
func (s *space) witness(env *expression.Env) (zh, en string) {
	var partsZH, partsEN []string
	for _, d := range s.dimensions {
		title := d.variable.Title
		if title == "" {
			title = d.variable.Name
		}
		value := env.Value(d.variable.Slot)
		if value == nil {
			partsZH = append(partsZH, "缺少"+title)
			partsEN = append(partsEN, "no "+d.variable.Name)
			continue
		}
		partsZH = append(partsZH, fmt.Sprintf("%s=%v", title, value))
		partsEN = append(partsEN, fmt.Sprintf("%s=%v", d.variable.Name, value))
	}
	return strings.Join(partsZH, "，"), strings.Join(partsEN, ", ")
}
