package dictionary

import "testing"

// A standard name or title outweighs what others are also called; a unit tells
// apart those that share a name.
func TestNamed(t *testing.T) {
	d, list := Load(fixture(indicatorYAML + "- {name: other, zh: 其他, aliases: [血糖, 体 温], category: blood, specimen: blood, kind: quantitative, unit: U/L, plausible: [0, 9]}\n"))
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, unit, want string
		called           int
	}{
		{"血糖", "", "glucose", 1},
		{" 体温 ", "", "temperature", 1},
		{"Ｇlucose", "", "glucose", 1},
		{"GLU", "", "", 2},
		{"GLU", "mg/dL", "glucose", 2},
		{"GLU", "U/L", "", 2},
		{"urine glucose", "", "urine_glucose", 1}, // its English name, where it has no title
		{"nothing", "", "", 0},
	} {
		if n := len(d.CalledSo(c.name)); n != c.called {
			t.Errorf("%q is what %d are called, want %d", c.name, n, c.called)
		}
		i, ok := d.Named(c.name, c.unit)
		if ok != (c.want != "") || ok && i.Name != c.want {
			t.Errorf("%q in %q: %v %v, want %q", c.name, c.unit, i, ok, c.want)
		}
	}
}
