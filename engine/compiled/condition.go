package compiled

import (
	"math"
	"slices"

	"github.com/expr-lang/expr/ast"
	"tijian/engine/expression"
)

const (
	unknown = expression.Unknown
	no      = expression.False
	yes     = expression.True
)

// condition decides in Kleene's three-valued logic.
func (c *compiler) condition(node ast.Node) condition {
	if at, ok := c.variable(node, expression.Boolean); ok {
		return func(in *Inputs) expression.Truth { return in.slots[at].truth }
	}
	switch n := node.(type) {
	case *ast.BoolNode:
		answer := truth(n.Value)
		return func(*Inputs) expression.Truth { return answer }
	case *ast.UnaryNode:
		if at, ok := c.variable(n.Node, expression.Boolean); ok {
			return func(in *Inputs) expression.Truth { return in.slots[at].truth.Not() }
		}
		f := c.condition(n.Node)
		return func(in *Inputs) expression.Truth { return f(in).Not() }
	case *ast.ConditionalNode:
		return c.choose(n)
	case *ast.CallNode:
		if at, ok := c.asked(n); ok {
			return func(in *Inputs) expression.Truth { return truth(in.slots[at].known) }
		}
	case *ast.BinaryNode:
		switch n.Operator {
		case "and", "&&":
			return c.all(n)
		case "or", "||":
			var parts []condition
			for _, part := range split(n, "or", "||") {
				parts = append(parts, c.condition(part))
			}
			return join(parts, yes)
		case "in":
			return c.membership(n)
		case "<", "<=", ">", ">=", "==", "!=":
			return c.comparison(n)
		}
	}
	c.fail()
	return nil
}

// join: any decisive part decides; else all must be known.
func join(parts []condition, decisive expression.Truth) condition {
	other := decisive.Not()
	switch len(parts) {
	case 1:
		return parts[0]
	case 2:
		f, g := parts[0], parts[1]
		return func(in *Inputs) expression.Truth {
			a := f(in)
			if a == decisive {
				return decisive
			}
			b := g(in)
			if b == decisive || a == other {
				return b
			}
			return unknown
		}
	case 3:
		return join([]condition{parts[0], join(parts[1:], decisive)}, decisive)
	}
	return func(in *Inputs) expression.Truth {
		result := other
		for _, f := range parts {
			switch f(in) {
			case decisive:
				return decisive
			case unknown:
				result = unknown
			}
		}
		return result
	}
}

func (c *compiler) choose(n *ast.ConditionalNode) condition {
	which, then, otherwise := c.condition(n.Cond), c.condition(n.Exp1), c.condition(n.Exp2)
	return func(in *Inputs) expression.Truth {
		switch which(in) {
		case yes:
			return then(in)
		case no:
			return otherwise(in)
		}
		if a := then(in); a == otherwise(in) {
			return a
		}
		return unknown
	}
}

// kind tells the type of a checked part.
func (c *compiler) kind(node ast.Node) expression.Type {
	switch n := node.(type) {
	case *ast.IdentifierNode:
		if v, ok := c.scope.Lookup(n.Value); ok {
			return v.Type
		}
		return expression.Invalid
	case *ast.StringNode:
		return expression.String
	case *ast.BoolNode:
		return expression.Boolean
	case *ast.ConditionalNode:
		return c.kind(n.Exp1)
	case *ast.UnaryNode:
		if n.Operator == "not" || n.Operator == "!" {
			return expression.Boolean
		}
	case *ast.BinaryNode:
		if !slices.Contains([]string{"+", "-", "*", "/", "**", "^"}, n.Operator) {
			return expression.Boolean
		}
	case *ast.CallNode:
		if name, ok := n.Callee.(*ast.IdentifierNode); ok && name.Value == "has" {
			return expression.Boolean
		}
	}
	return expression.Number
}

func (c *compiler) comparison(n *ast.BinaryNode) condition {
	switch c.kind(n.Left) {
	case expression.Number:
		return c.numbers(n)
	case expression.String:
		return c.equalTexts(n.Left, n.Right, n.Operator == "!=")
	}
	c.fail() // of truth values
	return nil
}

// mirrored is the operator with its sides exchanged.
var mirrored = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}

func (c *compiler) numbers(n *ast.BinaryNode) condition {
	left, right, operator := n.Left, n.Right, n.Operator
	if _, ok := literal(left); ok {
		left, right, operator = right, left, mirrored[operator]
	}
	k, constant := literal(right)
	if at, ok := c.variable(left, expression.Number); ok && constant {
		return against(at, operator, k)
	}
	f, g, holds := c.number(left), c.number(right), comparisons[operator]
	if constant {
		return func(in *Inputs) expression.Truth {
			x := f(in)
			if !finite(x) {
				return unknown
			}
			return truth(holds(x, k))
		}
	}
	return func(in *Inputs) expression.Truth {
		x, y := f(in), g(in)
		if !finite(x) || !finite(y) {
			return unknown
		}
		return truth(holds(x, y))
	}
}

var comparisons = map[string]func(x, y float64) bool{
	"<":  func(x, y float64) bool { return x < y },
	"<=": func(x, y float64) bool { return x <= y },
	">":  func(x, y float64) bool { return x > y },
	">=": func(x, y float64) bool { return x >= y },
	"==": func(x, y float64) bool { return x == y },
	"!=": func(x, y float64) bool { return x != y },
}

// against compares a variable with a constant, the most frequent condition by
// far.
func against(at int, operator string, k float64) condition {
	switch operator {
	case "<":
		return func(in *Inputs) expression.Truth {
			x := in.slots[at].number
			if math.IsNaN(x) {
				return unknown
			}
			return truth(x < k)
		}
	case "<=":
		return func(in *Inputs) expression.Truth {
			x := in.slots[at].number
			if math.IsNaN(x) {
				return unknown
			}
			return truth(x <= k)
		}
	case ">":
		return func(in *Inputs) expression.Truth {
			x := in.slots[at].number
			if math.IsNaN(x) {
				return unknown
			}
			return truth(x > k)
		}
	case ">=":
		return func(in *Inputs) expression.Truth {
			x := in.slots[at].number
			if math.IsNaN(x) {
				return unknown
			}
			return truth(x >= k)
		}
	}
	equal := truth(operator == "==")
	return func(in *Inputs) expression.Truth {
		x := in.slots[at].number
		if math.IsNaN(x) {
			return unknown
		}
		if x == k {
			return equal
		}
		return equal.Not()
	}
}

func (c *compiler) membership(n *ast.BinaryNode) condition {
	array, ok := n.Right.(*ast.ArrayNode)
	if !ok {
		c.fail()
		return nil
	}
	if c.kind(n.Left) == expression.String {
		f := c.text(n.Left)
		var words []string
		for _, item := range array.Nodes {
			if s, ok := item.(*ast.StringNode); ok {
				words = append(words, s.Value)
			}
		}
		return func(in *Inputs) expression.Truth {
			s, ok := f(in)
			if !ok {
				return unknown
			}
			return truth(slices.Contains(words, s))
		}
	}
	f := c.number(n.Left)
	var numbers []float64
	for _, item := range array.Nodes {
		if x, ok := literal(item); ok {
			numbers = append(numbers, x)
		}
	}
	return func(in *Inputs) expression.Truth {
		x := f(in)
		if !finite(x) {
			return unknown
		}
		return truth(slices.Contains(numbers, x))
	}
}
