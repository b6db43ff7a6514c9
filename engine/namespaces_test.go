package engine

import "testing"

func TestNearNames(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"hospital", "hospitel", true}, {"hospital", "hospitl", true}, {"hospital", "hsopital", true}, {"hospital_a", "hospital_b", false}, {"hospital_a", "hospitel_a", true},
		{"ward1", "ward2", false}, {"ward", "ward2", false}, {"hospital", "hospital", false}, {"hospital", "clinic", false}, {"aaa", "aab", false},
		{"北京一院", "北京二院", false}, {"北京一院", "北京一园", true}, {"hospital", "hospitals", true},
	} {
		if near(c.a, c.b) != c.want || near(c.b, c.a) != c.want {
			t.Errorf("%s, %s: %v", c.a, c.b, !c.want)
		}
	}
}
