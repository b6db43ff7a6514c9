package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr/ast"

	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// A writer writes expressions as Go. A missing number is NaN, with which every
// comparison is false, so a condition is asked either whether it is true or
// whether it is false; a missing text is "". What needs statements goes before.
type writer struct {
	set    *ruleset.Set
	locals map[string]string // variables that a function has copied
	out    *strings.Builder
	count  *int // of temporary variables
}

func (w *writer) line(format string, args ...any) { fmt.Fprintf(w.out, format+"\n", args...) }

// field is the Go name of a variable.
func field(name string) string {
	parts := strings.Split(name, "_")
	for i, p := range parts {
		if p != "" {
			parts[i] = strings.ToUpper(p[:1]) + p[1:]
		}
	}
	return strings.Join(parts, "")
}

func (w *writer) variable(name string) string {
	if local, ok := w.locals[name]; ok {
		return local
	}
	return "in." + field(name)
}

func (w *writer) kind(name string) expression.Type {
	v, _ := w.set.Scope.Lookup(name)
	return v.Type
}

// always reports whether a variable is never missing.
func (w *writer) always(name string) bool {
	v, _ := w.set.Scope.Lookup(name)
	return slices.Contains(w.set.Names.Person(), v.Slot)
}

// sure reports whether a condition is always decided.
func (w *writer) sure(node ast.Node) bool {
	switch n := node.(type) {
	case *ast.IdentifierNode:
		return w.always(n.Value)
	case *ast.UnaryNode:
		return w.sure(n.Node)
	case *ast.BinaryNode:
		return w.sure(n.Left) && (n.Operator == "in" || w.sure(n.Right))
	case *ast.ConditionalNode:
		return w.sure(n.Cond) && w.sure(n.Exp1) && w.sure(n.Exp2)
	case *ast.CallNode:
		if n.Callee.(*ast.IdentifierNode).Value == "has" {
			return true
		}
		return !slices.ContainsFunc(n.Arguments, func(a ast.Node) bool { return !w.sure(a) })
	case *ast.BuiltinNode:
		return !slices.ContainsFunc(n.Arguments, func(a ast.Node) bool { return !w.sure(a) })
	}
	return true
}

// holds writes the question whether a condition is true or, with want false,
// whether it is false.
func (w *writer) holds(node ast.Node, want bool) string {
	switch n := node.(type) {
	case *ast.BoolNode:
		return strconv.FormatBool(n.Value == want)
	case *ast.IdentifierNode:
		if w.always(n.Value) {
			return not(want) + w.variable(n.Value)
		}
		return w.variable(n.Value) + " == " + map[bool]string{true: "yes", false: "no"}[want]
	case *ast.UnaryNode:
		return w.holds(n.Node, !want)
	case *ast.ConditionalNode:
		return fmt.Sprintf("(%s && %s || %s && %s)", w.holds(n.Cond, true), w.holds(n.Exp1, want), w.holds(n.Cond, false), w.holds(n.Exp2, want))
	case *ast.CallNode: // has
		name := n.Arguments[0].(*ast.IdentifierNode).Value
		switch w.kind(name) {
		case expression.Number:
			return not(want) + "known(" + w.variable(name) + ")"
		case expression.Boolean:
			return not(want) + "(" + w.variable(name) + " != unknown)"
		}
		return not(want) + "(" + w.variable(name) + ` != "")`
	case *ast.BinaryNode:
		switch n.Operator {
		case "and", "&&", "or", "||":
			operator := "&&"
			if (n.Operator == "or" || n.Operator == "||") == want {
				operator = "||"
			}
			return "(" + w.holds(n.Left, want) + " " + operator + " " + w.holds(n.Right, want) + ")"
		case "in":
			var parts []string
			operator := map[bool]string{true: "==", false: "!="}[want]
			for _, item := range n.Right.(*ast.ArrayNode).Nodes {
				parts = append(parts, w.compare(n.Left, operator, item))
			}
			return "(" + strings.Join(parts, map[bool]string{true: " || ", false: " && "}[want]) + ")"
		}
		operator := n.Operator
		if !want {
			operator = map[string]string{"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}[operator]
		}
		return w.compare(n.Left, operator, n.Right)
	}
	panic(fmt.Sprintf("unknown condition %T", node))
}

func not(want bool) string {
	if want {
		return ""
	}
	return "!"
}

func (w *writer) text(node ast.Node) bool {
	switch n := node.(type) {
	case *ast.StringNode:
		return true
	case *ast.IdentifierNode:
		return w.kind(n.Value) == expression.String
	case *ast.ConditionalNode:
		return w.text(n.Exp1)
	}
	return false
}

func (w *writer) compare(left ast.Node, operator string, right ast.Node) string {
	if w.text(left) || w.text(right) {
		question := w.value(left) + " " + operator + " " + w.value(right)
		for _, side := range []ast.Node{left, right} {
			if id, ok := side.(*ast.IdentifierNode); ok && operator == "!=" && !w.always(id.Value) {
				question = w.value(side) + ` != "" && ` + question
			}
		}
		return "(" + question + ")"
	}
	x, y := w.value(left), w.value(right)
	if operator == "!=" { // false for NaN
		return "differ(" + x + ", " + y + ")"
	}
	return x + " " + operator + " " + y
}

// value writes a number or text.
func (w *writer) value(node ast.Node) string {
	switch n := node.(type) {
	case *ast.IntegerNode:
		return strconv.Itoa(n.Value)
	case *ast.FloatNode:
		return strconv.FormatFloat(n.Value, 'g', -1, 64)
	case *ast.StringNode:
		return strconv.Quote(n.Value)
	case *ast.IdentifierNode:
		return w.variable(n.Value)
	case *ast.UnaryNode:
		return n.Operator + "(" + w.value(n.Node) + ")"
	case *ast.BinaryNode:
		switch n.Operator {
		case "**", "^":
			return w.call("pow", []ast.Node{n.Left, n.Right})
		}
		return "(" + w.value(n.Left) + " " + n.Operator + " " + w.value(n.Right) + ")"
	case *ast.ConditionalNode:
		*w.count++
		name := fmt.Sprintf("x%d", *w.count)
		if w.text(n) {
			w.line("%s := \"\"", name)
		} else {
			w.line("%s := missing", name)
		}
		yes := w.holds(n.Cond, true)
		if w.sure(n.Cond) {
			w.line("if %s {", yes)
			w.line("%s = %s\n} else {", name, w.value(n.Exp1))
			w.line("%s = %s\n}", name, w.value(n.Exp2))
			return name
		}
		no := w.holds(n.Cond, false)
		w.line("if %s {", yes)
		first := w.value(n.Exp1)
		w.line("%s = %s\n} else if %s {", name, first, no)
		second := w.value(n.Exp2)
		w.line("%s = %s\n}", name, second)
		return name
	case *ast.CallNode:
		return w.call(n.Callee.(*ast.IdentifierNode).Value, n.Arguments)
	case *ast.BuiltinNode:
		return w.call(n.Name, n.Arguments)
	}
	panic(fmt.Sprintf("unknown value %T", node))
}

func (w *writer) call(name string, arguments []ast.Node) string {
	parts := make([]string, len(arguments))
	for i, a := range arguments {
		parts[i] = w.value(a)
	}
	if k, ok := arguments[len(arguments)-1].(*ast.IntegerNode); ok && name == "pow" && k.Value == 2 {
		return "square(" + parts[0] + ")"
	}
	switch name {
	case "ln":
		name = "math.Log"
	case "log10":
		name = "math.Log10"
	case "exp":
		name = "math.Exp"
	case "sqrt":
		name = "math.Sqrt"
	case "abs":
		name = "math.Abs"
	case "pow":
		name = "math.Pow"
	}
	return name + "(" + strings.Join(parts, ", ") + ")"
}
