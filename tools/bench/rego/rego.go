// Package rego assesses a request with OPA: the rule set written as a policy,
// prepared once and asked once for each request.
package rego

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/types"

	"tijian/engine/assess"
	"tijian/engine/ruleset"
)

// An Assessor answers requests in the standard unit.
type Assessor struct {
	set   *ruleset.Set
	query rego.PreparedEvalQuery
	names map[string]string // of risks
}

// New has OPA compile a rule set.
func New(set *ruleset.Set) (*Assessor, error) {
	options := []func(*rego.Rego){rego.Query("data.rules.answer"), rego.Module("rules.rego", policy(set))}
	for name, f := range map[string]func(float64) float64{"ln": math.Log, "log10": math.Log10, "exp": math.Exp, "sqrt": math.Sqrt} {
		options = append(options, rego.Function1(&rego.Function{Name: name, Decl: types.NewFunction(types.Args(types.N), types.N)},
			func(_ rego.BuiltinContext, x *ast.Term) (*ast.Term, error) { return number(f(float(x))), nil }))
	}
	options = append(options, rego.Function2(&rego.Function{Name: "pow", Decl: types.NewFunction(types.Args(types.N, types.N), types.N)},
		func(_ rego.BuiltinContext, x, y *ast.Term) (*ast.Term, error) {
			return number(math.Pow(float(x), float(y))), nil
		}))
	query, err := rego.New(options...).PrepareForEval(context.Background())
	a := &Assessor{set: set, query: query, names: map[string]string{}}
	for _, r := range set.Risks {
		a.names[r.ID] = r.Name
	}
	return a, err
}

func float(x *ast.Term) float64 {
	n, _ := x.Value.(ast.Number).Float64()
	return n
}

// number is nil, which is undefined, where there is no finite one.
func number(x float64) *ast.Term {
	if x-x != 0 {
		return nil
	}
	return ast.FloatNumberTerm(x)
}

// input is what the policy is asked about.
func (a *Assessor) input(r *assess.Request) ast.Value {
	pair := func(name string, value *ast.Term) [2]*ast.Term { return [2]*ast.Term{ast.StringTerm(name), value} }
	v := ast.NewObject(
		pair("age", ast.IntNumberTerm(r.Age())),
		pair("sex", ast.StringTerm(string(r.Sex))),
		pair("has_diabetes", ast.BooleanTerm(r.HasDiabetes)),
		pair("is_taking_antihypertensive_therapy", ast.BooleanTerm(r.OnAntihypertensives)),
		pair("has_cvd", ast.BooleanTerm(r.HasCVD)),
		pair("has_hbp", ast.BooleanTerm(r.HasHypertension)),
		pair("smoke_daily_frequency", ast.FloatNumberTerm(r.SmokeDaily)),
	)
	for _, x := range a.set.Arguments {
		switch value := r.Arguments[x.Path].(type) {
		case bool:
			v.Insert(ast.StringTerm(x.Variable), ast.BooleanTerm(value))
		case float64:
			v.Insert(ast.StringTerm(x.Variable), ast.FloatNumberTerm(value))
		case string:
			v.Insert(ast.StringTerm(x.Variable), ast.StringTerm(value))
		}
	}
	names := make([]*ast.Term, len(r.Samples))
	for i := range r.Samples {
		names[i] = ast.StringTerm(r.Samples[i].Name)
		v.Insert(names[i], ast.FloatNumberTerm(r.Samples[i].Value))
	}
	return ast.NewObject(pair("v", ast.NewTerm(v)), pair("names", ast.ArrayTerm(names...)))
}

// Assess answers a request whose samples are in the standard unit. It leaves
// out ideal ranges and the list of assumptions.
func (a *Assessor) Assess(r *assess.Request, result *assess.Result) {
	set, err := a.query.Eval(context.Background(), rego.EvalParsedInput(a.input(r)))
	if err != nil || len(set) != 1 {
		panic(fmt.Sprintf("OPA has %d answers: %v", len(set), err))
	}
	answer := set[0].Expressions[0].Value.(map[string]any)
	rows, derived, flags := answer["rows"].(map[string]any), answer["derived"].(map[string]any), answer["flags"].(map[string]any)
	result.Version, result.Hash = a.set.Version, a.set.Hash
	if clear(result.Derived); result.Derived == nil {
		result.Derived = map[string]any{}
	}
	for id, x := range derived {
		if n, ok := x.(json.Number); ok {
			x, _ = n.Float64()
		}
		result.Derived[id] = x
	}
	if cap(result.Samples) < len(r.Samples) {
		result.Samples = make([]assess.SampleResult, len(r.Samples))
	}
	result.Samples = result.Samples[:len(r.Samples)]
	for i := range r.Samples {
		out := &result.Samples[i]
		*out = assess.SampleResult{Level: ruleset.LevelNotAssessed}
		at, ok := rows[r.Samples[i].Name].([]any)
		if !ok {
			continue
		}
		t := a.set.Tables[r.Samples[i].Name][whole(at[0])]
		row := t.Rows[whole(at[1])]
		out.Tip, out.Hint, out.Color, out.Level = row.Tip, row.Hint, row.Color, row.Level.ID
		for _, id := range t.Risks {
			if flag, told := flags[id]; told {
				out.Risks = append(out.Risks, assess.Risk{ID: id, Name: a.names[id], Flag: whole(flag)})
			}
		}
	}
}

// whole reads a number that the policy has written as a whole one.
func whole(x any) int {
	n, err := x.(json.Number).Int64()
	if err != nil {
		panic(err) // impossible: rows and flags are whole
	}
	return int(n)
}
