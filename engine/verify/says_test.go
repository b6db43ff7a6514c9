package verify

import (
	"strings"
	"testing"
	"testing/fstest"

	"tijian/internal/rulestest"
)

// What is told to those for whom a derived truth holds.
var told = map[string]string{
	"dictionaries/indicators/more.yaml": `
- {name: nitrite, zh: 亚硝酸盐, category: strips, specimen: urine, kind: quantitative, unit: g/L, decimals: 0, plausible: [0, 100]}
- {name: urea, zh: 尿素, category: chemistry, specimen: breath, kind: quantitative, unit: g/L, decimals: 0, plausible: [0, 100]}
`,
	"rules/2026.1/derived/state.yaml": `
- {id: special, zh: 特殊, type: boolean, source: [CV], formula: 'sex == "female" and (has(urban) ? urban : false)'}
`,
	"rules/2026.1/indicators/more.yaml": `
- indicator: nitrite
  for: not special
  source: [CV]
  rows:
    - {when: value < 30, level: N0, tip: 好}
    - {when: value >= 30, level: H2, tip: 请看内科}
- indicator: nitrite
  for: special
  source: [CV]
  rows:
    - {when: value < 30, level: N0, tip: 很好}
    - {when: 30 <= value < 50, level: H2, tip: 请到产科}
    - {when: value >= 50, level: H4, tip: 请马上去产科, late_tip: 请尽快去产科}
- indicator: urea
  source: [CV]
  rows:
    - {when: value < 30, level: N0, tip: 好}
    - {when: value >= 30, level: H2, tip: 请看内科}
`,
	"rules/2026.1/families.yaml": "- {for: special and age < 60, says: [产科, 助产士], of: [strips]}\n",
}

// Every abnormal row that can answer those whom a family means says its words,
// days after the examination, too.
func TestWhatIsToldToSomeSaysTheWords(t *testing.T) {
	for name, c := range map[string]struct{ file, from, to, want string }{
		"in order":                  {"", "", "", ""},
		"another of the words":      {"more", "请到产科", "请问助产士", ""},
		"no word":                   {"more", "请到产科", "请看内科", "亚硝酸盐：对“special and age < 60”的人判为 H2"},
		"no word days later":        {"more", "请尽快去产科", "请尽快就医", "判为 H4"},
		"everybody's table":         {"more", "for: not special", "for: not special or age < 40", "判为 H2"},
		"nobody whom it means":      {"more", "for: special\n", "for: special and age >= 60\n", ""},
		"what is meant":             {"families", "of: [strips]", "of: [strips, breath], except: [{indicator: urea, when: value >= 30, reason: 示例}]", ""},
		"another specimen":          {"families", "of: [strips]", "of: [breath]", "尿素：对"},
		"no such category":          {"families", "of: [strips]", "of: [tears]", "没有一个指标"},
		"words, and for nobody":     {"families", "says: [产科, 助产士], ", "", "或者写 for、says 和 of"},
		"an exception that is less": {"families", "of: [strips]", "of: [breath], except: [{indicator: urea, when: value >= 40, reason: 示例}]", "尿素：对"},
	} {
		tree := rulestest.Small(t)
		for file, text := range told {
			if c.file != "" && strings.HasPrefix(file, "rules") && strings.HasSuffix(file, c.file+".yaml") {
				if !strings.Contains(text, c.from) {
					t.Fatalf("%s: no %q", name, c.from)
				}
				text = strings.Replace(text, c.from, c.to, 1)
			}
			tree[file] = &fstest.MapFile{Data: []byte(text)}
		}
		var said strings.Builder
		set, list := rulestest.Load(tree)
		if set != nil {
			list = Families(set)
		}
		for _, p := range list {
			said.WriteString(p.ZH + "\n")
		}
		if got := said.String(); c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
