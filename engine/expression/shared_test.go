package expression

import (
	"testing"

	"tijian/engine/problem"
)

// Two formulas written alike are one, which follows its inputs within a request
// and from one to the next, a missing one included.
func TestShared(t *testing.T) {
	t.Parallel()
	s := scope()
	var list problem.List
	compile := func(source string) *Formula {
		f := CompileFormula(text(t, source), s, Number, Options{}, &list)
		if f == nil {
			t.Fatal(source, list)
		}
		return f
	}
	var sharing Sharing
	one, same, other := sharing.Of(compile("a / 2 + b")), sharing.Of(compile("a / 2 + b")), sharing.Of(compile("a / 2 - b"))
	if one == nil || one != same || one == other || sharing.Of(compile("a + b + c + age + value")) != nil {
		t.Fatal("shared otherwise than by text")
	}
	in := s.NewInputs()
	slots := map[string]int{}
	for _, name := range []string{"a", "b"} {
		v, _ := s.Lookup(name)
		slots[name] = v.Slot
	}
	for range 2 {
		for _, x := range []float64{8, 8, 10, 8} {
			in.SetNumber(slots["a"], x)
			in.SetNumber(slots["b"], 1)
			if got, less := one.Value(in), other.Value(in); got != Value(x/2+1) || less != Value(x/2-1) {
				t.Errorf("of %v: %v and %v", x, got, less)
			}
		}
		if in.Unset(slots["a"]); one.Value(in).Known() {
			t.Error("a value without an input")
		}
		in.Reset()
	}
	// It is run once: an answer in its place is taken.
	in.SetNumber(slots["a"], 4)
	in.SetNumber(slots["b"], 1)
	one.Value(in)
	in.shared[one.id].value = 77
	if same.Value(in) != 77 {
		t.Error("run twice for the same inputs")
	}
	if in.Reset(); one.Value(in).Known() {
		t.Error("remembered from another request")
	}
}
