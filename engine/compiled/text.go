package compiled

import (
	"github.com/expr-lang/expr/ast"
	"tijian/engine/expression"
)

// text gives a text, or false when it is not known.
func (c *compiler) text(node ast.Node) text {
	if at, ok := c.variable(node, expression.String); ok {
		return func(in *Inputs) (string, bool) { return in.texts[at], in.slots[at].known }
	}
	switch n := node.(type) {
	case *ast.StringNode:
		s := n.Value
		return func(*Inputs) (string, bool) { return s, true }
	case *ast.ConditionalNode:
		which, then, otherwise := c.condition(n.Cond), c.text(n.Exp1), c.text(n.Exp2)
		return func(in *Inputs) (string, bool) {
			switch which(in) {
			case yes:
				return then(in)
			case no:
				return otherwise(in)
			}
			return "", false
		}
	}
	c.fail()
	return nil
}

// equalTexts compares, mostly a variable with a word.
func (c *compiler) equalTexts(left, right ast.Node, different bool) condition {
	same := truth(!different)
	if _, ok := left.(*ast.StringNode); ok {
		left, right = right, left
	}
	at, variable := c.variable(left, expression.String)
	if word, ok := right.(*ast.StringNode); ok && variable {
		w := word.Value
		return func(in *Inputs) expression.Truth {
			switch {
			case !in.slots[at].known:
				return unknown
			case in.texts[at] == w:
				return same
			}
			return same.Not()
		}
	}
	f, g := c.text(left), c.text(right)
	return func(in *Inputs) expression.Truth {
		a, ok := f(in)
		b, too := g(in)
		switch {
		case !ok || !too:
			return unknown
		case a == b:
			return same
		}
		return same.Not()
	}
}
