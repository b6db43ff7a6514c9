package expression

import (
	"math"
	"slices"

	"github.com/expr-lang/expr"
)

// arity of the functions of the language; max 0 means any number.
var functions = map[string]struct{ min, max int }{
	"ln": {1, 1}, "log10": {1, 1}, "exp": {1, 1}, "sqrt": {1, 1}, "abs": {1, 1},
	"pow": {2, 2}, "min": {2, 0}, "max": {2, 0}, "has": {1, 1},
}

// callables are what rewritten trees call. They give NaN for NaN and wherever
// there is no finite result, so that a failure anywhere shows in the end.
var callables = map[string]any{
	"ln$":      unary(math.Log),
	"log10$":   unary(math.Log10),
	"exp$":     unary(math.Exp),
	"sqrt$":    unary(math.Sqrt),
	"abs$":     unary(math.Abs),
	"finite$":  finite,
	"divisor$": divisor,
}

// finite makes what is not a finite number NaN.
func finite(x float64) float64 {
	if x-x != 0 {
		return missing
	}
	return x
}

// divisor makes what cannot divide NaN.
func divisor(x float64) float64 {
	if x == 0 {
		return missing
	}
	return finite(x)
}

func unary(f func(float64) float64) func(float64) float64 {
	return func(x float64) float64 {
		if x-x != 0 {
			return missing // exp(-Inf) would be 0
		}
		return finite(f(x))
	}
}

// power tells expr of the one function with two numbers, which it calls through
// a buffer of arguments.
func power() expr.Option {
	return expr.Function("pow$", func(arguments ...any) (any, error) {
		a, b := arguments[0].(float64), arguments[1].(float64)
		if a-a != 0 || b-b != 0 {
			return missing, nil // pow(NaN, 0) would be 1
		}
		return finite(math.Pow(a, b)), nil
	}, new(func(a, b float64) float64))
}

var words = []string{"and", "or", "not", "in", "true", "false", "nil", "let", "if", "else", "matches", "contains", "startsWith", "endsWith"}

// Reserved reports whether a name belongs to the language and so cannot name a
// variable.
func Reserved(name string) bool {
	_, function := functions[name]
	return function || slices.Contains(words, name)
}
