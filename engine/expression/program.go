package expression

import (
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/checker"
	"github.com/expr-lang/expr/compiler"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/optimizer"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/vm"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// A program is what expr runs, with the slots that it reads. Its variables are
// its own, then the slots.
type program struct {
	code  *vm.Program
	slots []int
	own   int
}

// number has the slots read as variables, which expr keeps in a list, and the
// functions as constants; neither by its name in a map.
func (p *program) number(scope *Scope) {
	for i, op := range p.code.Bytecode {
		if op == vm.OpStore {
			p.own = max(p.own, p.code.Arguments[i]+1)
		}
	}
	for i, op := range p.code.Bytecode {
		if op != vm.OpLoadFast {
			continue
		}
		key := p.code.Constants[p.code.Arguments[i]]
		if function, ok := callables[key.(string)]; ok {
			p.code.Bytecode[i], p.code.Arguments[i] = vm.OpPush, len(p.code.Constants)
			p.code.Constants = append(p.code.Constants, function)
			continue
		}
		for _, slot := range p.slots {
			if scope.bySlot[slot].key == key {
				p.code.Bytecode[i], p.code.Arguments[i] = vm.OpLoadVar, p.own+slot
			}
		}
	}
}

// compile makes the program of an expression as it is rewritten. What expr refuses although
// the checks passed is reported.
func (e *Expression) compile(scope *Scope, rewrite func(*rewriter) ast.Node, list *problem.List) (program, bool) {
	r := &rewriter{scope: scope}
	node := rewrite(r)
	if r.asked > maxAsked {
		list.Add(message.LongExpression.At(e.Text.At))
		return program{}, false
	}
	config := scope.configuration()
	tree := &parser.Tree{Node: node, Source: file.NewSource(e.Text.Value)}
	_, err := checker.Check(tree, config)
	if err == nil {
		err = optimizer.Optimize(&tree.Node, config)
	}
	p := program{slots: e.Slots()}
	if err == nil {
		p.code, err = compiler.Compile(tree, config)
	}
	if err != nil {
		list.Add(message.NotCompiled.At(e.Text.At, "error", err.Error()))
		return program{}, false
	}
	p.number(scope)
	forget(tree.Node)
	return p, true
}

// forget lets go of a tree but its root, which expr keeps beside the program:
// thousands of them would be looked through at every garbage collection.
func forget(root ast.Node) {
	switch n := root.(type) {
	case *ast.ConditionalNode:
		n.Cond, n.Exp1, n.Exp2 = nil, nil, nil
	case *ast.VariableDeclaratorNode:
		n.Value, n.Expr = nil, nil
	case *ast.BinaryNode:
		n.Left, n.Right = nil, nil
	case *ast.CallNode:
		n.Callee, n.Arguments = nil, nil
	}
}

// Truth is the value of a condition in Kleene's strong three-valued logic.
type Truth int8

// The three values. Unknown is the zero value: nothing decided.
const (
	Unknown Truth = iota
	False
	True
)

func (t Truth) String() string { return [...]string{"unknown", "false", "true"}[t] }

// A Condition is a compiled boolean expression.
type Condition struct {
	Expression
	program program
}

// CompileCondition checks and compiles a condition; nil when it has faults,
// which are added to list at their characters.
func CompileCondition(text strictyaml.Text, scope *Scope, options Options, list *problem.List) *Condition {
	t := task{text.Value, true, Boolean}
	if k := scope.recall(t, text, options); k != nil {
		return &Condition{k.of(text), k.program}
	}
	e, ok := analyse(text, scope, Boolean, options, list)
	if !ok {
		return nil
	}
	c := &Condition{Expression: *e}
	if c.program, ok = e.compile(scope, func(r *rewriter) ast.Node { return r.truth(e.root) }, list); !ok {
		return nil
	}
	scope.keep(t, e, c.program)
	return c
}

// Eval decides the condition for what is known.
func (c *Condition) Eval(in *Inputs) Truth {
	t, _ := in.run(&c.program).(int)
	return Truth(t)
}

// A Formula is a compiled expression with a value.
type Formula struct {
	Expression
	Type    Type // Number, Boolean or String
	program program
}

// CompileFormula checks and compiles a formula of the wanted type; nil when it
// has faults, which are added to list at their characters.
func CompileFormula(text strictyaml.Text, scope *Scope, want Type, options Options, list *problem.List) *Formula {
	t := task{text.Value, false, want}
	if k := scope.recall(t, text, options); k != nil {
		return &Formula{k.of(text), want, k.program}
	}
	e, ok := analyse(text, scope, want, options, list)
	if !ok {
		return nil
	}
	f := &Formula{Expression: *e, Type: want}
	if f.program, ok = e.compile(scope, func(r *rewriter) ast.Node { return r.slot(e.root, want) }, list); !ok {
		return nil
	}
	scope.keep(t, e, f.program)
	return f
}

// Value works out what a slot holds for the formula's value. It is missing
// when an input is missing or a number is not finite.
func (f *Formula) Value(in *Inputs) Value {
	x, ok := in.run(&f.program).(float64)
	if !ok {
		return Value(missing)
	}
	return Value(finite(x))
}

// Eval works out the value as float64, bool or string; nil when there is none.
func (f *Formula) Eval(in *Inputs) any { return in.Decode(f.Value(in), f.Type) }
