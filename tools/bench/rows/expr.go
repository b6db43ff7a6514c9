package rows

import (
	"math"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/vm"

	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// functions of formulas, the same for both libraries.
var (
	unary = map[string]func(float64) float64{
		"ln": math.Log, "log10": math.Log10, "exp": math.Exp, "sqrt": math.Sqrt, "absolute": math.Abs,
	}
	binary = map[string]func(x, y float64) float64{"pow": math.Pow, "smaller": math.Min, "larger": math.Max}
)

// Expr is github.com/expr-lang/expr, with typed programs, one map of inputs and
// one virtual machine that is used again.
type Expr struct {
	types   map[string]any
	env     map[string]any
	machine vm.VM
}

// NewExpr makes one for the variables of a rule set.
func NewExpr(set *ruleset.Set) *Expr {
	e := &Expr{types: map[string]any{}, env: map[string]any{}}
	for slot := range set.Scope.Len() {
		v := set.Scope.Slot(slot)
		e.types[Present+v.Name] = false
		switch v.Type {
		case expression.Boolean:
			e.types[v.Name] = false
		case expression.String:
			e.types[v.Name] = ""
		default:
			e.types[v.Name] = 0.0
		}
	}
	for name, f := range unary {
		e.types[name], e.env[name] = f, f
	}
	for name, f := range binary {
		e.types[name], e.env[name] = f, f
	}
	return e
}

// Compile implements Library.
func (e *Expr) Compile(text string) func() any {
	program, err := expr.Compile(text, expr.Env(e.types))
	if err != nil {
		panic(text + ": " + err.Error())
	}
	return func() any {
		out, err := e.machine.Run(program, e.env)
		if err != nil {
			return nil
		}
		return out
	}
}

// Set implements Library.
func (e *Expr) Set(name string, value any) {
	e.env[Present+name] = value != nil
	if value == nil {
		delete(e.env, name)
		return
	}
	e.env[name] = value
}

// Known implements Library.
func (e *Expr) Known(name string) bool { return e.env[name] != nil }
