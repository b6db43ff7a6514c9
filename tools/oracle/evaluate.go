package oracle

import (
	"fmt"
	"math"

	"github.com/expr-lang/expr/ast"
)

// A value is a number, a truth or a text; the zero value is unknown.
type value struct {
	kind   kind
	number float64
	truth  bool
	text   string
}

type kind uint8

const (
	unknown kind = iota
	isNumber
	isTruth
	isText
)

var yes, no = value{kind: isTruth, truth: true}, value{kind: isTruth}

// number is unknown when it is not finite.
func number(x float64) value {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return value{}
	}
	return value{kind: isNumber, number: x}
}

func truth(b bool) value { return value{kind: isTruth, truth: b} }

func text(s string) value { return value{kind: isText, text: s} }

// any gives the value as results hold it.
func (v value) any() any {
	switch v.kind {
	case isText:
		return v.text
	case isTruth:
		return v.truth
	}
	return v.number
}

// A state holds what is known; names that only some expressions see, such as
// steps and assumptions, stand before those of the state around it.
type state struct {
	known  map[string]value
	around *state
}

func (s *state) get(name string) value {
	for ; s != nil; s = s.around {
		if v, ok := s.known[name]; ok {
			return v
		}
	}
	return value{}
}

// evaluate walks the tree in Kleene's logic. What the language has not, the
// loader has refused.
func evaluate(n ast.Node, s *state) value {
	switch n := n.(type) {
	case *ast.IntegerNode:
		return number(float64(n.Value))
	case *ast.FloatNode:
		return number(n.Value)
	case *ast.BoolNode:
		return truth(n.Value)
	case *ast.StringNode:
		return text(n.Value)
	case *ast.IdentifierNode:
		return s.get(n.Value)
	case *ast.UnaryNode:
		return unary(n.Operator, evaluate(n.Node, s))
	case *ast.BinaryNode:
		return binary(n, s)
	case *ast.ConditionalNode:
		return choice(n, s)
	case *ast.BuiltinNode:
		return call(n.Name, n.Arguments, s)
	case *ast.CallNode:
		return call(n.Callee.(*ast.IdentifierNode).Value, n.Arguments, s)
	}
	panic(fmt.Sprintf("oracle: %T is not of the rule language", n))
}

func unary(operator string, x value) value {
	switch {
	case x.kind == unknown:
		return x
	case operator == "-":
		return number(-x.number)
	case operator == "+":
		return x
	case operator == "not" || operator == "!":
		return truth(!x.truth)
	}
	panic("oracle: the operator " + operator)
}

// A choice whose condition is undecided is decided all the same where it
// chooses between truths that agree.
func choice(n *ast.ConditionalNode, s *state) value {
	switch evaluate(n.Cond, s) {
	case yes:
		return evaluate(n.Exp1, s)
	case no:
		return evaluate(n.Exp2, s)
	}
	a, b := evaluate(n.Exp1, s), evaluate(n.Exp2, s)
	if a.kind == isTruth && a == b {
		return a
	}
	return value{}
}

func binary(n *ast.BinaryNode, s *state) value {
	a := evaluate(n.Left, s)
	switch n.Operator {
	case "and", "&&":
		return and(a, func() value { return evaluate(n.Right, s) })
	case "or", "||":
		return not(and(not(a), func() value { return not(evaluate(n.Right, s)) }))
	case "in":
		found := no
		for _, item := range n.Right.(*ast.ArrayNode).Nodes {
			same := equal(a, evaluate(item, s))
			found = not(and(not(found), func() value { return not(same) }))
		}
		return found
	}
	b := evaluate(n.Right, s)
	switch n.Operator {
	case "==":
		return equal(a, b)
	case "!=":
		return not(equal(a, b))
	}
	if a.kind == unknown || b.kind == unknown {
		return value{}
	}
	x, y := a.number, b.number
	switch n.Operator {
	case "<":
		return truth(x < y)
	case "<=":
		return truth(x <= y)
	case ">":
		return truth(x > y)
	case ">=":
		return truth(x >= y)
	case "+":
		return number(x + y)
	case "-":
		return number(x - y)
	case "*":
		return number(x * y)
	case "/":
		return number(x / y)
	case "**", "^":
		return number(math.Pow(x, y))
	}
	panic("oracle: the operator " + n.Operator)
}

// and asks for the second only when the first does not settle it.
func and(a value, second func() value) value {
	if a == no {
		return no
	}
	b := second()
	switch {
	case b == no:
		return no
	case a == yes && b == yes:
		return yes
	}
	return value{}
}

func not(a value) value { return unary("not", a) }

func equal(a, b value) value {
	if a.kind == unknown || b.kind == unknown {
		return value{}
	}
	return truth(a == b)
}

func call(name string, arguments []ast.Node, s *state) value {
	if name == "has" {
		return truth(s.get(arguments[0].(*ast.IdentifierNode).Value).kind != unknown)
	}
	x := make([]float64, len(arguments))
	for i, a := range arguments {
		v := evaluate(a, s)
		if v.kind == unknown {
			return v
		}
		x[i] = v.number
	}
	switch name {
	case "pow":
		return number(math.Pow(x[0], x[1]))
	case "sqrt":
		return number(math.Sqrt(x[0]))
	case "ln":
		return number(math.Log(x[0]))
	case "log10":
		return number(math.Log10(x[0]))
	case "exp":
		return number(math.Exp(x[0]))
	case "abs":
		return number(math.Abs(x[0]))
	case "min", "max":
		best := x[0]
		for _, y := range x[1:] {
			if name == "min" && y < best || name == "max" && y > best {
				best = y
			}
		}
		return number(best)
	}
	panic("oracle: the function " + name)
}
