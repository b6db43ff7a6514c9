package lint

import (
	"fmt"
	"strings"
	"testing"
)

// Tables of a namespace that judge more mildly, or show fewer risks, are named
// with the row.
func TestOverlay(t *testing.T) {
	const table = "- indicator: hemoglobin\n  source: [CV]\n  risks: [ascvd]\n  rows:\n    - {when: value < 100, level: L2, tip: 低}\n    - {when: 100 <= value < 115, level: L1, tip: 偏低}\n    - {when: value >= 115, level: N0, tip: 正常}\n"
	const risk = "id: ascvd\nname: 甲\nsource: [CV]\nrules: [{id: a, rows: [{when: has_cvd and has(hemoglobin), flag: 4}]}]\n"
	for _, c := range []struct {
		edits []string
		want  string // codes with lines
	}{
		{nil, ""},
		{[]string{"115", "120"}, ""}, // stricter
		{[]string{"100", "90"}, "overlay-milder:6"},
		{[]string{"100", "90", "115", "95"}, "overlay-milder:7"},
		{[]string{"  risks: [ascvd]\n", ""}, "overlay-risks:1"},
	} {
		set := load(t, map[string]string{
			version + "indicators/blood.yaml":               table,
			version + "risks/ascvd.yaml":                    risk,
			version + "overlays/ward/indicators/blood.yaml": strings.NewReplacer(c.edits...).Replace(table),
		})
		var got []string
		for _, p := range Check(set) {
			if strings.HasPrefix(p.Code, "overlay-") && p.File == "2026.1/overlays/ward/indicators/blood.yaml" {
				got = append(got, fmt.Sprintf("%s:%d", p.Code, p.Line))
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%q: %q, want %q", c.edits, s, c.want)
		}
	}
}
