package lint

import (
	"slices"
	"testing"
)

// A formula that holds to the table's usual limit what the table holds to the printed
// one is pointed out.
func TestPrintedBounds(t *testing.T) {
	table := func(more string) string {
		return "- indicator: hemoglobin\n  source: [W405, CV]\n" + more + "  rows:\n    - {when: value < 60, level: L2, tip: 很低, hint: 一}\n    - {when: 60 <= value < 115, level: L1, tip: 低, hint: 二}\n    - {when: value >= 115, level: N0, tip: 理想, hint: 保持}\n"
	}
	for name, test := range map[string]struct {
		printed, more, formula string
		want                   bool
	}{
		"by the table alone":       {"  printed: true\n", "", "hemoglobin < 115", true},
		"by the printed range":     {"  printed: true\n", "", "(has(hemoglobin_times_ref_low) ? hemoglobin_times_ref_low < 1 : hemoglobin < 115)", false},
		"no end of the normal":     {"  printed: true\n", "", "hemoglobin < 60", false},
		"the table does not go so": {"", "", "hemoglobin < 115", false},
		"a model's own number":     {"  printed: true\n", "  own_numbers: true\n", "hemoglobin < 115", false},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{
				version + "indicators/blood.yaml": table(test.printed),
				version + "derived/body.yaml":     "- id: few\n  zh: 少\n  source: [W405]\n" + test.more + "  formula: '" + test.formula + " ? 1 : 0'\n",
			}
			var got []string
			for _, p := range Check(load(t, files)) {
				got = append(got, p.Code)
			}
			if slices.Contains(got, "printed-bound") != test.want {
				t.Errorf("got %q", got)
			}
		})
	}
}
