package lint

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"tijian/engine/dictionary"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

const version = "rules/2026.1/"

// load lays files over the loader's sound rule set.
func load(t *testing.T, files map[string]string) *ruleset.Set {
	t.Helper()
	archive, err := txtar.ParseFile("../ruleset/testdata/base.txtar")
	if err != nil {
		t.Fatal(err)
	}
	tree := fstest.MapFS{}
	for _, f := range archive.Files {
		tree[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	for name := range tree {
		if strings.HasPrefix(name, version+"risks/") {
			delete(tree, name)
		}
	}
	for name, text := range files {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	delete(tree, version+"indicators/chemistry.yaml")
	dictionaries, _ := fs.Sub(tree, "dictionaries")
	rules, _ := fs.Sub(tree, "rules")
	dict, list := dictionary.Load(dictionaries)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	set, list := ruleset.Load(rules, "", dict)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return set
}

func TestCheck(t *testing.T) {
	const blood = version + "indicators/blood.yaml"
	for name, test := range map[string]struct {
		file, text string
		want       []string // "code file:line"
	}{
		"full-width digits": {blood, `
- indicator: hemoglobin
  source: [W405, CV]
  rows:
    - {when: value < 115, level: L1, tip: 偏低，请拨打1２0, hint: 复查, numbers: [120]}
    - {when: value >= 115, level: N0, tip: 合适, hint: 保持}
`, []string{"full-width 2026.1/indicators/blood.yaml:5"}},
		"in order": {blood, `
- indicator: hemoglobin
  source: [W405, CV]
  rows:
    - {when: value < 115, level: L1, tip: 偏低, hint: 复查}
    - {when: value >= 115, level: N0, tip: 理想, hint: 保持}
`, nil},
		"a row without a hint": {blood, `
- indicator: hemoglobin
  source: [W405, CV]
  rows:
    - {when: value < 115, level: L1, tip: 偏低}
    - {when: value >= 115, level: N0, tip: 理想, hint: " "}
`, []string{"no-hint 2026.1/indicators/blood.yaml:5", "no-hint 2026.1/indicators/blood.yaml:6"}},
		"texts repeated in a table": {blood, `
- indicator: hemoglobin
  source: [W405, CV]
  rows:
    - {when: value < 115, level: L1, tip: 偏低, hint: 复查}
    - {when: value >= 115, level: N0, tip: 偏低, hint: 复查}
`, []string{"repeated-hint 2026.1/indicators/blood.yaml:6", "repeated-tip 2026.1/indicators/blood.yaml:6"}},
		"the same for other persons": {blood, `
- indicator: hemoglobin
  for: sex == "male"
  source: [W405, CV]
  rows: [{when: value > 0, level: N0, tip: 理想, hint: 保持}]
- indicator: hemoglobin
  for: sex == "female"
  source: [W405, CV]
  rows: [{when: value > 0, level: N0, tip: 理想, hint: 保持}]
`, nil},
		"an age between two tables": {blood, `
- indicator: hemoglobin
  for: 18 <= age and age < 60
  source: [W405, CV]
  rows: [{when: value > 0, level: N0, tip: 理想, hint: 保持}]
- indicator: hemoglobin
  for: age > 60 and sex == "female"
  source: [W405, CV]
  rows: [{when: value > 0, level: N0, tip: 理想, hint: 保持}]
`, []string{"age-hole 2026.1/indicators/blood.yaml:2"}},
		"an age on the edge": {blood, `
- indicator: hemoglobin
  for: 18 <= age and age < 60
  source: [W405, CV]
  rows: [{when: value > 0, level: N0, tip: 理想, hint: 保持}]
- indicator: hemoglobin
  for: age >= 60 and (sex == "female" or smoke_daily_frequency > 3)
  source: [W405, CV]
  rows: [{when: value > 0, level: N0, tip: 理想, hint: 保持}]
`, nil},
		"nobody is well": {blood, `
- indicator: hemoglobin
  source: [W405, CV]
  rows: [{when: value > 0, level: H1, tip: 偏高, hint: 复查}]
`, []string{"no-normal 2026.1/indicators/blood.yaml:2"}},
		"wording": {blood, `
- indicator: hemoglobin
  source: [W405, CV]
  rows:
    - {when: value < 60, level: L4, tip: 很低，请注意, hint: 请去急诊}
    - {when: 60 <= value < 115, level: L1, tip: 偏低, hint: 不一定是绝症}
    - {when: 115 <= value < 160, level: N1, tip: 尚可, hint: 保持}
    - {when: value >= 160, level: H4, tip: 很高，请去医院, hint: 带上报告}
`, []string{"no-doctor 2026.1/indicators/blood.yaml:5", "wording 2026.1/indicators/blood.yaml:6"}},
		"a comment in a text": {blood, `
- indicator: hemoglobin
  source: [W405, CV]
  rows:
    - when: value < 115    # a comment
      level: L1            # and another
      tip: 血红蛋白 #1 偏低
      hint: '复查 #二'       # which is none of the text
    - {when: value >= 115, level: N0, tip: 理想, hint: 保持} # nor this
`, []string{"comment-in-text 2026.1/indicators/blood.yaml:7"}},
		"an unused source": {blood, `
- indicator: hemoglobin
  source: [LIP23]
  rows: [{when: value > 0, level: N0, tip: 理想, hint: 保持}]
`, []string{"unused-source 2026.1/sources.yaml:1"}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, p := range Check(load(t, map[string]string{test.file: test.text})) {
				if p.Severity == problem.Error || p.ZH == "" || p.EN == "" {
					t.Errorf("%+v", p)
				}
				at := p.Place
				at.Column = 0
				got = append(got, p.Code+" "+at.String())
			}
			if strings.Join(got, "\n") != strings.Join(test.want, "\n") {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// A risk is shown with whatever it depends on, unless its file says otherwise.
func TestLinks(t *testing.T) {
	for name, test := range map[string]struct {
		listed, hidden string // risks of the table of glucose; not_shown_on
		want           []string
	}{
		"every input":           {"risks: [sweet]", "", []string{"risk-not-shown 2026.1/indicators/blood.yaml:7"}},
		"one input on purpose":  {"risks: [sweet]", "not_shown_on: [hemoglobin, weight, height]", nil},
		"said without need":     {"risks: [sweet]", "not_shown_on: [hemoglobin, fasting_glucose]", []string{"risk-not-shown 2026.1/risks/sweet.yaml:1"}},
		"what it does not need": {"risks: [sweet]", "not_shown_on: [hemoglobin, triglycerides]", []string{"risk-not-shown 2026.1/risks/sweet.yaml:1"}},
		"no table":              {"", "not_shown_on: [hemoglobin]", []string{"risk-nowhere 2026.1/risks/sweet.yaml:1"}},
	} {
		t.Run(name, func(t *testing.T) {
			set := load(t, map[string]string{
				version + "indicators/blood.yaml": "- indicator: fasting_glucose\n  source: [W405]\n  " + test.listed + `
  rows:
    - {when: value < 7, level: N0, tip: 理想, hint: 保持}
    - {when: value >= 7, level: H1, tip: 偏高, hint: 复查}
- indicator: hemoglobin
  source: [CV]
  rows: [{when: value > 0, level: N0, tip: 正常, hint: 维持}]
`,
				version + "risks/sweet.yaml": "id: sweet\nname: 糖\nsource: [LIP23]\n" + test.hidden + `
rules:
  - id: one
    rows: [{when: bmi > 30 and fasting_glucose > 8 and hemoglobin > 1, flag: 1}]
`,
			})
			var got []string
			for _, p := range Check(set) {
				at := p.Place
				at.Column = 0
				got = append(got, p.Code+" "+at.String())
			}
			if strings.Join(got, "\n") != strings.Join(test.want, "\n") {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestPrintedUnread(t *testing.T) {
	for table, warned := range map[string]bool{
		"source: [W405, CV]":                    true,
		"printed: true\n  source: [W405, CV]":   false,
		"not_printed: 示例\n  source: [W405, CV]": false,
	} {
		set := load(t, map[string]string{version + "indicators/blood.yaml": "\n- indicator: hemoglobin\n  " + table + "\n  rows:\n    - {when: value < 115, level: L1, tip: 偏低, hint: 以报告为准}\n    - {when: value >= 115, level: N0, tip: 合适}\n"})
		set.Wording.Printed = []string{"以报告"}
		if got := codes(set, "printed-unread"); (len(got) == 1) != warned {
			t.Errorf("%s: %v", table, got)
		}
	}
}
