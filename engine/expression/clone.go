package expression

import (
	"fmt"
	"slices"

	"github.com/expr-lang/expr/ast"
)

// clone copies a checked tree. Whole numbers become floats, so that no
// arithmetic or membership is done on integers; has(x) becomes its hidden
// variable; what can fail to be a number becomes a call of callables; the
// condition of a choice becomes the answer that was decided before.
func (b *builder) clone(node ast.Node) ast.Node {
	var c ast.Node
	switch n := node.(type) {
	case *ast.IdentifierNode:
		c = &ast.IdentifierNode{Value: n.Value}
	case *ast.IntegerNode:
		c = &ast.FloatNode{Value: float64(n.Value)}
	case *ast.FloatNode:
		c = &ast.FloatNode{Value: n.Value}
	case *ast.BoolNode:
		c = &ast.BoolNode{Value: n.Value}
	case *ast.StringNode:
		c = &ast.StringNode{Value: n.Value}
	case *ast.UnaryNode:
		c = &ast.UnaryNode{Operator: n.Operator, Node: b.clone(n.Node)}
	case *ast.BinaryNode:
		switch n.Operator {
		case "/":
			c = &ast.BinaryNode{Operator: "/", Left: b.clone(n.Left), Right: apply("divisor$", b.clone(n.Right))}
		case "**", "^":
			c = b.power(n.Left, n.Right)
		default:
			c = &ast.BinaryNode{Operator: n.Operator, Left: b.clone(n.Left), Right: b.clone(n.Right)}
		}
	case *ast.ConditionalNode:
		condition := b.clone(n.Cond)
		if id, ok := b.choices[n]; ok {
			condition = apply(decided, &ast.FloatNode{Value: float64(id)})
		}
		c = &ast.ConditionalNode{Ternary: n.Ternary, Cond: condition, Exp1: b.clone(n.Exp1), Exp2: b.clone(n.Exp2)}
	case *ast.ArrayNode:
		c = &ast.ArrayNode{Nodes: b.cloneAll(n.Nodes)}
	case *ast.CallNode:
		name := n.Callee.(*ast.IdentifierNode).Value
		if name == "has" {
			c = &ast.IdentifierNode{Value: presence + n.Arguments[0].(*ast.IdentifierNode).Value}
			break
		}
		if name == "pow" {
			c = b.power(n.Arguments[0], n.Arguments[1])
			break
		}
		c = &ast.CallNode{Callee: b.clone(n.Callee), Arguments: b.cloneAll(n.Arguments)}
	case *ast.BuiltinNode:
		c = b.builtin(n.Name, n.Arguments)
	default:
		panic(fmt.Sprintf("expression: unchecked node %T", node))
	}
	c.SetLocation(node.Location())
	return c
}

// sure says whether a part certainly is a finite number.
func sure(n ast.Node) bool {
	_, variable := n.(*ast.IdentifierNode)
	_, number := literal(n)
	return variable || number
}

func (b *builder) power(base, exponent ast.Node) ast.Node {
	if sure(base) && sure(exponent) {
		return apply("finite$", &ast.BinaryNode{Operator: "**", Left: b.clone(base), Right: b.clone(exponent)})
	}
	return apply("pow", b.clone(base), b.clone(exponent))
}

// builtin writes abs, min and max so that NaN stays NaN.
func (b *builder) builtin(name string, arguments []ast.Node) ast.Node {
	if name == "abs" {
		return apply(name, b.cloneAll(arguments)...)
	}
	function, operator := "smaller$", "<"
	if name == "max" {
		function, operator = "larger$", ">"
	}
	if len(arguments) == 2 && !slices.ContainsFunc(arguments, func(n ast.Node) bool { return !sure(n) }) {
		comparison := &ast.BinaryNode{Operator: operator, Left: b.clone(arguments[0]), Right: b.clone(arguments[1])}
		return &ast.ConditionalNode{Ternary: true, Cond: comparison, Exp1: b.clone(arguments[0]), Exp2: b.clone(arguments[1])}
	}
	result := b.clone(arguments[0])
	for _, a := range arguments[1:] {
		result = apply(function, result, b.clone(a))
	}
	return result
}

func apply(function string, arguments ...ast.Node) ast.Node {
	return &ast.CallNode{Callee: &ast.IdentifierNode{Value: function}, Arguments: arguments}
}

func (b *builder) cloneAll(nodes []ast.Node) []ast.Node {
	out := make([]ast.Node, len(nodes))
	for i, n := range nodes {
		out[i] = b.clone(n)
	}
	return out
}
