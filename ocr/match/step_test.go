package match

import (
	"math"
	"testing"
)

// An entry says how finely its value was printed, in the standard unit.
func TestStep(t *testing.T) {
	m := load(t)
	for _, test := range []struct {
		line, indicator string
		want            float64
	}{
		{"白细胞计数 | 5.60 | 10^9/L | 3.5--9.5", "white_blood_cell_count", 0.01},
		{"血小板计数 | 210 | 10^9/L | 125--350", "platelet_count", 1},
		{"血红蛋白 | 15.3 | g/dL | 13.0--17.5", "hemoglobin", 1},
		{"总胆固醇 | 249 | mg/dL | 0--200", "total_cholesterol", 0.02586},
		{"尿蛋白 | 阴性 | 阴性", "urine_protein", 0},
		{"白细胞计数 | 10^9/L | 3.5--9.5", "white_blood_cell_count", 0},
	} {
		entries := m.Page(draw(test.line))[test.indicator]
		if len(entries) != 1 || math.Abs(entries[0].Step-test.want) > 1e-9 {
			t.Errorf("%s: %+v, want a step of %v", test.line, entries, test.want)
		}
	}
}
