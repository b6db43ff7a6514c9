package compiled

import (
	"math"

	"github.com/expr-lang/expr/ast"
	"tijian/engine/expression"
)

// The kinds of closures. A number that is missing or does not exist is NaN, and
// every operation below gives NaN for NaN, so a gap anywhere shows in the
// result, as it does in package expression.
type (
	number    = func(*Inputs) float64
	text      = func(*Inputs) (string, bool)
	condition = func(*Inputs) expression.Truth
)

// A compiler makes closures from a checked tree.
type compiler struct {
	scope  *expression.Scope
	failed bool // something is not compiled here
}

// give up; the whole expression goes to expr.
func (c *compiler) fail() { c.failed = true }

func (c *compiler) variable(node ast.Node, t expression.Type) (slot int, ok bool) {
	id, ok := node.(*ast.IdentifierNode)
	if !ok {
		return 0, false
	}
	v, ok := c.scope.Lookup(id.Value)
	if !ok || v.Type != t {
		return 0, false
	}
	return v.Slot, true
}

// literal gives the value of a number written out, perhaps with a sign, or
// added, subtracted or multiplied from such.
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
	case *ast.BinaryNode:
		x, ok := literal(n.Left)
		y, too := literal(n.Right)
		if ok && too {
			switch n.Operator {
			case "+":
				x += y
			case "-":
				x -= y
			case "*":
				x *= y
			default:
				return 0, false
			}
			return x, finite(x)
		}
	}
	return 0, false
}

func (c *compiler) number(node ast.Node) number {
	if k, ok := literal(node); ok {
		return func(*Inputs) float64 { return k }
	}
	if at, ok := c.variable(node, expression.Number); ok {
		return func(in *Inputs) float64 { return in.slots[at].number }
	}
	switch n := node.(type) {
	case *ast.UnaryNode:
		f := c.number(n.Node)
		switch n.Operator {
		case "+":
			return f
		case "-":
			return func(in *Inputs) float64 { return -f(in) }
		}
	case *ast.BinaryNode:
		switch n.Operator {
		case "+", "-":
			return c.sum(n)
		case "*":
			return c.product(n)
		case "/":
			return c.quotient(n)
		case "**", "^":
			return c.power(n.Left, n.Right)
		}
	case *ast.ConditionalNode:
		which := c.condition(n.Cond)
		k, ok := literal(n.Exp1)
		l, too := literal(n.Exp2)
		if ok && too {
			values := [...]float64{math.NaN(), l, k} // by truth
			return func(in *Inputs) float64 { return values[which(in)] }
		}
		yes, no := c.number(n.Exp1), c.number(n.Exp2)
		return func(in *Inputs) float64 {
			switch which(in) {
			case expression.True:
				return yes(in)
			case expression.False:
				return no(in)
			}
			return math.NaN()
		}
	case *ast.CallNode:
		if name, ok := n.Callee.(*ast.IdentifierNode); ok {
			return c.call(name.Value, n.Arguments)
		}
	case *ast.BuiltinNode:
		return c.call(n.Name, n.Arguments)
	}
	c.fail()
	return nil
}

// A term of a sum: k × the numbers of up to two slots, or any other part.
type term struct {
	k        float64
	a, b     int // slots; -1 for none
	other    number
	negative bool
}

// sum adds from left to right, as written.
func (c *compiler) sum(n *ast.BinaryNode) number {
	var terms []term
	var collect func(node ast.Node, negative bool)
	collect = func(node ast.Node, negative bool) {
		if b, ok := node.(*ast.BinaryNode); ok && !negative && (b.Operator == "+" || b.Operator == "-") {
			collect(b.Left, false)
			terms = append(terms, c.term(b.Right, b.Operator == "-"))
			return
		}
		terms = append(terms, c.term(node, negative))
	}
	collect(n, false)
	if len(terms) == 2 {
		if f := c.pair(n); f != nil {
			return f
		}
	}
	return func(in *Inputs) float64 {
		total := terms[0].value(in)
		for i := range terms[1:] {
			t := &terms[i+1]
			x := t.value(in)
			if t.negative {
				x = -x // adding the opposite is subtracting, exactly
			}
			total += x
		}
		return total
	}
}

// pair serves the short sums that are met most.
func (c *compiler) pair(n *ast.BinaryNode) number {
	k, ok := literal(n.Right)
	if n.Operator == "-" {
		k = -k
	}
	if at, variable := c.variable(n.Left, expression.Number); variable && ok {
		return func(in *Inputs) float64 { return in.slots[at].number + k }
	}
	if ok {
		f := c.number(n.Left)
		return func(in *Inputs) float64 { return f(in) + k }
	}
	if k, ok := literal(n.Left); ok {
		f := c.number(n.Right)
		if n.Operator == "-" {
			return func(in *Inputs) float64 { return k - f(in) }
		}
		return func(in *Inputs) float64 { return k + f(in) }
	}
	return nil
}

// value keeps the order of multiplication and rounds each product, so that no
// processor fuses it with an addition.
func (t *term) value(in *Inputs) float64 {
	switch {
	case t.other != nil:
		return t.other(in)
	case t.a < 0:
		return t.k
	case t.b < 0:
		return float64(t.k * in.slots[t.a].number)
	}
	return float64(float64(t.k*in.slots[t.a].number) * in.slots[t.b].number)
}

func (c *compiler) term(node ast.Node, negative bool) term {
	t := term{k: 1, a: -1, b: -1, negative: negative}
	if k, ok := literal(node); ok {
		t.k = k
		return t
	}
	if at, ok := c.variable(node, expression.Number); ok {
		t.a = at
		return t
	}
	if outer, ok := node.(*ast.BinaryNode); ok && outer.Operator == "*" {
		if c.scaled(outer, &t) {
			return t
		}
		if inner, ok := outer.Left.(*ast.BinaryNode); ok && inner.Operator == "*" && c.scaled(inner, &t) {
			if at, ok := c.variable(outer.Right, expression.Number); ok {
				t.b = at
				return t
			}
		}
	}
	return term{other: c.number(node), negative: negative}
}

// scaled takes `2.5 * x`, `x * 2.5` and `x * y`.
func (c *compiler) scaled(n *ast.BinaryNode, t *term) bool {
	left, right := n.Left, n.Right
	if _, ok := literal(right); ok {
		left, right = right, left
	}
	at, ok := c.variable(right, expression.Number)
	if !ok {
		return false
	}
	if k, ok := literal(left); ok {
		t.k, t.a, t.b = k, at, -1
		return true
	}
	first, ok := c.variable(left, expression.Number)
	if ok {
		t.k, t.a, t.b = 1, first, at
	}
	return ok
}

func (c *compiler) product(n *ast.BinaryNode) number {
	left, right := n.Left, n.Right
	if _, ok := literal(right); ok {
		left, right = right, left
	}
	f := c.number(right)
	if k, ok := literal(left); ok {
		return func(in *Inputs) float64 { return float64(k * f(in)) }
	}
	if at, ok := c.variable(left, expression.Number); ok {
		return func(in *Inputs) float64 { return float64(in.slots[at].number * f(in)) }
	}
	g := c.number(left)
	return func(in *Inputs) float64 { return float64(g(in) * f(in)) }
}

func (c *compiler) quotient(n *ast.BinaryNode) number {
	f := c.number(n.Left)
	if k, ok := literal(n.Right); ok && k != 0 && finite(k) {
		return func(in *Inputs) float64 { return f(in) / k }
	}
	g := c.number(n.Right)
	return func(in *Inputs) float64 { return f(in) / divisor(g(in)) }
}
