package verify

import (
	"strings"
	"testing"
	"testing/fstest"

	"tijian/internal/rulestest"
)

// Two indicators of one analyte and two of one organ, in agreement.
var related = map[string]string{
	"dictionaries/indicators/more.yaml": `
- {name: crp, zh: C反应蛋白, category: blood, specimen: blood, kind: quantitative, unit: mg/dL, decimals: 1, plausible: [0, 500]}
- {name: hs_crp, zh: 超敏C反应蛋白, category: blood, specimen: blood, kind: quantitative, unit: g/L, units: [{unit: mg/dL, factor: 0.01}], decimals: 2, plausible: [0, 5]}
- {name: creatinine, zh: 肌酐, category: blood, specimen: blood, kind: quantitative, unit: mmol/L, decimals: 0, plausible: [10, 2000]}
- {name: egfr, zh: 滤过率, category: blood, specimen: blood, kind: quantitative, unit: g/L, decimals: 0, plausible: [0, 300]}
`,
	"rules/2026.1/indicators/more.yaml": `
- indicator: crp
  source: [CV]
  rows:
    - {when: value < 10, level: N0, tip: 正常}
    - {when: 10 <= value < 100, level: H1, tip: 高}
    - {when: value >= 100, level: H3, tip: 很高}
- indicator: hs_crp
  source: [CV]
  rows:
    - {when: value < 0.1, level: N0, tip: 正常}
    - {when: 0.1 <= value < 1, level: H1, tip: 高}
    - {when: value >= 1, level: H3, tip: 很高}
- indicator: creatinine
  for: age >= 18
  source: [CV]
  rows:
    - {when: value < 100 and not has_diabetes, level: N0, tip: 正常}
    - {when: value < 100 and has_diabetes, level: N1, tip: 正常}
    - {when: 100 <= value < 200, level: H1, tip: 高}
    - {when: value >= 200, level: H3, tip: 很高}
- indicator: egfr
  source: [CV]
  rows:
    - {when: value >= 60, level: N0, tip: 正常}
    - {when: 40 <= value < 60, level: L1, tip: 低}
    - {when: 22 <= value < 40, level: L2, tip: 很低}
    - {when: value < 22, level: L3, tip: 极低}
`,
	"rules/2026.1/derived/kidney.yaml": `
- id: estimate
  zh: 估算
  supplies: egfr
  source: [CV]
  formula: '8000 / creatinine * pow(0.999, age) * (sex == "female" ? 0.9 : 1)'
`,
	"rules/2026.1/families.yaml": `
- same: [crp, hs_crp]
- {from: creatinine, to: egfr}
`,
}

func TestFamilies(t *testing.T) {
	for name, c := range map[string]struct{ file, from, to, first, second string }{
		"in agreement":               {"", "", "", "", ""},
		"one analyte, other bounds":  {"more", "value >= 1, level: H3", "value >= 1, level: H1", "C反应蛋白 H3", "C反应蛋白 100 mg/dL"},
		"just one point":             {"more", "10 <= value < 100, level: H1", "10 <= value <= 100, level: H1", "C反应蛋白 H1", "C反应蛋白 100 mg/dL"},
		"a bound that moved":         {"more", "0.1 <= value < 1, level: H1, tip: 高}\n    - {when: value >= 1,", "0.1 <= value < 1.5, level: H1, tip: 高}\n    - {when: value >= 1.5,", "C反应蛋白 H3", "超敏C反应蛋白 H1"},
		"a colour that is graver":    {"more", "value < 0.1, level: N0", "value < 0.1, level: N0, color: 5", "C反应蛋白 N0", "超敏C反应蛋白 N0"},
		"low and high are opposites": {"more", "0.1 <= value < 1, level: H1", "0.1 <= value < 1, level: L1", "C反应蛋白 H1", "超敏C反应蛋白 L1"},
		"through a formula":          {"more", "100 <= value < 200, level: H1", "100 <= value < 200, level: N0", "肌酐 N0", "滤过率 L2"},
		"of some persons only":       {"more", "value < 100 and has_diabetes, level: N1", "value < 100 and has_diabetes, level: H3", "肌酐 H3", "糖尿病"},
		"at an age":                  {"kidney", "pow(0.999, age)", "(age > 70 ? 0.2 : 1)", "肌酐 N0", "71 岁"},
		"what is meant":              {"families", "- same: [crp, hs_crp]\n", "- same: [crp, hs_crp]\n  except: [{when: value >= 100, reason: 示例}]\n", "", ""},
	} {
		tree := rulestest.Small(t)
		for file, text := range related {
			if c.file != "" && strings.HasSuffix(file, c.file+".yaml") && strings.Contains(text, c.from) {
				text = strings.Replace(text, c.from, c.to, 1)
			}
			if strings.Contains(c.first, "C反应蛋白") { // every age of the other pair takes its time
				text = strings.Replace(text, "- {from: creatinine, to: egfr}\n", "", 1)
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
		if got := said.String(); c.first == "" && got != "" || !strings.Contains(got, c.first) || !strings.Contains(got, c.second) {
			t.Errorf("%s: %q, want %q and %q", name, got, c.first, c.second)
		}
	}
}
