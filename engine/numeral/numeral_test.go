package numeral_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"tijian/engine/numeral"
	"tijian/engine/problem"
	"tijian/internal/numbertest"
)

// What can be read in one way is read; what can be read in two is refused, and both
// are named in either language.
func TestRead(t *testing.T) {
	for _, n := range slices.Concat(numbertest.Good, numbertest.Powers) {
		if x, ok := numeral.Float(n.Written); !ok || x != n.Value {
			t.Errorf("%s is %v, %v", n.Written, x, ok)
		}
		if got, unclear := numeral.Unclear(n.Written); unclear {
			t.Errorf("%s is said to be %v", n.Written, got)
		}
	}
	for _, n := range slices.Concat(numbertest.Bad, numbertest.Commas) {
		if x, ok := numeral.Float(n.Written); ok {
			t.Errorf("%s is %v", n.Written, x)
		}
		got, unclear := numeral.Unclear("AFP " + n.Written + " ng/mL")
		if unclear != (n.Readings != nil) || !slices.Equal(got.Readings, n.Readings) {
			t.Errorf("%s is %v, want %v", n.Written, got.Readings, n.Readings)
		}
		if !unclear {
			continue
		}
		for _, lang := range []string{problem.Chinese, problem.English} {
			if said := got.Why().In(lang); !strings.Contains(said, n.Readings[0]) || !strings.Contains(said, n.Readings[1]) {
				t.Errorf("%s is refused with %s", n.Written, said)
			}
		}
	}
}

// A number is split off with its sign and power of ten; a comma that groups nothing
// ends it.
func TestCut(t *testing.T) {
	for text, want := range map[string]string{
		"5.6 mmol/L": `5.6|5.6|[]| mmol/L`, "-2.5": `-2.5|-2.5|[]|`, "+3": `+3|3|[]|`, "1.2E5": `1.2E5|1.2E5|[]|`, ".5": `.5|.5|[]|`, "5.": `5.|5.|[]|`,
		"18,5": `18|18|[]|,5`, "68,125.5": `68,125.5|68125.5|[]|`, "-1,234x": `-1,234||[-1234 -1.234]|x`, "1,234e3": `1,234e3||[1234e3 1.234e3]|`, "1,234.": `1,234.||[1234 1.234]|`,
		"6.5×10^9/L": `6.5|6.5|[]|×10^9/L`, "6.5 x10^9个/L": `6.5|6.5|[]| x10^9个/L`, "3.28×10^4 IU/mL": `3.28×10^4|3.28e4|[]| IU/mL`, "3.28×104": `3.28|3.28|[]|×104`,
		"-012": `-012||[-12 -0.12]|`, "000": `000||[0 0.00]|`, "0.12": `0.12|0.12|[]|`, "5,": `5|5|[]|,`, "1,234,": `1,234||[1234 1.234]|,`,
		"": "none", "-": "none", ".": "none", ",5": "none", "x5": "none",
	} {
		got := "none"
		if n, rest, ok := numeral.Cut(text); ok {
			got = fmt.Sprintf("%s|%s|%v|%s", n.Written, n.Plain, n.Readings, rest)
		}
		if got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

// Decimal commas become points where they can be nothing else.
func TestPointed(t *testing.T) {
	for text, want := range map[string]string{
		"4,1": "4.1", "<0,005": "<0.005", "3,5-5,3": "3.5-5.3", "1,234": "1,234", "0,5-1,234": "0.5-1,234", "1,234,567": "1,234,567", "1,234.5": "1,234.5", "x": "x",
	} {
		if got := numeral.Pointed(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]bool{"4,1": true, "-0,345": true, "<0,005": true, "1,234": false, "4.1": false, "1,2,3": false} {
		if numeral.HasDecimalComma(text) != want {
			t.Errorf("%q has a decimal comma: %v", text, !want)
		}
	}
}

func TestRangesAreReadInEverySpelling(t *testing.T) {
	alike := func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
	for _, c := range slices.Concat(numbertest.Ranges, numbertest.RangePowers) {
		for _, text := range []string{c.Written, " " + c.Written + " ", "参考值：" + c.Written, "(" + c.Written + ")", c.Written + " mmol/L"} {
			r, ok, _ := numeral.ReadRange(text)
			if none := math.IsNaN(c.Low) && math.IsNaN(c.High); none == ok || ok && (!alike(r.Low, c.Low) || !alike(r.High, c.High)) {
				t.Errorf("%q is %+v, %v", text, r, ok)
			}
		}
	}
	for text, want := range map[string]numeral.Range{"<5": {HighOut: true}, "≤5": {}, ">5": {LowOut: true}, "不低于5": {}, "大于5": {LowOut: true}} {
		if r, _, _ := numeral.ReadRange(text); r.LowOut != want.LowOut || r.HighOut != want.HighOut {
			t.Errorf("%q is %+v", text, r)
		}
	}
}

func FuzzReadRange(f *testing.F) {
	for _, c := range numbertest.Ranges {
		f.Add(c.Written)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if r, ok, crossed := numeral.ReadRange(text); ok && (crossed || r.Low > r.High || math.IsNaN(r.Low) && math.IsNaN(r.High)) {
			t.Fatalf("%q is %+v, %v", text, r, crossed)
		}
		if _, n := numeral.CutRange(text); n > len(text) {
			t.Fatalf("%q takes %d bytes", text, n)
		}
	})
}
