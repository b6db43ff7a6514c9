package expression

import (
	"math"
	"slices"
)

// presence prefixes the hidden variables that stand for has(name).
const presence = "has$"

// decided is the hidden function that tells how a choice was decided. A
// condition may lack inputs and yet be decided, which expr itself cannot see.
const decided = "decided$"

// arity of the functions of the language; max 0 means any number.
var functions = map[string]struct{ min, max int }{
	"ln": {1, 1}, "log10": {1, 1}, "exp": {1, 1}, "sqrt": {1, 1}, "abs": {1, 1},
	"pow": {2, 2}, "min": {2, 0}, "max": {2, 0}, "has": {1, 1},
}

// callables replace expr's operators and functions wherever a number can fail
// to exist. They answer NaN then (division by 0, logarithm of 0, overflow),
// and NaN for NaN, so that a failure anywhere shows in the result.
var callables = map[string]any{
	"ln":       unary(math.Log),
	"log10":    unary(math.Log10),
	"exp":      unary(math.Exp),
	"sqrt":     unary(math.Sqrt),
	"abs":      unary(math.Abs),
	"finite$":  number,
	"divisor$": divisor,
	// Calls with two arguments go through reflection in expr, so these serve
	// only where an argument may be NaN itself.
	"pow":      binary(math.Pow),
	"smaller$": binary(math.Min),
	"larger$":  binary(math.Max),
}

// divisor makes what cannot divide NaN.
func divisor(x float64) float64 {
	if x == 0 {
		return math.NaN()
	}
	return number(x)
}

func unary(f func(float64) float64) func(float64) float64 {
	return func(x float64) float64 { return number(f(x)) }
}

func binary(f func(a, b float64) float64) func(a, b float64) float64 {
	return func(a, b float64) float64 {
		if math.IsNaN(a) || math.IsNaN(b) || math.IsInf(a, 0) || math.IsInf(b, 0) {
			return math.NaN() // pow(NaN, 0) would be 1
		}
		return number(f(a, b))
	}
}

// number makes what is not a finite number NaN.
func number(x float64) float64 {
	if math.IsInf(x, 0) {
		return math.NaN()
	}
	return x
}

var words = []string{"and", "or", "not", "in", "true", "false", "nil", "let", "if", "else", "matches", "contains", "startsWith", "endsWith"}

// Reserved says whether a name belongs to the language and so cannot name a
// variable.
func Reserved(name string) bool {
	_, function := functions[name]
	return function || slices.Contains(words, name)
}
