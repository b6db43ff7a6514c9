package regress

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"pgregory.net/rapid"

	"tijian/engine/assess"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/internal/rulestest"
)

// small is the loader's sound rule set with other tables, derived values and
// risks.
func small(t testing.TB, blood string) *ruleset.Set {
	t.Helper()
	return with(t, map[string]string{"rules/2026.1/indicators/blood.yaml": blood})
}

// with is the loader's sound rule set with some files of a test's own.
func with(t testing.TB, files map[string]string) *ruleset.Set {
	t.Helper()
	tree := rulestest.Small(t)
	delete(tree, "rules/2026.1/indicators/chemistry.yaml")
	for name, text := range files {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	tree["rules/2026.1/overlays/clinic/indicators/a.yaml"] = &fstest.MapFile{Data: []byte(`
- indicator: t_score
  source: [CV]
  rows: [{when: value < -2.5, level: A2, tip: 低, hint: 查}, {when: value >= -2.5, level: N0, tip: 好, hint: 查}]
`)}
	return rulestest.Loaded(t, tree)
}

const bloodRules = `
- indicator: hemoglobin
  for: age >= 18
  source: [W405]
  rows:
    - {when: 'value < (sex == "male" ? 130 : 115)', level: L1, tip: 偏低, hint: 查}
    - {when: 'value >= (sex == "male" ? 130 : 115)', level: N0, tip: 理想, hint: 查}
- indicator: triglycerides
  source: [LIP23]
  rows:
    - {when: value < 1.705, level: N0, tip: 理想, hint: 查}
    - {when: value >= 1.705 and (has(ldl_cholesterol) and ldl_cholesterol >= 3.4), level: H2, tip: 高, hint: 查}
    - {when: value >= 1.705 and (not has(ldl_cholesterol) or ldl_cholesterol < 3.4), level: H1, tip: 高, hint: 查}
- indicator: urine_protein
  source: [CV]
  rows: [{when: value < 1, level: N0, tip: 好, hint: 查}, {when: value >= 1, level: A1, tip: 阳性, hint: 查}]
`

// missing lists what a suite of cases leaves out, one part each.
func missing(t *testing.T, set *ruleset.Set, part Part, cases string) string {
	t.Helper()
	report := Run(assess.New(set), suiteOf(t, cases), nil)
	if !report.OK() {
		t.Fatalf("%+v", report.Failures)
	}
	c := Cover(set, report)
	var lines []string
	for _, m := range c.Missed {
		if m.Part == part {
			line := fmt.Sprintf("%d %s", m.At.Line, m.Name)
			if part == Ages {
				line += fmt.Sprintf(" %v", m.Value)
			}
			if part == Bounds {
				line += fmt.Sprintf(" %v:%v", m.Bound, m.Value)
			}
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, ", ")
}

func TestBounds(t *testing.T) {
	set := small(t, bloodRules)
	rest := ", 11 triglycerides 1.705:1.7, 11 triglycerides 1.705:1.71, 12 triglycerides 1.705:1.7, 12 triglycerides 1.705:1.71, 13 triglycerides 1.705:1.7, 13 triglycerides 1.705:1.71" +
		", 16 urine_protein 1:0.5, 16 urine_protein 1:1, 16 urine_protein 1:2, 16 urine_protein 1:0.5, 16 urine_protein 1:1, 16 urine_protein 1:2"
	overlay := "4 t_score -2.5:-2.6, 4 t_score -2.5:-2.5, 4 t_score -2.5:-2.4, 4 t_score -2.5:-2.6, 4 t_score -2.5:-2.5, 4 t_score -2.5:-2.4"
	const women = "6 hemoglobin 115:114, 6 hemoglobin 115:115, 6 hemoglobin 115:116, 7 hemoglobin 115:114, 7 hemoglobin 115:115, 7 hemoglobin 115:116"
	for name, test := range map[string]struct{ cases, want string }{
		// A man at a woman's bound does not count; a bound that the laboratory
		// cannot print has two neighbours only.
		"a man": {"  - {name: a, person: 男, indicator: hemoglobin, levels: {114: L1, 115: L1, 116: L1, 129: L1, 130: N0, 131: N0}}\n",
			women + rest + ", " + overlay},
		"another unit": {"  - {name: a, person: 男, samples: {triglycerides: 151 mg/dL}, expect: {level: {triglycerides: N0}}}\n" +
			"  - {name: b, person: 男, indicator: hemoglobin, levels: {129: L1, 130: N0, 131: N0}}\n",
			women + rest + ", " + overlay},
		"with another sample": {"  - {name: b, person: 男, indicator: hemoglobin, levels: {129: L1, 130: N0, 131: N0}}\n" +
			"  - {name: a, person: 男, samples: {ldl_cholesterol: 4}, indicator: triglycerides, levels: {1.70: N0, 1.71: H2}}\n",
			women + ", 13 triglycerides 1.705:1.7, 13 triglycerides 1.705:1.71" + rest[strings.Index(rest, ", 16"):] + ", " + overlay},
	} {
		t.Run(name, func(t *testing.T) {
			if got := missing(t, set, Bounds, test.cases); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// The ages on either side of a guard's bound are asked for, those behind them
// are not; a row's age counts where its answer depends on it.
func TestAges(t *testing.T) {
	set := small(t, `
- indicator: hemoglobin
  for: age >= 18 and sex == "male"
  source: [W405]
  rows:
    - {when: 'value < (age > 60 ? 120 : 130)', level: L1, tip: 偏低, hint: 查}
    - {when: 'value >= (age > 60 ? 120 : 130)', level: N0, tip: 理想, hint: 查}
`)
	const rows = "6 hemoglobin 60, 6 hemoglobin 61, 7 hemoglobin 60, 7 hemoglobin 61"
	for name, test := range map[string]struct{ rows, want string }{
		"none":             {"[male, 45, 150, N0]", "3 hemoglobin 17, 3 hemoglobin 18, " + rows},
		"one side":         {"[male, 18, 150, N0]", "3 hemoglobin 17, " + rows},
		"both sides":       {"[male, 18, 150, N0], [male, 17, 150, U0]", rows},
		"the other sex":    {"[female, 17, 150, U0], [female, 18, 150, U0]", "3 hemoglobin 17, 3 hemoglobin 18, " + rows},
		"far from the row": {"[male, 17, 150, U0], [male, 18, 150, N0], [male, 60, 150, N0], [male, 61, 150, N0]", rows},
		"at the row":       {"[male, 17, 150, U0], [male, 18, 150, N0], [male, 60, 125, L1], [male, 61, 125, N0]", ""},
	} {
		t.Run(name, func(t *testing.T) {
			cases := "  - {name: a, person: 男, columns: [sex, age, hemoglobin, expect.level.hemoglobin], rows: [" + test.rows + "]}\n"
			if got := missing(t, set, Ages, cases); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// Rows that share a line are told apart; risk rows and derived cases are found
// by what the trials' persons have.
func TestRowsRisksAndCases(t *testing.T) {
	set := small(t, strings.Replace(bloodRules, "source: [CV]\n", "source: [CV]\n  risks: [ascvd]\n", 1))
	before := missing(t, set, Rows, "  - {name: a, person: 男, indicator: urine_protein, levels: {0: N0}}\n")
	after := missing(t, set, Rows, "  - {name: a, person: 男, indicator: urine_protein, levels: {0: N0, 1: A1}}\n")
	if strings.Count(before, "17 urine_protein") != 1 || strings.Contains(after, "urine_protein") {
		t.Errorf("before %s; after %s", before, after)
	}
	none := missing(t, set, Cases, "  - {name: a, person: 男, indicator: urine_protein, levels: {0: N0}}\n")
	bmi := missing(t, set, Cases, "  - {name: a, person: 男, samples: {height: 170, weight: 70}, indicator: urine_protein, levels: {0: N0}}\n")
	if !strings.Contains(none, "bmi") || strings.Contains(bmi, "bmi") {
		t.Errorf("derived: without %s; with %s", none, bmi)
	}
}

// A unit is reached by a case that says what a value in it is in the standard
// unit; one that only says the level does not show a wrong factor.
func TestUnits(t *testing.T) {
	set := small(t, bloodRules)
	level := missing(t, set, Units, "  - {name: a, person: 男, samples: {ldl_cholesterol: 100 mg/dL}, indicator: triglycerides, unit: mg/dL, levels: {100: N0}}\n")
	if level != "3 ldl_cholesterol, 2 triglycerides" && level != "2 triglycerides, 3 ldl_cholesterol" {
		t.Errorf("missed %s", level)
	}
	value := missing(t, set, Units, "  - {name: a, person: 男, indicator: triglycerides, values: {100 mg/dl: 1.129}}\n")
	if value != "3 ldl_cholesterol" {
		t.Errorf("missed %s", value)
	}
}

func TestGeneratedSuiteReachesWhatWasMissed(t *testing.T) {
	set := small(t, bloodRules)
	engine := assess.New(set)
	suites := suiteOf(t, "  - {name: a, person: 男, indicator: hemoglobin, levels: {129: L1, 130: N0, 131: N0}}\n")
	report := Run(engine, suites, nil)
	before := Cover(set, report)
	at := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	var out, again bytes.Buffer
	made, err := Generate(&out, set, engine, report, before, at)
	if err != nil || len(made.Left) > 0 {
		t.Fatal(made, err)
	}
	if _, err := Generate(&again, set, engine, report, Cover(set, report), at); err != nil || again.String() != out.String() {
		t.Errorf("another text for the same rules: %v", err)
	}
	suite, list := Parse("generated.yaml", out.Bytes())
	if err := list.Err(); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	report = Run(engine, append(suites, *suite), nil)
	after := Cover(set, report)
	if !report.OK() || report.Unsigned != made.Trials || made.Trials == 0 {
		t.Errorf("%d of %d unsigned, failures %v", report.Unsigned, made.Trials, report.Failures)
	}
	for _, part := range []Part{Rows, Bounds, Ages, Units} {
		if c := after.Counts[part]; c.Hit != c.All || before.Counts[part].All != c.All {
			t.Errorf("%s: %+v, before %+v", part, c, before.Counts[part])
		}
	}
	if !strings.Contains(out.String(), "signed: \"\"") || !strings.Contains(out.String(), `namespace: "clinic"`) {
		t.Errorf("generated\n%s", out.String())
	}
	signed := strings.ReplaceAll(out.String(), `signed: ""`, `signed: 张医生 2026-11-20`)
	if suite, list = Parse("generated.yaml", []byte(signed)); len(list) > 0 || Run(engine, []Suite{*suite}, nil).Unsigned != 0 {
		t.Error("signed cases count as unsigned", list)
	}
}

// A row that looks at a derived value can only be met by persons whose other
// samples give it: the generator takes them from other trials, and says what
// it found nobody for.
func TestGenerateForDerivedInputs(t *testing.T) {
	set := small(t, `
- indicator: hemoglobin
  source: [W405]
  rows:
    - {when: has(score) and value < 100, level: L2, tip: 甲, hint: 一}
    - {when: has(score) and value >= 100, level: N0, tip: 乙, hint: 二}
    - {when: not has(score), level: L1, tip: 丙, hint: 三}
`)
	engine := assess.New(set)
	at := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	for name, test := range map[string]struct {
		cases      string
		made, left int // cases made with the other trial's sample
	}{
		"nobody has it":   {"  - {name: a, person: 男, indicator: hemoglobin, levels: {120: L1}}\n", 0, 8},
		"a trial has it":  {"  - {name: a, person: 男, samples: {SAMPLES}, indicator: hemoglobin, levels: {120: N0}}\n", 1, 0},
		"one side of two": {"  - {name: a, person: 男, samples: {SAMPLES}, indicator: hemoglobin, levels: {99: L2, 100: N0}}\n", 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			cases := strings.Replace(test.cases, "SAMPLES", "systolic_pressure: 120", 1)
			report := Run(engine, suiteOf(t, cases), nil)
			var out bytes.Buffer
			made, err := Generate(&out, set, engine, report, Cover(set, report), at)
			if err != nil {
				t.Fatal(err)
			}
			hemoglobin := 0
			for _, m := range made.Left {
				if m.Name == "hemoglobin" {
					hemoglobin++
				}
			}
			if got := strings.Count(out.String(), "samples: {systolic_pressure: 120}"); hemoglobin != test.left || got != test.made {
				t.Errorf("left %d, want %d: %v\n%s", hemoglobin, test.left, made.Left, out.String())
			}
			if suite, list := Parse("s.yaml", out.Bytes()); len(list) > 0 || !Run(engine, []Suite{*suite}, nil).OK() {
				t.Errorf("%v\n%s", list, out.String())
			}
		})
	}
}

// Where nothing is missed the generated suite is empty and still loads.
func TestNothingToGenerate(t *testing.T) {
	set := small(t, bloodRules)
	var out bytes.Buffer
	if _, err := Generate(&out, set, assess.New(set), &Report{}, Coverage{}, time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
	if suite, list := Parse("s.yaml", out.Bytes()); suite == nil || len(suite.Trials) != 0 {
		t.Errorf("%v\n%s", list, out.String())
	}
	if _, err := Generate(&brokenWriter{}, set, assess.New(set), &Report{}, Coverage{}, time.Unix(0, 0)); err == nil {
		t.Error("a broken writer is no error")
	}
}

// The neighbours of a bound lie on the printed grid, on the right side, one
// step apart at most.
func TestBeside(t *testing.T) {
	set := small(t, bloodRules)
	i, _ := set.Dictionary.Lookup("triglycerides")
	rapid.Check(t, func(t *rapid.T) {
		bound := float64(rapid.IntRange(200, 90_000).Draw(t, "bound")) / 1000
		var text []string
		for _, p := range beside(set, i, bound) {
			text = append(text, fmt.Sprint(p.value))
			shown := fmt.Sprintf("%.2f", p.value)
			if fmt.Sprint(p.value) != strings.TrimRight(strings.TrimRight(shown, "0"), ".") {
				t.Errorf("%v is not printed with two decimals", p.value)
			}
			if p.side == Below && (p.value >= bound || p.value < bound-0.0100001) || p.side == At && p.value != bound || p.side == Above && (p.value <= bound || p.value > bound+0.0100001) {
				t.Errorf("bound %v has %v on side %d", bound, p.value, p.side)
			}
		}
		if len(text) < 2 {
			t.Errorf("bound %v has %v", bound, text)
		}
	})
}

func TestReportsWithCoverage(t *testing.T) {
	coverage := &Coverage{Counts: map[Part]Count{Rows: {2, 1}, Bounds: {3, 2}}, Missed: []Missed{
		{Part: Rows, At: problem.Place{File: "a.yaml", Line: 3, Column: 5}, Name: "alt", Title: "谷丙转氨酶", Row: 2, When: "value >= 50"},
		{Part: Bounds, At: problem.Place{File: "a.yaml", Line: 3, Column: 5}, Name: "alt", Title: "谷丙转氨酶", Row: 2, When: "value >= 50", Side: Above, Bound: 50, Value: 51},
	}}
	passing := Run(answer, suiteOf(t, "  - {name: a, person: 男, signed: \"\", indicator: alt, levels: {60: H1}}\n"), nil)
	for lang, want := range map[string]string{
		problem.Chinese: `rules/a.yaml:3:5: 谷丙转氨酶 第 2 行（value >= 50）：没有用例
rules/a.yaml:3:5: 谷丙转氨酶 第 2 行（value >= 50）：缺紧挨 50 之上的用例，可送 51
覆盖：行 1/2（50.0%），分界 2/3（66.7%），年龄分界 0/0（100.0%），风险行 0/0（100.0%），推导分支 0/0（100.0%），单位 0/0（100.0%）
1 组用例，1 例，1 项检查，0 项不符，1 例待签字
`,
		problem.English: `rules/a.yaml:3:5: alt row 2 (value >= 50): no case
rules/a.yaml:3:5: alt row 2 (value >= 50): no case just above 50, send 51
coverage: rows 1/2 (50.0%), bounds 2/3 (66.7%), ages 0/0 (100.0%), risk rows 0/0 (100.0%), derived cases 0/0 (100.0%), units 0/0 (100.0%)
1 suites, 1 cases, 1 checks, 0 failures, 1 to be signed
`,
	} {
		var b strings.Builder
		if err := passing.WriteText(&b, Options{Lang: lang, Coverage: coverage, Minimum: 60, Folder: "rules"}); err != nil || b.String() != want {
			t.Errorf("got\n%s\nwant\n%s%v", b.String(), want, err)
		}
	}
	for minimum, part := range map[float64]string{50: `"ok": true`, 60: `"ok": false`} {
		var b strings.Builder
		if err := passing.WriteJSON(&b, Options{Coverage: coverage, Minimum: minimum}); err != nil {
			t.Fatal(err)
		}
		for _, s := range []string{part, `"percent": 50`, `"part": "bounds"`, `"bound": 50`, `"value": 51`, `"unsigned": 1`} {
			if !strings.Contains(b.String(), s) {
				t.Errorf("no %s in %s", s, b.String())
			}
		}
	}
	var b strings.Builder
	if err := passing.WriteJUnit(&b, Options{Coverage: coverage, Minimum: 60}); err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{`<testsuites tests="8" failures="1">`, `<property name="coverage.bounds" value="2/3">`, `<failure message="50.0% &lt; 60.0%">a.yaml:3:5: 谷丙转氨酶`} {
		if !strings.Contains(b.String(), s) {
			t.Errorf("no %s in %s", s, b.String())
		}
	}
}

// A table for persons of whom something is worked out is met by what that is
// worked out from, and by no more of it than needed.
func TestGenerateMeetsDerivedGuards(t *testing.T) {
	set := with(t, map[string]string{
		"rules/2026.1/derived/state.yaml": `
- {id: special, zh: 特殊, type: boolean, source: [CV], formula: 'sex == "female" and (has(urban) and urban or has(systolic_pressure) and systolic_pressure >= 180)'}
- {id: tense, zh: 紧张, type: boolean, source: [CV], formula: 'has(systolic_pressure) and systolic_pressure >= 140'}
`,
		"rules/2026.1/indicators/blood.yaml": `
- indicator: hemoglobin
  for: sex == "female" and special
  source: [W405]
  rows:
    - {when: value < 100 and not tense, level: L2, tip: 甲, hint: 一}
    - {when: value < 100 and tense, level: L4, tip: 丁, hint: 四}
    - {when: value >= 100, level: N0, tip: 乙, hint: 二}
- indicator: hemoglobin
  for: not special
  source: [W405]
  rows:
    - {when: value < 100, level: L1, tip: 丙, hint: 三}
    - {when: value >= 100, level: N0, tip: 戊, hint: 五}
`})
	engine := assess.New(set)
	report := Run(engine, suiteOf(t, "  - {name: a, person: 男, indicator: hemoglobin, levels: {120: N0}}\n"), nil)
	var out bytes.Buffer
	made, err := Generate(&out, set, engine, report, Cover(set, report), time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range made.Left {
		if m.Name == "hemoglobin" {
			t.Errorf("left %+v", m)
		}
	}
	suite, list := Parse("s.yaml", out.Bytes())
	if len(list) > 0 || !Run(engine, []Suite{*suite}, nil).OK() {
		t.Errorf("%v\n%s", list, out.String())
	}
	for _, want := range []string{"profile.urban: true", "100: N0", "99: L4", "99: L2", "samples: {systolic_pressure: 1"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}
