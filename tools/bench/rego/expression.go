package rego

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr/ast"

	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// A writer writes a rule set as Rego. What is missing is undefined there, with
// which every comparison fails, so a condition is asked either whether it is
// true or whether it is false. Each "or" and each choice is a rule of its own.
type writer struct {
	set    *ruleset.Set
	out    strings.Builder
	rules  int               // numbered so far
	given  map[string]bool   // variables that derived values can fill
	locals map[string]string // variables as the derived value at hand has them
	value  string            // the indicator whose table is written
	asked  map[string]string // rules for has() and guards, by what they ask
}

func (w *writer) line(format string, args ...any) { fmt.Fprintf(&w.out, format+"\n", args...) }

// name makes the name of a rule.
func (w *writer) name() string {
	w.rules++
	return "h" + strconv.Itoa(w.rules)
}

// variable is where a variable's value is.
func (w *writer) variable(name string) string {
	if local, ok := w.locals[name]; ok {
		return local
	}
	if name == w.set.Scope.Slot(w.set.Names.Value).Name {
		return "input.v." + w.value
	}
	if w.given[name] {
		return "x_" + name
	}
	return "input.v." + name
}

// any makes a rule that is true when one of several bodies holds.
func (w *writer) any(bodies ...[]string) string {
	name := w.name()
	for _, body := range bodies {
		w.line("%s if { %s }", name, strings.Join(body, "; "))
	}
	return name
}

// first makes a rule with the value of the first body that holds.
func (w *writer) first(name string, values []string, bodies [][]string) string {
	for i, body := range bodies {
		if i == 0 {
			fmt.Fprint(&w.out, name)
		} else {
			fmt.Fprint(&w.out, " else")
		}
		fmt.Fprintf(&w.out, " := %s if { %s }", values[i], strings.Join(body, "; "))
	}
	w.line("")
	return name
}

// condition is what must hold for a condition to be true; nil is always.
func (w *writer) condition(c *expression.Condition) []string {
	if c == nil {
		return []string{"true"}
	}
	return w.holds(c.Root(), true)
}

// holds writes what must hold for a condition to be true or, with want false,
// to be false.
func (w *writer) holds(node ast.Node, want bool) []string {
	switch n := node.(type) {
	case *ast.BoolNode:
		return []string{strconv.FormatBool(n.Value == want)}
	case *ast.IdentifierNode:
		return []string{w.variable(n.Value) + " == " + strconv.FormatBool(want)}
	case *ast.UnaryNode:
		return w.holds(n.Node, !want)
	case *ast.ConditionalNode:
		return []string{w.any(
			append(w.holds(n.Cond, true), w.holds(n.Exp1, want)...),
			append(w.holds(n.Cond, false), w.holds(n.Exp2, want)...))}
	case *ast.CallNode:
		known := w.known(n.Arguments[0].(*ast.IdentifierNode).Value)
		if !want {
			known = "not " + known
		}
		return []string{known}
	case *ast.BinaryNode:
		switch n.Operator {
		case "and", "&&", "or", "||":
			left, right := w.holds(n.Left, want), w.holds(n.Right, want)
			if either := n.Operator == "or" || n.Operator == "||"; either == want {
				return []string{w.any(left, right)}
			}
			return append(left, right...)
		case "in":
			return w.member(n, want)
		}
		operator := n.Operator
		if !want {
			operator = opposite[operator]
		}
		return []string{w.number(n.Left) + " " + operator + " " + w.number(n.Right)}
	}
	panic(fmt.Sprintf("unknown condition %T", node))
}

var opposite = map[string]string{"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}

func (w *writer) member(n *ast.BinaryNode, want bool) []string {
	var same [][]string
	var others []string
	for _, item := range n.Right.(*ast.ArrayNode).Nodes {
		left, right := w.number(n.Left), w.number(item)
		same = append(same, []string{left + " == " + right})
		others = append(others, left+" != "+right)
	}
	if want {
		return []string{w.any(same...)}
	}
	return others
}

// known makes a rule that asks whether a variable has a value.
func (w *writer) known(name string) string {
	v, _ := w.set.Scope.Lookup(name)
	question := map[expression.Type]string{expression.Number: "is_number", expression.Boolean: "is_boolean", expression.String: "is_string"}[v.Type] + "(" + w.variable(name) + ")"
	return w.once(question, func() string { return w.any([]string{question}) })
}

// once makes a rule the first time that its question is asked.
func (w *writer) once(question string, rule func() string) string {
	if w.asked[question] == "" {
		w.asked[question] = rule()
	}
	return w.asked[question]
}

// number writes a formula or a text.
func (w *writer) number(node ast.Node) string {
	switch n := node.(type) {
	case *ast.IdentifierNode:
		return w.variable(n.Value)
	case *ast.IntegerNode:
		return strconv.Itoa(n.Value)
	case *ast.FloatNode:
		return strconv.FormatFloat(n.Value, 'g', -1, 64)
	case *ast.BoolNode:
		return strconv.FormatBool(n.Value)
	case *ast.StringNode:
		return strconv.Quote(n.Value)
	case *ast.UnaryNode:
		return "(0 " + n.Operator + " " + w.number(n.Node) + ")"
	case *ast.BinaryNode:
		if n.Operator == "**" || n.Operator == "^" {
			return w.call("pow", n.Left, n.Right)
		}
		return "(" + w.number(n.Left) + " " + n.Operator + " " + w.number(n.Right) + ")"
	case *ast.ConditionalNode:
		yes, no := w.number(n.Exp1), w.number(n.Exp2)
		bodies := [][]string{w.holds(n.Cond, true), w.holds(n.Cond, false)}
		return w.first(w.name(), []string{yes, no}, bodies)
	case *ast.CallNode:
		return w.call(n.Callee.(*ast.IdentifierNode).Value, n.Arguments...)
	case *ast.BuiltinNode:
		return w.call(n.Name, n.Arguments...)
	}
	panic(fmt.Sprintf("unknown formula %T", node))
}

func (w *writer) call(name string, arguments ...ast.Node) string {
	parts := make([]string, len(arguments))
	for i, a := range arguments {
		parts[i] = w.number(a)
	}
	list := strings.Join(parts, ", ")
	if slices.Contains([]string{"min", "max"}, name) {
		list = "[" + list + "]"
	}
	return name + "(" + list + ")"
}
