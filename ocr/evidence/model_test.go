package evidence

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

func TestEmbedded(t *testing.T) {
	m, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range Questions {
		last := math.Inf(-1)
		for _, code := range q.Codes {
			w := m.Weights[q.Fact][code]
			if q.Order != Free && w < last {
				t.Errorf("%s: %s speaks less for a value (%.2f) than the code before (%.2f)", q.Fact, code, w, last)
			}
			last = w
		}
	}
	if m.Made.Command == "" || m.Made.On == "" || len(m.Made.Sets) == 0 {
		t.Errorf("the model does not say where it comes from: %+v", m.Made)
	}
}

// TestProbable: what a person would believe is believed, and what they would
// not is no value.
func TestProbable(t *testing.T) {
	m, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	plain := Basis{
		Kind: Number, Readers: Agree, Sure: "0.999", Ink: Whole, Interval: Inside, Mark: Absent, Decimals: Usual,
		Unit: Printed, Name: Exact, Code: Agrees, Specimen: Fits, Column: Result, Page: "0.98",
	}
	but := func(changes Basis) Basis {
		b := Basis{}
		for _, from := range []Basis{plain, changes} {
			for fact, code := range from {
				b[fact] = code
			}
		}
		return b
	}
	for _, c := range []struct {
		name         string
		b            Basis
		least, below float64
	}{
		{"everything agrees", plain, 0.99, 1},
		{"outside with its mark", but(Basis{Interval: Outside, Mark: Agrees}), 0.98, 1},
		{"no interval", but(Basis{Interval: Absent, Mark: None, Decimals: Unknown}), 0.95, 1},
		{"one reader, unsure, of a name half read", but(Basis{Readers: Alone, Sure: "0", Interval: Outside, Mark: Missing, Name: Weak, Code: Absent}), 0, m.Threshold},
		{"the better reader saw other digits", but(Basis{Readers: Lesser, Sure: "0.9", Interval: Outside, Mark: Missing}), 0, m.Threshold},
		{"the ink shows a point", but(Basis{Ink: PointMissing, Interval: Far, Mark: Missing, Decimals: Fewer}), 0, m.Threshold},
	} {
		if p := m.Probabilities([]Basis{c.b})[0]; p < c.least || p >= c.below {
			t.Errorf("%s: %.4f, want %.4f to %.4f", c.name, p, c.least, c.below)
		}
	}
}

func TestRivals(t *testing.T) {
	m := &Model{Weights: map[Fact]map[string]float64{Readers: {Agree: math.Log(3)}}}
	p := m.Probabilities([]Basis{{Readers: Agree}, {Readers: Lesser}})
	if want := []float64{0.6, 0.2}; math.Abs(p[0]-want[0])+math.Abs(p[1]-want[1]) > 1e-9 {
		t.Errorf("got %v, want %v: the last fifth is for none of them", p, want)
	}
}

func TestParse(t *testing.T) {
	if _, err := Parse(bytes.NewReader(embedded)); err != nil {
		t.Fatal(err)
	}
	whole := string(embedded)
	for name, text := range map[string]string{
		"no file":            "",
		"no threshold":       strings.Replace(whole, "threshold:", "bias:", 1),
		"threshold 1":        "threshold: 1",
		"an unknown key":     whole + "more: 1\n",
		"an unknown code":    strings.Replace(whole, `"touched":`, `"torched":`, 1),
		"a code too many":    strings.Replace(whole, `    "touched":`, "    \"torched\": 1\n    \"touched\":", 1),
		"a weight of no sum": strings.Replace(whole, `"touched":`, `"touched": .nan #`, 1),
	} {
		if _, err := Parse(strings.NewReader(text)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestEnough: what lies outside without the page's mark must be surer.
func TestEnough(t *testing.T) {
	m := &Model{Threshold: 0.6, Unmarked: 0.9}
	for _, c := range []struct {
		mark string
		p    float64
		want bool
	}{{Missing, 0.89, false}, {Missing, 0.9, true}, {Agrees, 0.6, true}, {Agrees, 0.59, false}, {Absent, 0.7, true}} {
		if got := m.Enough(Basis{Mark: c.mark}, c.p); got != c.want {
			t.Errorf("%s mark, %v: %t", c.mark, c.p, got)
		}
	}
}

func TestAtLeast(t *testing.T) {
	for v, want := range map[float64]string{-1: "0", 0: "0", 0.49: "0.3", 0.5: "0.5", 0.9: "0.9", 1: "0.999"} {
		if got := AtLeast(Sure, v); got != want {
			t.Errorf("%v gives %q, want %q", v, got, want)
		}
	}
}
