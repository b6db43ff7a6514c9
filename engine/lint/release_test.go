package lint

import (
	"slices"
	"strings"
	"testing"

	"tijian/engine/problem"
	"tijian/engine/ruleset"
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

// A signature holds for what was signed.
func TestSignatures(t *testing.T) {
	const table = "- indicator: hemoglobin\n  source: [CV]\n  reviewed: {by: 甲, on: 2026-11-20}\n  rows: [{when: value < 100, level: L1, tip: 低}, {when: value >= 100, level: N0, tip: 正常}]\n"
	const risk = "id: ascvd\nname: 甲\nsource: [CV]\nreviewed: {by: 甲, on: 2026-11-20}\nrules: [{id: a, rows: [{when: has_cvd, flag: 4}]}]\n"
	signed := func(edits ...string) *ruleset.Set {
		edit := strings.NewReplacer(edits...)
		return load(t, map[string]string{version + "indicators/blood.yaml": edit.Replace(table), version + "risks/ascvd.yaml": edit.Replace(risk)})
	}
	before := signed()
	if !Signed(before) {
		t.Error("nothing is signed")
	}
	for _, c := range []struct {
		edits []string
		want  int
	}{
		{nil, 0},
		{[]string{"# a remark", ""}, 0},
		{[]string{"tip: 低", "tip: 偏低"}, 1},
		{[]string{"< 100", "< 99", ">= 100", ">= 99"}, 1},
		{[]string{"flag: 4", "flag: 3"}, 1},
		{[]string{"level: L1", "level: L2", "flag: 4", "flag: 3"}, 2},
		{[]string{"tip: 低", "tip: 偏低", "2026-11-20", "2026-12-01"}, 0},
		{[]string{"tip: 低", "tip: 偏低", "by: 甲", "by: 乙"}, 0},
	} {
		got := Signatures(before, signed(c.edits...)).Of(problem.Warning)
		if len(got) != c.want {
			t.Errorf("%q: %v, want %d", c.edits, got, c.want)
		}
	}
	// Signed in this version: what was signed is named, and known by its name.
	anew := []string{"2026-11-20}", "2026-12-01}"}
	open := Signatures(before, signed(anew...))
	if len(open) != 2 || open[0].Severity != problem.Note {
		t.Fatalf("signed anew: %v", open)
	}
	of := make([]string, 2)
	for i, p := range open {
		_, of[i], _ = strings.Cut(p.FixZH, "of: ")
	}
	for _, c := range []struct {
		edits []string
		want  int
	}{{nil, 0}, {[]string{"tip: 低", "tip: 偏低"}, 1}} {
		text := strings.NewReplacer("  reviewed: {by: 甲, on: 2026-11-20}", "  reviewed: {by: 甲, on: 2026-12-01, of: "+of[0]+"}").Replace(table)
		set := load(t, map[string]string{version + "indicators/blood.yaml": strings.NewReplacer(c.edits...).Replace(text), version + "risks/ascvd.yaml": risk})
		if got := Signatures(before, set); len(got) != c.want {
			t.Errorf("fingerprint %v, %q: %v, want %d", of, c.edits, got, c.want)
		}
		unsigned := 0
		for _, p := range Release(set) {
			if p.Code == "unsigned" {
				unsigned++
			}
		}
		if unsigned != c.want {
			t.Errorf("%q: %d unsigned, want %d", c.edits, unsigned, c.want)
		}
	}
}
