package expression

import (
	"fmt"
	"math"
	"slices"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/checker"
	"github.com/expr-lang/expr/compiler"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/optimizer"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/vm"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// Truth is the value of a condition in Kleene's strong three-valued logic.
type Truth int8

// The three values. Unknown is the zero value: nothing decided.
const (
	Unknown Truth = iota
	False
	True
)

func (t Truth) String() string { return [...]string{"unknown", "false", "true"}[t] }

func truthOf(b bool) Truth {
	if b {
		return True
	}
	return False
}

// Not negates: unknown stays unknown.
func (t Truth) Not() Truth { return [...]Truth{Unknown, True, False}[t] }

type connective int8

const (
	leaf connective = iota
	and
	or
	not
	choose // cond ? a : b
)

// A decision is a condition's tree: connectives above, programs in the leaves.
type decision struct {
	kind  connective
	parts []*decision
	// whole runs the complete subtree at once when every input is known and
	// nothing in it can fail to have a value.
	whole  *vm.Program
	inputs []int
	// operands of a leaf must have a value before it is asked.
	operands []*operand
	fragile  bool
}

func (d *decision) truth(env *Env) Truth {
	if !d.fragile && env.allKnown(d.inputs) {
		if b, ok := env.run(d.whole).(bool); ok {
			return truthOf(b)
		}
		return Unknown
	}
	switch d.kind {
	case and, or:
		// and: any false decides; or: any true does.
		decisive := False
		if d.kind == or {
			decisive = True
		}
		result := decisive.Not()
		for _, p := range d.parts {
			switch p.truth(env) {
			case decisive:
				return decisive
			case Unknown:
				result = Unknown
			}
		}
		return result
	case not:
		return d.parts[0].truth(env).Not()
	case choose:
		switch d.parts[0].truth(env) {
		case True:
			return d.parts[1].truth(env)
		case False:
			return d.parts[2].truth(env)
		}
		if a := d.parts[1].truth(env); a == d.parts[2].truth(env) {
			return a
		}
		return Unknown
	}
	for _, o := range d.operands {
		if !o.ready(env) {
			return Unknown
		}
	}
	if b, ok := env.run(d.whole).(bool); ok {
		return truthOf(b)
	}
	return Unknown
}

// An operand is a part with a value. It is ready when its inputs are known,
// the conditions inside are decided, and its number is finite.
type operand struct {
	inputs  []int
	choices []*choice
	fragile bool        // division, powers and functions can give no number
	program *vm.Program // of a fragile operand, and of a formula
}

type choice struct {
	id        int // in the scope; programs ask for the answer by it
	condition *decision
	then, not *operand
}

func (o *operand) ready(env *Env) bool {
	if !o.decided(env) {
		return false
	}
	if !o.fragile {
		return true
	}
	x, ok := env.run(o.program).(float64)
	return ok && !math.IsNaN(x) && !math.IsInf(x, 0)
}

func (o *operand) decided(env *Env) bool {
	if !env.allKnown(o.inputs) {
		return false
	}
	for _, c := range o.choices {
		truth := c.condition.truth(env)
		branch := c.then
		switch truth {
		case False:
			branch = c.not
		case Unknown:
			return false
		}
		env.decide(c.id, truth == True)
		if !branch.decided(env) {
			return false
		}
	}
	return true
}

func (o *operand) value(env *Env) any {
	if !o.decided(env) {
		return nil
	}
	out := env.run(o.program)
	if x, ok := out.(float64); ok && (math.IsNaN(x) || math.IsInf(x, 0)) {
		return nil
	}
	return out
}

// arithmetic can overflow or divide by 0.
var arithmetic = []string{"+", "-", "*", "/", "**", "^"}

// builder makes decisions from a checked tree.
type builder struct {
	scope   *Scope
	choices map[*ast.ConditionalNode]int // id of those that choose values
	err     error
}

func newBuilder(scope *Scope) *builder {
	return &builder{scope: scope, choices: map[*ast.ConditionalNode]int{}}
}

func (b *builder) condition(node ast.Node) *decision {
	d := &decision{}
	switch n := node.(type) {
	case *ast.BinaryNode:
		switch n.Operator {
		case "and", "&&":
			d.kind, d.parts = and, []*decision{b.condition(n.Left), b.condition(n.Right)}
		case "or", "||":
			d.kind, d.parts = or, []*decision{b.condition(n.Left), b.condition(n.Right)}
		default:
			d.operands = []*operand{b.operand(n.Left), b.operand(n.Right)}
		}
	case *ast.UnaryNode:
		d.kind, d.parts = not, []*decision{b.condition(n.Node)}
	case *ast.ConditionalNode:
		d.kind, d.parts = choose, []*decision{b.condition(n.Cond), b.condition(n.Exp1), b.condition(n.Exp2)}
	default: // a boolean variable or constant, has()
		d.operands = []*operand{b.operand(n)}
	}
	add := func(inputs []int, fragile bool) {
		d.fragile = d.fragile || fragile
		for _, slot := range inputs {
			if !slices.Contains(d.inputs, slot) {
				d.inputs = append(d.inputs, slot)
			}
		}
	}
	for _, p := range d.parts {
		add(p.inputs, p.fragile)
	}
	for _, o := range d.operands {
		add(o.all(nil), o.fragile || len(o.choices) > 0)
	}
	d.whole = b.program(node)
	return d
}

// all gives every slot that the operand may need.
func (o *operand) all(slots []int) []int {
	slots = append(slots, o.inputs...)
	for _, c := range o.choices {
		slots = append(slots, c.condition.inputs...)
		slots = c.not.all(c.then.all(slots))
	}
	return slots
}

func (b *builder) operand(node ast.Node) *operand {
	o := &operand{}
	b.collect(node, o)
	if o.fragile {
		o.program = b.program(node)
	}
	return o
}

func (b *builder) collect(node ast.Node, o *operand) {
	switch n := node.(type) {
	case *ast.IdentifierNode:
		if v, ok := b.scope.Lookup(n.Value); ok && !slices.Contains(o.inputs, v.Slot) {
			o.inputs = append(o.inputs, v.Slot)
		}
	case *ast.UnaryNode:
		b.collect(n.Node, o)
	case *ast.BinaryNode:
		o.fragile = o.fragile || slices.Contains(arithmetic, n.Operator)
		b.collect(n.Left, o)
		b.collect(n.Right, o)
	case *ast.ConditionalNode:
		b.choices[n] = b.scope.choices
		c := &choice{b.scope.choices, nil, nil, nil}
		b.scope.choices++
		c.condition, c.then, c.not = b.condition(n.Cond), b.operand(n.Exp1), b.operand(n.Exp2)
		o.fragile = o.fragile || c.then.fragile || c.not.fragile
		o.choices = append(o.choices, c)
	case *ast.ArrayNode: // constants only
	case *ast.CallNode:
		if name, ok := n.Callee.(*ast.IdentifierNode); ok && name.Value == "has" {
			return
		}
		o.fragile = true
		for _, a := range n.Arguments {
			b.collect(a, o)
		}
	case *ast.BuiltinNode:
		o.fragile = true
		for _, a := range n.Arguments {
			b.collect(a, o)
		}
	}
}

// program compiles a copy of the subtree: the optimiser changes what it is
// given.
func (b *builder) program(node ast.Node) *vm.Program {
	config := b.scope.configuration()
	tree := &parser.Tree{Node: b.clone(node), Source: file.NewSource("")}
	_, err := checker.Check(tree, config)
	if err == nil {
		err = optimizer.Optimize(&tree.Node, config)
	}
	var program *vm.Program
	if err == nil {
		program, err = compiler.Compile(tree, config)
	}
	if err != nil && b.err == nil {
		b.err = err
	}
	return program
}

// failed reports what expr refused although the checks passed.
func (b *builder) failed(text strictyaml.Text, list *problem.List) bool {
	if b.err == nil {
		return false
	}
	list.Add(problem.Problem{Place: text.At, Code: "compile", ZH: fmt.Sprintf("无法编译：%v", b.err), EN: fmt.Sprintf("cannot compile: %v", b.err)})
	return true
}
