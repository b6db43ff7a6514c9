package main

import (
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// No small wrong edit of the rules is silent, of a sample; the command
// tries thousands.
func TestRulesAreNotSilent(t *testing.T) {
	j, err := newJudge(os.DirFS("../.."), "2026.1")
	if err != nil {
		t.Fatal(err)
	}
	edits := draw(j, options{Count: 25, Seed: 7, Only: "rules/2026.1/indicators"})
	hunt(j, edits, 2, func(*edit) {})
	found := map[fate]int{}
	for _, e := range edits {
		if found[e.Fate]++; e.Fate == silent || e.Fate == "" {
			t.Errorf("%s:%d: %s: %s: %s", e.File, e.Line, e.Slip, e.Fate, e.After)
		}
	}
	if found[refused] == 0 || found[harmless] == len(edits) {
		t.Errorf("%v", found)
	}
	report(io.Discard, edits)
}

// What an edit does to a judge: each fate, by an example.
func TestFates(t *testing.T) {
	j, err := newJudge(os.DirFS("../.."), "2026.1")
	if err != nil {
		t.Fatal(err)
	}
	const table = "rules/2026.1/indicators/lipids.yaml"
	for _, c := range []struct {
		file, old, new string
		want           fate
	}{
		{table, "value < 1.2\n", "value ＜ 1.2\n", refused},
		{table, "空腹12小时", "空腹21小时", warned},
		{table, "value >= 500", "value >= 501", refused},
		{table, "source: [LIP23 血脂参考标准]", "source: [LIP16 血脂参考标准]", harmless},
		{table, "少喝酒的习惯请继续", "少喝酒的习惯请保持", text},
		{table, "# 血脂：", "# ", harmless},
		{"rules/2026.1/constants.yaml", "value: 6.1,", "value: 6.2,", suite},
		{"dictionaries/2026.1/indicators/lipids.yaml", "factor: 0.01129", "factor: 0.1129", refused},
		{"dictionaries/2026.1/indicators/blood_pressure.yaml", "factor: 7.50062", "factor: 7.00562", suite},
		{"dictionaries/2026.1/findings/abdomen.yaml", "area: ", "aera: ", refused},
		{"dictionaries/2026.1/indicators/urinalysis.yaml", `ucum: "1"`, `ucum: "11"`, refused},
		{"rules/2026.1/derived/comparison.yaml", "unit: mL/min/1.73m2", "unit: mL/min/1.７3m2", refused},
		{"dictionaries/2026.1/cues.yaml", "  - 未予重视\n  - 未重视\n", "  - 未重视\n  - 未予重视\n", harmless},
		{"dictionaries/2026.1/characters.yaml", "  並: 并\n  併: 并\n", "  併: 并\n  並: 并\n", harmless},
		{"dictionaries/2026.1/characters.yaml", "  並: 并\n", "", listed},
		{"rules/2026.1/derived/prevent.yaml", "3.36 <= total_cholesterol", "3.63 <= total_cholesterol", warned},
	} {
		before := string(j.files[c.file].Data)
		after := strings.Replace(before, c.old, c.new, 1)
		if after == before {
			t.Fatalf("%s has no %q", c.file, c.old)
		}
		if got, why := j.of(c.file, []byte(after)); got != c.want {
			t.Errorf("%s → %s: %s (%s), want %s", c.old, c.new, got, why, c.want)
		}
	}
}

// Every slip changes what it is meant for.
func TestSlips(t *testing.T) {
	lines := []string{
		"- indicator: x",
		"  rows:",
		"    - {when: 1.5 <= value < 2.25, level: 'H1', words: [甲, 乙, 丙], factor: 0.5}",
		"    - {when: value >= 2.25, level: H2}",
	}
	for _, s := range slips {
		r := rand.New(rand.NewPCG(1, 2))
		after := s.change(r, lines, 2)
		if after == nil || strings.Join(after, "\n") == strings.Join(lines, "\n") {
			t.Errorf("%s: nothing is changed", s.name)
		}
	}
}
