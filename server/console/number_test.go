package console

import (
	"slices"
	"strings"
	"testing"

	"tijian/internal/numbertest"
	"tijian/server/console/lines"
	"tijian/server/console/words"
)

// Results that people type are taken and refused as everywhere, in their language.
func TestTypedNumbersAreReadAsEverywhere(t *testing.T) {
	for _, n := range numbertest.Good {
		value, _, ok := lines.Number(n.Written, nil, nil)
		if x, err := value.Float64(); !ok || err != nil || x != n.Value {
			t.Errorf("%s is %s, %v", n.Written, value, ok)
		}
	}
	for _, n := range slices.Concat(numbertest.Bad, numbertest.Commas) {
		if value, _, ok := lines.Number(n.Written, nil, nil); ok {
			t.Errorf("%s is %s", n.Written, value)
		}
		for _, lang := range words.Languages {
			said := lines.NotRead(lang, n.Written, "assess.bad.value", n.Written)
			for _, reading := range n.Readings {
				if !strings.Contains(said, reading) {
					t.Errorf("%s is refused with %s", n.Written, said)
				}
			}
			if !strings.Contains(said, n.Written) && !strings.Contains(said, n.Readings[0]) {
				t.Errorf("%s is refused with %s", n.Written, said)
			}
		}
	}
}
