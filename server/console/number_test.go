package console

import (
	"slices"
	"strings"
	"testing"

	"tijian/engine/message"
	"tijian/internal/numbertest"
	"tijian/server/console/lines"
	"tijian/server/console/words"
)

// Results that people type are taken and refused as everywhere, in their language.
func TestTypedNumbersAreReadAsEverywhere(t *testing.T) {
	for _, n := range slices.Concat(numbertest.Good, numbertest.Powers) {
		m, why := lines.Read(n.Written, "", nil, nil)
		if x, err := m.Value.Float64(); err != nil || x != n.Value {
			t.Errorf("%s is %s, %v", n.Written, m.Value, why)
		}
	}
	for _, n := range slices.Concat(numbertest.Bad, numbertest.Commas) {
		m, why := lines.Read(n.Written, "", nil, nil)
		if why == (message.Phrase{}) {
			t.Errorf("%s is %s", n.Written, m.Value)
		}
		for _, lang := range words.Languages {
			said := why.In(lang)
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
