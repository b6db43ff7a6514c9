package mutate

import (
	"slices"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"

	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/ruleset"
)

// A limiter tells which cells of a space nobody can be in: where a derived value
// is there that its own condition rules out, or is none of those that its
// formulas can give.
type limiter struct {
	space *lattice.Space
	needs map[int]*lattice.Truth // by dimension: must hold where the value is there
	cells map[int][]bool         // by dimension: which points some value lies in
}

// limitsOf gives the conditions that a space needs besides some, for limiter.
func limitsOf(set *ruleset.Set, conditions []*expression.Condition) []*expression.Condition {
	known := append(slotsOf(conditions), set.Names.Age, set.Names.Sex)
	var list []*expression.Condition
	for _, d := range own(set, known) {
		if d.When != nil && !slices.ContainsFunc(d.When.Slots(), func(slot int) bool { return !slices.Contains(known, slot) }) {
			list = append(list, d.When)
		}
	}
	return list
}

// own are the derived values in some slots that nobody can send.
func own(set *ruleset.Set, slots []int) []*ruleset.Derived {
	var list []*ruleset.Derived
	for _, d := range set.Derived {
		if _, sent := set.Dictionary.Lookup(d.ID); !sent && slices.Contains(slots, d.Slot) {
			list = append(list, d)
		}
	}
	return list
}

func newLimiter(set *ruleset.Set, space *lattice.Space, truths *lattice.Truths, limits []*expression.Condition) *limiter {
	l := &limiter{space, map[int]*lattice.Truth{}, map[int][]bool{}}
	for i := range space.Dimensions {
		v, ok := set.Scope.Lookup(space.Dimensions[i].Name)
		if !ok {
			continue
		}
		for _, d := range own(set, []int{v.Slot}) {
			if slices.Contains(limits, d.When) {
				l.needs[i] = truths.Of(d.When)
			}
			values := valuesOf(set, d)
			if values == nil || v.Type != expression.Number {
				continue
			}
			cells := make([]bool, len(space.Dimensions[i].Points))
			for k, point := range space.Dimensions[i].Points {
				cells[k] = point == nil || slices.ContainsFunc(values, func(x float64) bool { return contains(space.Dimensions[i].Span(k, k), x) })
			}
			l.cells[i] = cells
		}
	}
	return l
}

// possible reports whether somebody may be at a point.
func (l *limiter) possible(point []int) bool {
	for i, when := range l.needs {
		if l.space.Dimensions[i].Points[point[i]] != nil && when.At(point) != expression.True {
			return false
		}
	}
	for i, cells := range l.cells {
		if !cells[point[i]] {
			return false
		}
	}
	return true
}

func contains(s lattice.Interval, x float64) bool {
	above := s.Low.None || x > s.Low.At || x == s.Low.At && !s.Low.Open
	below := s.High.None || x < s.High.At || x == s.High.At && !s.High.Open
	return above && below
}

// most is how many values of a formula are counted.
const most = 100

// valuesOf are all numbers that a derived value can have; nil when they are too
// many to tell.
func valuesOf(set *ruleset.Set, d *ruleset.Derived) []float64 {
	steps := map[string]string{}
	for _, step := range d.Let {
		steps[set.Scope.Slot(step.Slot).Name] = step.Formula.Text.Value
	}
	var all []float64
	for _, c := range d.Cases {
		values := numbersOf(set, steps, c.Formula.Text.Value)
		if values == nil {
			return nil
		}
		all = append(all, values...)
	}
	return distinct(all)
}

func numbersOf(set *ruleset.Set, steps map[string]string, formula string) []float64 {
	tree, err := parser.Parse(formula)
	if err != nil {
		return nil
	}
	var of func(node ast.Node) []float64
	combine := func(a, b ast.Node, f func(x, y float64) float64) []float64 {
		var list []float64
		for _, x := range of(a) {
			for _, y := range of(b) {
				list = append(list, f(x, y))
			}
		}
		return distinct(list)
	}
	of = func(node ast.Node) []float64 {
		switch n := node.(type) {
		case *ast.IntegerNode:
			return []float64{float64(n.Value)}
		case *ast.FloatNode:
			return []float64{n.Value}
		case *ast.UnaryNode:
			if n.Operator == "-" {
				return combine(&ast.IntegerNode{}, n.Node, func(x, y float64) float64 { return x - y })
			}
		case *ast.ConditionalNode:
			a, b := of(n.Exp1), of(n.Exp2)
			if a != nil && b != nil {
				return distinct(slices.Concat(a, b))
			}
		case *ast.BinaryNode:
			switch n.Operator {
			case "+":
				return combine(n.Left, n.Right, func(x, y float64) float64 { return x + y })
			case "-":
				return combine(n.Left, n.Right, func(x, y float64) float64 { return x - y })
			}
		case *ast.IdentifierNode:
			if text, ok := steps[n.Value]; ok {
				return numbersOf(set, steps, text)
			}
			for _, d := range set.Derived {
				if _, sent := set.Dictionary.Lookup(d.ID); d.ID == n.Value && !sent && d.Type == expression.Number {
					return valuesOf(set, d)
				}
			}
		}
		return nil
	}
	return of(tree.Node)
}

// distinct sorts values; nil when they are too many.
func distinct(values []float64) []float64 {
	slices.Sort(values)
	if values = slices.Compact(values); len(values) > most {
		return nil
	}
	return values
}
