package expression

import (
	"slices"

	"github.com/expr-lang/expr/ast"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// Options of compiling.
type Options struct {
	// Refuse, when set, returns why a variable may not be used at a place; nil
	// when it may. Working out the place takes long.
	Refuse func(v *Variable, at func() problem.Place) *problem.Problem
}

// An Expression is what conditions and formulas have in common.
type Expression struct {
	Text strictyaml.Text
	root ast.Node // as parsed, never optimised
	// Inputs are the slots whose values may be needed, in order of mention.
	Inputs []int
	// Asked are the slots that has() asks for.
	Asked []int
}

func analyse(text strictyaml.Text, scope *Scope, want Type, options Options, list *problem.List) (*Expression, bool) {
	c := &inspector{scope: scope, text: text, refuse: options.Refuse, list: list}
	before := len(*list)
	if !c.scan() {
		return nil, false
	}
	root := c.parse()
	if root == nil {
		return nil, false
	}
	got := c.infer(root)
	if got != want && got != Invalid {
		if want == Boolean {
			list.Add(message.NotACondition.At(text.At, "found", typeName(got)))
		} else {
			list.Add(message.WrongType.At(text.At, "want", typeName(want), "found", typeName(got)))
		}
	}
	if len(*list) != before {
		return nil, false
	}
	return &Expression{Text: text, root: root, Inputs: c.slots, Asked: c.has}, true
}

// Slots lists every slot that is looked at: inputs and those asked for by has().
func (e *Expression) Slots() []int {
	slots := slices.Concat(e.Inputs, e.Asked)
	slices.Sort(slots)
	return slices.Compact(slots)
}

// Root is the checked syntax tree as written. It must not be changed.
func (e *Expression) Root() ast.Node { return e.root }
