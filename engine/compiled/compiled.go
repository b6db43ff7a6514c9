package compiled

import (
	"math"

	"tijian/engine/expression"
)

// A Condition is a compiled condition.
type Condition struct {
	Source *expression.Condition
	eval   condition
	native bool
}

// NewCondition compiles a condition of the scope.
func NewCondition(source *expression.Condition, scope *expression.Scope) *Condition {
	c := &compiler{scope: scope}
	eval := c.condition(source.Root())
	if c.failed {
		return ByExpr(source)
	}
	return &Condition{Source: source, eval: eval, native: true}
}

// Eval decides the condition for what is known.
func (c *Condition) Eval(in *Inputs) expression.Truth { return c.eval(in) }

// Native is false for a condition that is handed to expr.
func (c *Condition) Native() bool { return c.native }

// A Formula is a compiled formula of one type.
type Formula struct {
	Source *expression.Formula
	Type   expression.Type
	number number
	text   text
	truth  condition
	native bool
}

// NewFormula compiles a formula of the scope, which has the given type.
func NewFormula(source *expression.Formula, t expression.Type, scope *expression.Scope) *Formula {
	c := &compiler{scope: scope}
	f := &Formula{Source: source, Type: t, native: true}
	switch t {
	case expression.Boolean:
		f.truth = c.condition(source.Root())
	case expression.String:
		f.text = c.text(source.Root())
	default:
		f.number = c.number(source.Root())
	}
	if c.failed {
		return FormulaByExpr(source, t)
	}
	return f
}

// FormulaByExpr is a formula that expr answers.
func FormulaByExpr(source *expression.Formula, t expression.Type) *Formula {
	return &Formula{
		Source: source, Type: t,
		number: func(in *Inputs) float64 {
			if x, ok := source.Number(in.Env()); ok {
				return x
			}
			return math.NaN()
		},
		text: func(in *Inputs) (string, bool) {
			s, ok := source.Eval(in.Env()).(string)
			return s, ok
		},
		truth: func(in *Inputs) expression.Truth {
			if b, ok := source.Eval(in.Env()).(bool); ok {
				return truth(b)
			}
			return expression.Unknown
		},
	}
}

// Native is false for a formula that is handed to expr.
func (f *Formula) Native() bool { return f.native }

// Number gives a number that is finite, or false.
func (f *Formula) Number(in *Inputs) (float64, bool) {
	x := f.number(in)
	return x, finite(x)
}

// Text gives a text, or false.
func (f *Formula) Text(in *Inputs) (string, bool) { return f.text(in) }

// Assign works out the value into a slot and says whether there is one; the
// slot is left alone otherwise.
func (f *Formula) Assign(in *Inputs, at int) bool {
	switch f.Type {
	case expression.Boolean:
		t := f.truth(in)
		if t == expression.Unknown {
			return false
		}
		in.SetBoolean(at, t == expression.True)
	case expression.String:
		s, ok := f.text(in)
		if !ok {
			return false
		}
		in.SetString(at, s)
	default:
		x := f.number(in)
		if !finite(x) {
			return false
		}
		in.SetNumber(at, x)
	}
	return true
}

// Eval gives the value as float64, bool or string; nil when there is none.
func (f *Formula) Eval(in *Inputs) any {
	switch f.Type {
	case expression.Boolean:
		if t := f.truth(in); t != expression.Unknown {
			return t == expression.True
		}
	case expression.String:
		if s, ok := f.text(in); ok {
			return s
		}
	default:
		if x := f.number(in); finite(x) {
			return x
		}
	}
	return nil
}

// ByExpr is a condition that expr answers.
func ByExpr(source *expression.Condition) *Condition {
	return &Condition{Source: source, eval: func(in *Inputs) expression.Truth { return source.Eval(in.Env()) }}
}
