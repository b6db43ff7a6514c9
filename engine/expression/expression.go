package expression

import (
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
	for _, slot := range c.has {
		scope.asked[slot] = true
	}
	return &analysis{Text: text, root: root, Inputs: c.slots, Asked: c.has}, true
}

// A Condition is a compiled boolean expression.
type Condition struct {
	analysis
	tree *decision
}

// CompileCondition checks and compiles a condition; nil when it has faults,
// which are added to list at their characters.
func CompileCondition(text strictyaml.Text, scope *Scope, options Options, list *problem.List) *Condition {
	a, ok := analyse(text, scope, Boolean, options, list)
	if !ok {
		return nil
	}
	b := newBuilder(scope)
	c := &Condition{analysis: *a, tree: b.condition(a.root)}
	if b.failed(text, list) {
		return nil
	}
	return c
}

// Eval decides the condition for what is known.
func (c *Condition) Eval(env *Env) Truth { return c.tree.truth(env) }

// A Formula is a compiled expression with a value.
type Formula struct {
	analysis
	operand *operand
	tree    *decision // instead, for a truth value
}

// CompileFormula checks and compiles a formula of the wanted type.
func CompileFormula(text strictyaml.Text, scope *Scope, want Type, options Options, list *problem.List) *Formula {
	a, ok := analyse(text, scope, want, options, list)
	if !ok {
		return nil
	}
	b := newBuilder(scope)
	f := &Formula{analysis: *a}
	if want == Boolean {
		f.tree = b.condition(a.root)
	} else {
		f.operand = b.operand(a.root)
		f.operand.program = b.program(a.root)
	}
	if b.failed(text, list) {
		return nil
	}
	return f
}

// Eval gives the value: a float64 that is finite, a bool or a string; nil when
// an input is missing or the number is not finite.
func (f *Formula) Eval(env *Env) any {
	if f.tree != nil {
		if truth := f.tree.truth(env); truth != Unknown {
			return truth == True
		}
		return nil
	}
	return f.operand.value(env)
}

// Number is Eval for a formula of type Number.
func (f *Formula) Number(env *Env) (float64, bool) {
	x, ok := f.Eval(env).(float64)
	return x, ok
}

// Root is the checked syntax tree as written. It must not be changed.
func (a *analysis) Root() ast.Node { return a.root }
