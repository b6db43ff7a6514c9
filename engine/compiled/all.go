package compiled

import (
	"math"
	"slices"

	"github.com/expr-lang/expr/ast"
	"tijian/engine/expression"
)

// split lists what one connective joins.
func split(node ast.Node, operators ...string) []ast.Node {
	if b, ok := node.(*ast.BinaryNode); ok && slices.Contains(operators, b.Operator) {
		return append(split(b.Left, operators...), split(b.Right, operators...)...)
	}
	return []ast.Node{node}
}

// A span is the part of a variable's line in which comparisons hold.
type span struct {
	at        int // slot
	low, high float64
	present   bool // has() of the variable is asked as well
}

// all compiles what and joins. Comparisons of one variable with constants come
// to a single span; with has(x) beside them they are never unknown.
func (c *compiler) all(n *ast.BinaryNode) condition {
	var spans []span
	var asked []int
	var parts []condition
	for _, node := range split(n, "and", "&&") {
		if call, ok := node.(*ast.CallNode); ok {
			if at, ok := c.asked(call); ok {
				asked = append(asked, at)
				continue
			}
		}
		s, ok := c.span(node)
		if !ok {
			parts = append(parts, c.condition(node))
			continue
		}
		if i := slices.IndexFunc(spans, func(o span) bool { return o.at == s.at }); i >= 0 {
			spans[i].low, spans[i].high = max(spans[i].low, s.low), min(spans[i].high, s.high)
		} else {
			spans = append(spans, s)
		}
	}
	var list []condition
	for _, at := range asked {
		if i := slices.IndexFunc(spans, func(s span) bool { return s.at == at }); i >= 0 {
			spans[i].present = true
		} else {
			list = append(list, func(in *Inputs) expression.Truth { return truth(in.slots[at].known) })
		}
	}
	for _, s := range spans {
		list = append(list, s.condition())
	}
	return join(append(list, parts...), no)
}

// span gives the numbers for which a comparison with a constant holds. An open
// end is the same as the closed one at the next number.
func (c *compiler) span(node ast.Node) (span, bool) {
	n, ok := node.(*ast.BinaryNode)
	if !ok {
		return span{}, false
	}
	left, right, operator := n.Left, n.Right, n.Operator
	if _, ok := literal(left); ok {
		left, right, operator = right, left, mirrored[operator]
	}
	k, constant := literal(right)
	at, variable := c.variable(left, expression.Number)
	s := span{at: at, low: math.Inf(-1), high: math.Inf(1)}
	switch operator {
	case ">":
		s.low = math.Nextafter(k, math.Inf(1))
	case ">=":
		s.low = k
	case "<":
		s.high = math.Nextafter(k, math.Inf(-1))
	case "<=":
		s.high = k
	case "==":
		s.low, s.high = k, k
	default:
		return span{}, false
	}
	return s, constant && variable
}

func (s span) condition() condition {
	at, low, high := s.at, s.low, s.high
	if s.present {
		return func(in *Inputs) expression.Truth {
			x := in.slots[at].number
			return truth(low <= x && x <= high) // no for NaN, which is not there
		}
	}
	return func(in *Inputs) expression.Truth {
		x := in.slots[at].number
		if low <= x && x <= high {
			return yes
		} else if math.IsNaN(x) {
			return unknown
		}
		return no
	}
}

// asked gives the slot that has(name) asks for.
func (c *compiler) asked(n *ast.CallNode) (slot int, ok bool) {
	if name, ok := n.Callee.(*ast.IdentifierNode); !ok || name.Value != "has" {
		return 0, false
	}
	if name, ok := n.Arguments[0].(*ast.IdentifierNode); ok {
		if v, ok := c.scope.Lookup(name.Value); ok {
			return v.Slot, true
		}
	}
	return 0, false
}
