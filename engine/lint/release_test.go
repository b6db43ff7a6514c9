package lint

import (
	"slices"
	"testing"
)

// What nobody has signed, and sources without a place, are for a release to
// mend.
func TestRelease(t *testing.T) {
	const risk = "id: ascvd\nname: 甲\nsource: [CV]\nrules: [{id: a, rows: [{when: has_cvd, flag: 4}]}]\n"
	codes := func(table string) (codes []string) {
		for _, p := range Release(load(t, map[string]string{version + "indicators/blood.yaml": table, version + "risks/ascvd.yaml": risk})) {
			if p.Place.File == "2026.1/indicators/blood.yaml" {
				codes = append(codes, p.Code)
			}
		}
		return codes
	}
	const rows = "  rows: [{when: value < 100, level: L1, tip: 低}, {when: value >= 100, level: N0, tip: 正常, source: [CV 表2]}]\n"
	for table, want := range map[string][]string{
		"- indicator: hemoglobin\n  source: [CV]\n" + rows:                                                           {"unsigned"},
		"- indicator: hemoglobin\n  source: [CV]\n  risks: [ascvd]\n" + rows:                                         {"unsigned", "no-place"},
		"- indicator: hemoglobin\n  source: [CV 表1]\n  risks: [ascvd]\n  reviewed: {by: 甲, on: 2026-11-20}\n" + rows: nil,
	} {
		if got := codes(table); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", table, got, want)
		}
	}
}
