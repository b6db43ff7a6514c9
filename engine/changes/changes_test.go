package changes

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"tijian/engine/problem"
)

const cues = `
precedence: [negated, possible]
cues:
  - category: possible
    words:
      - 嫌疑
      - 疑似
  - {category: negated, words: [未见, 除外], gap: 4}
findings:
  - {term: 声带麻痹, site: 声带, variants: [声带不动]}
  - {term: 脾钙化灶, site: 脾, variants: [脾内钙化灶, 脾脏钙化灶]}
limits: [5, 20000]
others:
  - {names: [铜, 血铜], codes: [Cu]}
  - {names: [锡, 锑, 血锡], codes: [Sn]}
  - {names: [镍], codes: [Ni]}
model: {formula: 1 / (1 + exp(-(-3.031168 + 0.7688528 * a + 0.0736174 * n - 0.0954431 * h)))}
`

func TestOf(t *testing.T) {
	for _, c := range []struct {
		old, new string
		want     string // what, in English; "" for nothing
		line     int
	}{
		{"cues:", "# a remark\ncues:", "", 0},
		{"[未见, 除外]", "['未见', \"除外\"]", "", 0},
		{"      - 嫌疑\n", "", "1 gone: 嫌疑 (was line 6)", 6},
		{"疑似", "疑拟", "1 gone: 疑似 (was line 7); 1 added: 疑拟", 7},
		{"gap: 4", "gap: 6", "1 altered: cues.gap: 4 → 6", 8},
		{", gap: 4", "", "1 gone: cues.gap: 4 (was line 8)", 8},
		{"  - {term: 声带麻痹, site: 声带, variants: [声带不动]}\n", "", "1 gone: 声带麻痹 (was line 10)", 10},
		{"[脾内钙化灶, 脾脏钙化灶]", "[脾内钙化灶]", "1 gone: 脾钙化灶: 脾脏钙化灶 (was line 11)", 11},
		{"20000", "2000", "1 altered: limits: 20000 → 2000", 12},
		{"0.7688528", "0.7685828", "1 altered: model.formula: 0.7688528 → 0.7685828", 17},
		{"      - 嫌疑\n      - 疑似\n", "      - 疑似\n      - 嫌疑\n", "only the order differs", 7},
		{"[negated, possible]", "[possible, negated]", "only the order differs", 2},
		{"  - {category: negated", "  - {category: negated, words: [未见, 除外], gap: 4}\n  - {category: negated", "4 added: cues.category: negated, 未见, 除外, cues.gap: 4", 9},
		{"[锡, 锑, 血锡], codes: [Sn]", "[锑], codes: []", "3 gone: 锡 (was line 15), 血锡 (was line 15), Sn (was line 15)", 15},
		{"  - {names: [锡", "  - {names: [铜, 铝], codes: [Al]}\n  - {names: [锡", "3 added: 铜, 铝, Al", 15},
	} {
		after := strings.Replace(cues, c.old, c.new, 1)
		if after == cues {
			t.Fatalf("nothing is changed by %q", c.old)
		}
		f, differs := Of([]byte(cues), []byte(after))
		if got := f.What().EN; differs != (c.want != "") || got != c.want || f.Line != c.line {
			t.Errorf("%q → %q: line %d: %q, want line %d: %q", c.old, c.new, f.Line, got, c.line, c.want)
		}
	}
}

// Every word that is lost, doubled or altered is told of, in the list and in
// the warning.
func TestFolders(t *testing.T) {
	before := fstest.MapFS{
		"manifest.yaml":         {Data: []byte("version: \"1\"\nreleased: 2026-01-01\nlevels: [a]\n")},
		"sources.yaml":          {Data: []byte("A: {title: x}\n")},
		"indicators/lipid.yaml": {Data: []byte("- {when: value < 1}\n")},
		"derived/bmi.yaml":      {Data: []byte("- {id: bmi, formula: weight / height ^ 2}\n")},
		"risks/old.yaml":        {Data: []byte("- {id: old}\n")},
	}
	after := fstest.MapFS{
		"manifest.yaml":         {Data: []byte("version: \"2\"\nfrom: \"1\"\nreleased: 2026-02-01\nlevels: [a]\n")},
		"sources.yaml":          {Data: []byte("A: {title: y}\n")},
		"indicators/lipid.yaml": {Data: []byte("- {when: value < 2}\n")},
		"derived/bmi.yaml":      {Data: []byte("- {id: bmi, formula: weight / height ^ 3}\n")},
		"risks/new.yaml":        {Data: []byte("- {id: new}\n")},
	}
	var got []string
	files := Rules(before, after)
	for i := range files {
		got = append(got, files[i].Problem("1").Error())
	}
	want := []string{"derived/bmi.yaml:1: 与 1 相比：改了 1 处：bmi.formula: weight / height ^ 2 → weight / height ^ 3", "risks/new.yaml:1: 与 1 相比：新文件", "risks/old.yaml: 与 1 相比：没有这个文件了"}
	if len(got) != len(want) {
		t.Fatalf("%q", got)
	}
	for i := range want {
		if !strings.HasPrefix(got[i], want[i]) {
			t.Errorf("%s, want %s", got[i], want[i])
		}
	}
	if names := Dictionaries(before, after); !slices.ContainsFunc(names, func(f File) bool { return f.Name == "indicators/lipid.yaml" }) {
		t.Error("of dictionaries every file counts")
	}
	var text strings.Builder
	if err := WriteText(&text, "rules/1", "rules/2", files, problem.Chinese); err != nil {
		t.Fatal(err)
	}
	if want := "rules/2/derived/bmi.yaml:1\n  ~ bmi.formula: weight / height ^ 2 → weight / height ^ 3\nrules/2/risks/new.yaml:1\n    新文件\nrules/1/risks/old.yaml\n    没有这个文件了\n"; text.String() != want {
		t.Error(text.String())
	}
}
