package numeral_test

import (
	"fmt"
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
	for _, n := range numbertest.Good {
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
