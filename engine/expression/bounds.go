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

func (w *walker) visit(node ast.Node) {
	switch n := node.(type) {
	case *ast.IdentifierNode:
		if w.is(n) {
			w.exact = false // reached only outside of a plain comparison
		}
	case *ast.UnaryNode:
		w.visit(n.Node)
	case *ast.BinaryNode:
		if !w.comparison(n) {
			w.visit(n.Left)
			w.visit(n.Right)
		}
	case *ast.ConditionalNode:
		w.visit(n.Cond)
		w.visit(n.Exp1)
		w.visit(n.Exp2)
	case *ast.CallNode:
		if name, ok := n.Callee.(*ast.IdentifierNode); ok && name.Value == "has" {
			return
		}
		w.all(n.Arguments)
	case *ast.BuiltinNode:
		w.all(n.Arguments)
	}
}

func (w *walker) all(nodes []ast.Node) {
	for _, n := range nodes {
		w.visit(n)
	}
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
		w.all(conditions)
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
