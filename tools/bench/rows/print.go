// Package rows assesses a request with an expression library in the plainest
// way: every guard and row of a table one after the other, every formula as
// written. It measures what the rule engine's own compilation brings.
package rows

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/expr-lang/expr/ast"
)

// Present prefixes the variables that stand for has(name).
const Present = "present_"

// Print writes a checked expression in the part that expr and CEL have in
// common: && || !, plain comparisons, floats, calls.
func Print(node ast.Node) string {
	switch n := node.(type) {
	case *ast.IdentifierNode:
		return n.Value
	case *ast.IntegerNode:
		return strconv.Itoa(n.Value) + ".0"
	case *ast.FloatNode:
		s := strconv.FormatFloat(n.Value, 'g', -1, 64)
		if !strings.ContainsAny(s, ".e") {
			s += ".0"
		}
		return s
	case *ast.BoolNode:
		return strconv.FormatBool(n.Value)
	case *ast.StringNode:
		return strconv.Quote(n.Value)
	case *ast.UnaryNode:
		operator := n.Operator
		if operator == "not" {
			operator = "!"
		}
		return operator + "(" + Print(n.Node) + ")"
	case *ast.BinaryNode:
		switch n.Operator {
		case "**", "^":
			return "pow(" + Print(n.Left) + ", " + Print(n.Right) + ")"
		case "and":
			return "(" + Print(n.Left) + " && " + Print(n.Right) + ")"
		case "or":
			return "(" + Print(n.Left) + " || " + Print(n.Right) + ")"
		}
		return "(" + Print(n.Left) + " " + n.Operator + " " + Print(n.Right) + ")"
	case *ast.ConditionalNode:
		return "(" + Print(n.Cond) + " ? " + Print(n.Exp1) + " : " + Print(n.Exp2) + ")"
	case *ast.ArrayNode:
		return "[" + list(n.Nodes) + "]"
	case *ast.CallNode:
		name := n.Callee.(*ast.IdentifierNode).Value
		if name == "has" {
			return Present + Print(n.Arguments[0])
		}
		return call(name, n.Arguments)
	case *ast.BuiltinNode:
		return call(n.Name, n.Arguments)
	}
	panic(fmt.Sprintf("unknown node %T", node))
}

// call writes min and max of several as nested calls of two.
func call(name string, arguments []ast.Node) string {
	switch name {
	case "min", "max", "abs": // not to meet the libraries' own
		text := Print(arguments[0])
		if name == "abs" {
			return "absolute(" + text + ")"
		}
		for _, a := range arguments[1:] {
			text = map[string]string{"min": "smaller", "max": "larger"}[name] + "(" + text + ", " + Print(a) + ")"
		}
		return text
	}
	return name + "(" + list(arguments) + ")"
}

func list(nodes []ast.Node) string {
	texts := make([]string, len(nodes))
	for i, n := range nodes {
		texts[i] = Print(n)
	}
	return strings.Join(texts, ", ")
}
