package compiled

import (
	"math"

	"github.com/expr-lang/expr/ast"
	"tijian/engine/expression"
)

// divisor makes what cannot divide NaN.
func divisor(x float64) float64 {
	if x == 0 || !finite(x) {
		return math.NaN()
	}
	return x
}

// exists makes what is infinite NaN.
func exists(x float64) float64 {
	if !finite(x) {
		return math.NaN()
	}
	return x
}

func (c *compiler) call(name string, arguments []ast.Node) number {
	switch name {
	case "pow":
		return c.power(arguments[0], arguments[1])
	case "min", "max":
		return c.extreme(name == "max", arguments)
	}
	if len(arguments) != 1 {
		c.fail()
		return nil
	}
	f := c.number(arguments[0])
	switch name {
	case "ln":
		return func(in *Inputs) float64 { return exists(math.Log(f(in))) }
	case "log10":
		return func(in *Inputs) float64 { return exists(math.Log10(f(in))) }
	case "exp":
		return func(in *Inputs) float64 { return exists(math.Exp(f(in))) }
	case "sqrt":
		return func(in *Inputs) float64 { return exists(math.Sqrt(f(in))) }
	case "abs":
		return func(in *Inputs) float64 { return exists(math.Abs(f(in))) }
	}
	c.fail()
	return nil
}

// power: a missing or infinite part leaves nothing, although math.Pow(NaN, 0)
// is 1. A base or exponent that is a plain number or variable is finite when
// known, so both ways of package expression come to the same.
func (c *compiler) power(base, exponent ast.Node) number {
	f := c.number(base)
	if k, ok := literal(exponent); ok && k == 2 {
		return func(in *Inputs) float64 { return square(f(in)) }
	}
	g := c.number(exponent)
	return func(in *Inputs) float64 {
		x, y := f(in), g(in)
		if !finite(x) || !finite(y) {
			return math.NaN()
		}
		return exists(math.Pow(x, y))
	}
}

// square is math.Pow(x, 2), which multiplies mantissas: the same as x*x but
// for results too small to be normal numbers.
func square(x float64) float64 {
	if a := math.Abs(x); 1e-100 < a && a < 1e100 {
		return x * x
	}
	if !finite(x) {
		return math.NaN()
	}
	return exists(math.Pow(x, 2))
}

// extreme follows package expression to the sign of zero: two plain parts are
// compared, others go through math.Min and math.Max.
func (c *compiler) extreme(larger bool, arguments []ast.Node) number {
	parts := make([]number, len(arguments))
	plain := len(arguments) == 2
	for i, a := range arguments {
		parts[i] = c.number(a)
		_, known := literal(a)
		_, variable := c.variable(a, expression.Number)
		plain = plain && (known || variable)
	}
	if plain {
		f, g := parts[0], parts[1]
		return func(in *Inputs) float64 {
			x, y := f(in), g(in)
			switch {
			case !finite(x) || !finite(y):
				return math.NaN()
			case larger && x > y, !larger && x < y:
				return x
			}
			return y
		}
	}
	choose := math.Min
	if larger {
		choose = math.Max
	}
	return func(in *Inputs) float64 {
		result := parts[0](in)
		for _, f := range parts[1:] {
			x := f(in)
			if !finite(result) || !finite(x) {
				return math.NaN()
			}
			result = choose(result, x)
		}
		return result
	}
}
