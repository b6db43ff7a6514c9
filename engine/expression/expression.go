package expression

import (
	"slices"

	"github.com/expr-lang/expr/ast"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// Options of compiling.
type Options struct {
	// Allowed, when set, says which variables may be used here and, if not,
	// why, in Chinese and English.
	Allowed func(*Variable) (ok bool, zh, en string)
}

// analysis is what conditions and formulas have in common.
type analysis struct {
	Text strictyaml.Text
	root ast.Node // as parsed, never optimised
	// Inputs are the slots whose values may be needed, in order of mention.
	Inputs []int
	// Asked are the slots that has() asks for.
	Asked []int
}

func analyse(text strictyaml.Text, scope *Scope, want Type, options Options, list *problem.List) (*analysis, bool) {
	c := &inspector{scope: scope, text: text, allowed: options.Allowed, list: list}
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
		zh, en := typeName(got)
		wantZH, wantEN := typeName(want)
		mendZH, mendEN := "", ""
		if want == Boolean {
			mendZH, mendEN = "写成比较，例如 value < 5", "Write a comparison such as value < 5"
		}
		c.fault(text.At, "type", "这里应是"+wantZH+"，却是"+zh, "expected "+wantEN+", found "+en, mendZH, mendEN)
	}
	if len(*list) != before {
		return nil, false
	}
	return &analysis{Text: text, root: root, Inputs: c.slots, Asked: c.has}, true
}

// Slots lists every slot that is looked at: inputs and those asked for by has().
func (a *analysis) Slots() []int {
	slots := slices.Concat(a.Inputs, a.Asked)
	slices.Sort(slots)
	return slices.Compact(slots)
}

// Root is the checked syntax tree as written. It must not be changed.
func (a *analysis) Root() ast.Node { return a.root }
