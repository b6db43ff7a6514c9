package rows

import (
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"

	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// CEL is github.com/google/cel-go, with checked and optimised programs and one
// activation that is used again.
type CEL struct {
	env        *cel.Env
	values     map[string]any
	activation interpreter.Activation
}

// NewCEL makes one for the variables of a rule set.
func NewCEL(set *ruleset.Set) (*CEL, error) {
	var options []cel.EnvOption
	for slot := range set.Scope.Len() {
		v := set.Scope.Slot(slot)
		kind := cel.DoubleType
		switch v.Type {
		case expression.Boolean:
			kind = cel.BoolType
		case expression.String:
			kind = cel.StringType
		}
		options = append(options, cel.Variable(v.Name, kind), cel.Variable(Present+v.Name, cel.BoolType))
	}
	for name, f := range unary {
		options = append(options, cel.Function(name, cel.Overload(name+"_double", []*cel.Type{cel.DoubleType}, cel.DoubleType,
			cel.UnaryBinding(func(x ref.Val) ref.Val { return types.Double(f(float64(x.(types.Double)))) }))))
	}
	for name, f := range binary {
		options = append(options, cel.Function(name, cel.Overload(name+"_double", []*cel.Type{cel.DoubleType, cel.DoubleType}, cel.DoubleType,
			cel.BinaryBinding(func(x, y ref.Val) ref.Val {
				return types.Double(f(float64(x.(types.Double)), float64(y.(types.Double))))
			}))))
	}
	env, err := cel.NewEnv(options...)
	if err != nil {
		return nil, err
	}
	c := &CEL{env: env, values: map[string]any{}}
	c.activation, err = interpreter.NewActivation(c.values)
	return c, err
}

// Compile implements Library.
func (c *CEL) Compile(text string) func() any {
	tree, issues := c.env.Compile(text)
	if issues.Err() != nil {
		panic(text + ": " + issues.Err().Error())
	}
	program, err := c.env.Program(tree, cel.EvalOptions(cel.OptOptimize))
	if err != nil {
		panic(text + ": " + err.Error())
	}
	return func() any {
		out, _, err := program.Eval(c.activation)
		if err != nil {
			return nil
		}
		return out.Value()
	}
}

// Set implements Library.
func (c *CEL) Set(name string, value any) {
	c.values[Present+name] = value != nil
	if value == nil {
		delete(c.values, name)
		return
	}
	c.values[name] = value
}

// Known implements Library.
func (c *CEL) Known(name string) bool { return c.values[name] != nil }
