package lines

import (
	"testing"

	"tijian/internal/rulestest"
)

// Every condition is of indicators that the rules in force have; one of another name would
// be assumed without a word.
func TestConditionsAreOfIndicators(t *testing.T) {
	dict := rulestest.Active(t).Dictionary
	for _, c := range conditions() {
		for _, name := range append([]string{c.Indicator}, c.Instead...) {
			if _, ok := dict.Lookup(name); !ok {
				t.Errorf("conditions.yaml names %q, which is no indicator", name)
			}
		}
		if len(c.Says) == 0 {
			t.Errorf("%s: nothing says its condition", c.Indicator)
		}
	}
}
