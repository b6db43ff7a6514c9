package expression

import (
	"slices"

	"github.com/expr-lang/expr/ast"
)

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
