package verify

import (
	"strings"
	"testing"
	"testing/fstest"

	"tijian/internal/rulestest"
)

// Persons for whom a derived truth holds, with tables of their own.
var own = map[string]string{
	"dictionaries/indicators/more.yaml": `
- {name: platelets, zh: 血小板, category: blood, specimen: blood, kind: quantitative, unit: g/L, decimals: 0, plausible: [0, 5000]}
- {name: urea, zh: 尿素, category: blood, specimen: blood, kind: quantitative, unit: g/L, decimals: 0, plausible: [0, 100]}
`,
	"rules/2026.1/derived/state.yaml": `
- {id: special, zh: 特殊, type: boolean, source: [CV], formula: 'sex == "female" and (has(urban) ? urban : false)'}
`,
	"rules/2026.1/indicators/more.yaml": `
- indicator: platelets
  for: not special
  source: [CV]
  rows:
    - {when: value < 50, level: L4, tip: 极低, alert: A}
    - {when: 50 <= value < 100, level: L2, tip: 低}
    - {when: 100 <= value < 1000, level: N0, tip: 好}
    - {when: value >= 1000, level: H4, tip: 极高, alert: A}
- indicator: platelets
  for: special
  source: [CV]
  rows:
    - {when: value < 50, level: L4, tip: 极低}
    - {when: 50 <= value < 100, level: L3, tip: 低}
    - {when: 100 <= value < 1000, level: N0, tip: 好}
    - {when: value >= 1000, level: H4, tip: 极高}
- indicator: urea
  for: not special
  source: [CV]
  rows:
    - {when: value < 30, level: N0, tip: 好}
    - {when: value >= 30, level: H2, tip: 高}
- indicator: urea
  for: special and age < 18
  source: [CV]
  rows:
    - {when: value < 30, level: N0, tip: 好}
    - {when: value >= 30, level: H2, tip: 高}
`,
	"rules/2026.1/families.yaml": "- never_milder: special\n",
}

func TestNeverMilder(t *testing.T) {
	for name, c := range map[string]struct{ file, from, to, want string }{
		"in order":                {"", "", "", ""},
		"a bound that moved":      {"2026.1/indicators/more.yaml", "value < 50, level: L4, tip: 极低}\n    - {when: 50 <= value < 100, level: L3", "value < 40, level: L4, tip: 极低}\n    - {when: 40 <= value < 100, level: L3", "血小板：特殊成立时判为 L3，比不成立时的 L4"},
		"a milder row":            {"2026.1/indicators/more.yaml", "level: H4, tip: 极高}", "level: H3, tip: 极高}", "判为 H3，比不成立时的 H4"},
		"the colour counts":       {"2026.1/indicators/more.yaml", "level: H4, tip: 极高}", "level: H2, color: 5, tip: 极高}", "判为 H2，比不成立时的 H4"},
		"what is meant":           {"families.yaml", "special\n", "special\n  except: [{indicator: platelets, when: value >= 1000, reason: 示例}]\n", ""},
		"no table, nothing grave": {"2026.1/indicators/more.yaml", "- indicator: urea\n  for: special and age < 18", "- indicator: urea\n  for: special and age < 0", ""},
	} {
		tree := rulestest.Small(t)
		for file, text := range own {
			if c.file != "" && strings.HasSuffix(file, c.file) {
				if !strings.Contains(text, c.from) {
					t.Fatalf("%s: no %q", name, c.from)
				}
				text = strings.Replace(text, c.from, c.to, 1)
			}
			tree[file] = &fstest.MapFile{Data: []byte(text)}
		}
		set, list := rulestest.Load(tree)
		if set == nil {
			t.Fatalf("%s: %v", name, list.Err())
		}
		var said strings.Builder
		for _, p := range Families(set) {
			said.WriteString(p.ZH + "\n")
		}
		if got := said.String(); c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Without any table for them, those who are otherwise asked to act at once would
// be left alone.
func TestNeverMilderWithoutTable(t *testing.T) {
	tree := rulestest.Small(t)
	for file, text := range own {
		text, _, _ = strings.Cut(text, "- indicator: urea")
		text = strings.Replace(text, "for: special", "for: region == \"north\" and not special and age > 200", 1)
		tree[file] = &fstest.MapFile{Data: []byte(text)}
	}
	set, list := rulestest.Load(tree)
	if set == nil {
		t.Fatal(list.Err())
	}
	var said strings.Builder
	for _, p := range Families(set) {
		said.WriteString(p.ZH + "\n")
	}
	if got := said.String(); strings.Count(got, "判为 U0，比不成立时的") != 2 || !strings.Contains(got, "L4") || !strings.Contains(got, "H4") {
		t.Errorf("%q", got)
	}
}
