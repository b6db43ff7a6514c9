package expression

import (
	"slices"

	"github.com/expr-lang/expr/ast"
)

// Bounds are the constants at which a condition can change its answer as one
// variable moves. Exact is false when the variable is also used in another way
// than by comparison with constants (in arithmetic, or against another
// variable): then the constants do not tell everything.
type Bounds struct {
	Numbers []float64 // sorted, each once
	Exact   bool
}

// Bounds collects, from the tree as written, the constants compared with the
// number variable v.
func (e *Expression) Bounds(v *Variable) Bounds {
	w := &walker{name: v.Name, exact: true}
	w.visit(e.root)
	slices.Sort(w.numbers)
	return Bounds{slices.Compact(w.numbers), w.exact}
}

type walker struct {
	name    string
	numbers []float64
	exact   bool
}

func (w *walker) is(n ast.Node) bool {
	id, ok := n.(*ast.IdentifierNode)
	return ok && id.Value == w.name
}

func (w *walker) visit(nodes ...ast.Node) {
	for _, node := range nodes {
		if w.is(node) {
			w.exact = false // reached only outside of a plain comparison
		}
		if n, ok := node.(*ast.BinaryNode); ok && w.comparison(n) || called(node) == "has" {
			continue
		}
		w.visit(parts(node)...)
	}
}

// parts are the expressions that one of the language is made of; none of a list.
func parts(node ast.Node) []ast.Node {
	switch n := node.(type) {
	case *ast.UnaryNode:
		return []ast.Node{n.Node}
	case *ast.BinaryNode:
		return []ast.Node{n.Left, n.Right}
	case *ast.ConditionalNode:
		return []ast.Node{n.Cond, n.Exp1, n.Exp2}
	case *ast.CallNode:
		return n.Arguments
	case *ast.BuiltinNode:
		return n.Arguments
	}
	return nil
}

// called is the function that is called by its name; "" of anything else.
func called(node ast.Node) string {
	if n, ok := node.(*ast.CallNode); ok {
		if name, ok := n.Callee.(*ast.IdentifierNode); ok {
			return name.Value
		}
	}
	return ""
}

// comparison takes the constants of `x < 3`, `3 < x`, `x < (c ? 2 : 3)` and
// `x in [1, 2]`.
func (w *walker) comparison(n *ast.BinaryNode) bool {
	switch n.Operator {
	case "<", "<=", ">", ">=", "==", "!=":
		left, right := n.Left, n.Right
		if w.is(right) {
			left, right = right, left
		}
		if !w.is(left) {
			return false
		}
		numbers, conditions, ok := choices(right)
		if !ok {
			return false
		}
		w.numbers = append(w.numbers, numbers...)
		w.visit(conditions...)
		return true
	case "in":
		array, ok := n.Right.(*ast.ArrayNode)
		if !ok || !w.is(n.Left) {
			return false
		}
		for _, item := range array.Nodes {
			if x, ok := literal(item); ok {
				w.numbers = append(w.numbers, x)
			}
		}
		return true
	}
	return false
}

// choices gives the numbers that `c ? 2.6 : 3.4` chooses from, with the
// conditions that choose; a plain number chooses from itself.
func choices(node ast.Node) (numbers []float64, conditions []ast.Node, ok bool) {
	if x, ok := literal(node); ok {
		return []float64{x}, nil, true
	}
	n, ok := node.(*ast.ConditionalNode)
	if !ok {
		return nil, nil, false
	}
	yes, a, ok1 := choices(n.Exp1)
	no, b, ok2 := choices(n.Exp2)
	return append(yes, no...), append(append(a, b...), n.Cond), ok1 && ok2
}

// literal gives the value of a number written out, perhaps with a sign.
func literal(node ast.Node) (float64, bool) {
	switch n := node.(type) {
	case *ast.IntegerNode:
		return float64(n.Value), true
	case *ast.FloatNode:
		return n.Value, true
	case *ast.UnaryNode:
		x, ok := literal(n.Node)
		switch n.Operator {
		case "-":
			return -x, ok
		case "+":
			return x, ok
		}
	}
	return 0, false
}

// Required lists slots that must be known for the formula to have a value.
// There may be others: what a choice needs depends on its condition.
func (f *Formula) Required(scope *Scope) []int {
	r := &requirement{scope: scope}
	if f.Type != Boolean {
		r.value(f.root)
	}
	return r.slots
}

// Required lists slots that must be known for the condition to be true. There
// may be others.
func (c *Condition) Required(scope *Scope) []int {
	r := &requirement{scope: scope}
	r.truth(c.root)
	return r.slots
}

type requirement struct {
	scope *Scope
	slots []int
}

func (r *requirement) need(node ast.Node) {
	if id, ok := node.(*ast.IdentifierNode); ok {
		if v, ok := r.scope.Lookup(id.Value); ok && !slices.Contains(r.slots, v.Slot) {
			r.slots = append(r.slots, v.Slot)
		}
	}
}

// value takes what a number or text is worked out from.
func (r *requirement) value(nodes ...ast.Node) {
	for _, node := range nodes {
		if _, choice := node.(*ast.ConditionalNode); !choice {
			r.need(node)
			r.value(parts(node)...)
		}
	}
}

// truth takes what a true condition cannot do without.
func (r *requirement) truth(node ast.Node) {
	switch n := node.(type) {
	case *ast.IdentifierNode:
		r.need(n)
	case *ast.BinaryNode:
		switch n.Operator {
		case "and", "&&":
			r.truth(n.Left)
			r.truth(n.Right)
		case "<", "<=", ">", ">=":
			r.value(n.Left, n.Right)
		}
	case *ast.CallNode:
		if called(n) == "has" {
			r.need(n.Arguments[0])
		}
	}
}
