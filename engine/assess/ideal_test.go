package assess

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// bound is one end of an ideal range as it is written: a sign or, in 3.9-6.1,
// none, and a number.
var bound = regexp.MustCompile(`([<>≤≥]?)(\d+(?:\.\d+)?)`)

// Whatever the text of an ideal range admits is ideal, in every unit: a value
// that stands beside a range that holds it must not be called high.
func TestIdealTextsHoldTheirValues(t *testing.T) {
	e := embedded(t)
	tried := 0
	for name, indicator := range e.base.indicators {
		if len(indicator.tables) == 0 {
			continue
		}
		for _, unit := range indicator.KnownUnits() {
			for _, person := range []func(...Sample) *Request{man, woman} {
				middle, _ := indicator.FromStandard((indicator.Plausible[0]+indicator.Plausible[1])/2, unit)
				got, err := e.Assess(person(Sample{Name: name, Unit: unit, Value: middle}))
				if err != nil {
					t.Fatal(err)
				}
				text := got.Samples[0].Ideal
				for _, m := range bound.FindAllStringSubmatch(text, -1) {
					value, err := strconv.ParseFloat(m[2], 64)
					if err != nil {
						t.Fatal(err)
					}
					switch m[1] {
					case "<":
						value -= 1e-9 * value
					case ">":
						value += 1e-9 * value
					}
					got, err := e.Assess(person(Sample{Name: name, Unit: unit, Value: value}))
					if err != nil {
						t.Fatal(err)
					}
					tried++
					if level := got.Samples[0].Level; level != "N0" && !strings.Contains(text, "(") && level != "U1" {
						t.Errorf("%s %v %s is %s beside the ideal range %s", name, value, unit, level, text)
					}
				}
			}
		}
	}
	if tried < 1000 {
		t.Errorf("only %d bounds were tried", tried)
	}
}
