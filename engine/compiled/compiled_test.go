package compiled

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
	"tijian/engine/expression"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

func scope() *expression.Scope {
	s := expression.NewScope()
	for _, name := range []string{"a", "b", "c", "d"} {
		s.Declare(expression.Variable{Name: name, Type: expression.Number})
	}
	s.Declare(expression.Variable{Name: "p", Type: expression.Boolean})
	s.Declare(expression.Variable{Name: "q", Type: expression.Boolean})
	s.Declare(expression.Variable{Name: "sex", Type: expression.String, Allowed: []string{"male", "female"}})
	s.Declare(expression.Variable{Name: "region", Type: expression.String, Allowed: []string{"north", "south"}})
	return s
}

// A source writes random expressions.
type source struct{ *rapid.T }

func (s source) pick(from ...string) string { return rapid.SampledFrom(from).Draw(s.T, "pick") }

func (s source) number(depth int) string {
	if depth == 0 {
		return s.pick("a", "b", "c", "d", "0", "1", "2", "2.5", "-3", "0.0259", "1e200", "1e-200", "-0.0", "7")
	}
	x, y := s.number(depth-1), s.number(depth-1)
	switch rapid.IntRange(0, 9).Draw(s.T, "number") {
	case 0, 1:
		return fmt.Sprintf("(%s %s %s)", x, s.pick("+", "-", "*", "/"), y)
	case 2:
		return fmt.Sprintf("%s %s %s * %s %s %s", x, s.pick("+", "-"), s.pick("a", "2.5"), s.pick("b", "3 * c"), s.pick("+", "-"), y)
	case 3:
		return fmt.Sprintf("%s(%s)", s.pick("ln", "log10", "exp", "sqrt", "abs"), x)
	case 4:
		return fmt.Sprintf("pow(%s, %s)", x, s.pick(y, "2", "a"))
	case 5:
		return fmt.Sprintf("(%s) ** %s", x, s.pick("2", "b", "0"))
	case 6:
		return fmt.Sprintf("%s(%s)", s.pick("min", "max"), strings.Join([]string{x, y, "a"}[:rapid.IntRange(2, 3).Draw(s.T, "n")], ", "))
	case 7, 8:
		return fmt.Sprintf("(%s ? %s : %s)", s.condition(depth-1), x, y)
	default:
		return fmt.Sprintf("-(%s)", x)
	}
}

func (s source) condition(depth int) string {
	if depth == 0 {
		return s.pick("p", "q", "has(a)", "has(p)", "has(sex)", "true", "false", `sex == "male"`, `"south" != region`, `sex in ["male", "female"]`, `region in ["north"]`,
			"a < 2", "b <= 1", "2 > c", "1 >= d", "a == 1", "b != 2.5", "2 == c", "a < b", "a in [0, 1, -3]", "0 <= a < 3", "2.5 >= b > 0", "1 < c and c <= 2 and p", "(0 < a and 2 > b)", "a > 0 and a > 1", "p == q", "(a > 1) != p", `sex == (p ? "male" : "female")`)
	}
	x, y := s.condition(depth-1), s.condition(depth-1)
	switch rapid.IntRange(0, 5).Draw(s.T, "condition") {
	case 0:
		return fmt.Sprintf("(%s) and (%s)", x, y)
	case 1:
		return fmt.Sprintf("(%s) or (%s) or (%s)", x, y, s.condition(0))
	case 2:
		return fmt.Sprintf("not (%s)", x)
	case 3:
		return fmt.Sprintf("((%s) ? (%s) : (%s))", x, y, s.condition(0))
	case 4:
		return fmt.Sprintf("(%s) in [0, 1, 2]", s.number(depth-1))
	default:
		return fmt.Sprintf("(%s) %s (%s)", s.number(depth-1), s.pick("<", "<=", ">", ">=", "==", "!="), s.number(depth-1))
	}
}

func (s source) text(depth int) string {
	if depth == 0 {
		return s.pick("sex", "region", `"x"`)
	}
	return fmt.Sprintf("((%s) ? (%s) : (%s))", s.condition(depth-1), s.text(depth-1), s.text(0))
}

// fill draws inputs, some missing, into both kinds of environment.
func fill(t *rapid.T, s *expression.Scope, in *Inputs, env *expression.Env) {
	in.Reset()
	env.Reset()
	for i := range s.Len() {
		if rapid.IntRange(0, 3).Draw(t, "missing") == 0 {
			continue
		}
		var value any
		switch v := s.Slot(i); v.Type {
		case expression.Number:
			value = rapid.OneOf(rapid.SampledFrom([]float64{0, math.Copysign(0, -1), 1, 2, 2.5, -3, 1e200, -1e200, 5e-324, 1e-160}), rapid.Float64Range(-10, 10), rapid.Float64()).Draw(t, v.Name)
		case expression.Boolean:
			value = rapid.Bool().Draw(t, v.Name)
		default:
			value = rapid.SampledFrom(v.Allowed).Draw(t, v.Name)
		}
		in.Set(i, value)
		env.Set(i, value)
	}
}

func TestConditionsAnswerLikeExpr(t *testing.T) {
	native := 0
	rapid.Check(t, func(t *rapid.T) {
		s := scope()
		var list problem.List
		text := strictyaml.Text{Value: source{t}.condition(rapid.IntRange(0, 3).Draw(t, "depth"))}
		want := expression.CompileCondition(text, s, expression.Options{}, &list)
		if want == nil {
			t.Fatalf("%s: %v", text.Value, list.Err())
		}
		got := NewCondition(want, s)
		if got.Native() {
			native++
		}
		in, env := NewInputs(s), s.NewEnv()
		for range 8 {
			fill(t, s, in, env)
			if g, w := got.Eval(in), want.Eval(env); g != w {
				t.Fatalf("%s: %v, want %v; %+v", text.Value, g, w, in.slots)
			} else if g == yes && !in.AllKnown(got.Required(s)) {
				t.Fatalf("%s is true without what it requires: %+v", text.Value, in.slots)
			}
		}
	})
	if native == 0 {
		t.Error("nothing was compiled")
	}
}

func TestFormulasAnswerLikeExpr(t *testing.T) {
	native := 0
	rapid.Check(t, func(t *rapid.T) {
		s := scope()
		var list problem.List
		kind := rapid.SampledFrom([]expression.Type{expression.Number, expression.Number, expression.Number, expression.String, expression.Boolean}).Draw(t, "type")
		depth := rapid.IntRange(0, 3).Draw(t, "depth")
		var text strictyaml.Text
		switch kind {
		case expression.Number:
			text.Value = source{t}.number(depth)
		case expression.String:
			text.Value = source{t}.text(depth)
		default:
			text.Value = source{t}.condition(depth)
		}
		want := expression.CompileFormula(text, s, kind, expression.Options{}, &list)
		if want == nil {
			t.Fatalf("%s: %v", text.Value, list.Err())
		}
		got := NewFormula(want, kind, s)
		if got.Native() {
			native++
		}
		in, env := NewInputs(s), s.NewEnv()
		for range 8 {
			fill(t, s, in, env)
			w := want.Eval(env)
			if g := got.Eval(in); g != w {
				t.Fatalf("%s: %v, want %v; %+v", text.Value, g, w, in.slots)
			} else if g != nil && !in.AllKnown(got.Required(s)) {
				t.Fatalf("%s = %v without what it requires: %+v", text.Value, g, in.slots)
			}
			v, _ := s.Lookup(map[expression.Type]string{expression.Number: "d", expression.Boolean: "q", expression.String: "region"}[kind])
			before := in.Value(v.Slot)
			if got.Assign(in, v.Slot) {
				before = w
			}
			if after := in.Value(v.Slot); after != before {
				t.Fatalf("%s assigned %v, want %v", text.Value, after, before)
			}
		}
	})
	if native == 0 {
		t.Error("nothing was compiled")
	}
}

func BenchmarkFormula(b *testing.B) {
	s := scope()
	var list problem.List
	f := expression.CompileFormula(strictyaml.Text{Value: "100 * (1 - exp(-exp(0.1 * a + 0.2 * b - 0.01 * a * b + (p ? 0.5 : 0) + ln(c))))"}, s, expression.Number, expression.Options{}, &list)
	if f == nil {
		b.Fatal(list.Err())
	}
	in, env := NewInputs(s), s.NewEnv()
	for i, value := range []any{1.5, 2.5, 3.5, nil, true} {
		in.Set(i, value)
		env.Set(i, value)
	}
	b.Run("compiled", func(b *testing.B) {
		c := NewFormula(f, expression.Number, s)
		b.ReportAllocs()
		for b.Loop() {
			c.Number(in)
		}
	})
	b.Run("expr", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			f.Number(env)
		}
	})
}
