package result

import "testing"

func TestAgrees(t *testing.T) {
	for _, c := range []struct {
		name     string
		a, aStep float64
		b, bStep float64
		want     bool
	}{
		{"the same", 5.6, 0.1, 5.6, 0.1, true},
		{"finer", 5.64, 0.01, 5.6, 0.1, true},
		{"two units", 6.44, 0.01, 6.43914, 0.02586, true},
		{"a last digit apart", 140, 1, 141, 1, false},
		{"within a percent", 250, 1, 252, 1, false},
		{"grades", 0, 0, 0.5, 0, false},
		{"half a step apart", 5.56, 0.1, 5.61, 0.1, false},
	} {
		a, b := Entry{Value: &c.a, Step: c.aStep}, Entry{Value: &c.b, Step: c.bStep}
		if a.Agrees(&b) != c.want || b.Agrees(&a) != c.want {
			t.Errorf("%s: %v and %v agree: %v, backwards %v", c.name, c.a, c.b, a.Agrees(&b), b.Agrees(&a))
		}
	}
}
