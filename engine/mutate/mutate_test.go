package mutate

import (
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tijian/engine/assess"
	"tijian/engine/change"
	"tijian/engine/problem"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
	"tijian/internal/rulestest"
)

// small is the rule set of package ruleset's tests.
func small(t testing.TB) *ruleset.Set { return smallWith(t, "") }

// smallWith is small with more in its manifest.
func smallWith(t testing.TB, manifest string) *ruleset.Set {
	t.Helper()
	tree := rulestest.Small(t)
	name := "rules/2026.1/manifest.yaml"
	tree[name].Data = slices.Concat(tree[name].Data, []byte(manifest))
	return rulestest.Loaded(t, tree)
}

func suite(t testing.TB, cases string) []regress.Suite {
	t.Helper()
	s, list := regress.Parse("suite.yaml", []byte(`title: 用例
datetime: 2026-11-20T08:00:00.000Z
persons:
  女: {sex: female, age: 18}
  女童: {sex: female, age: 17}
  男: {sex: male, age: 18}
  男童: {sex: male, age: 17}
  糖尿病: {sex: female, age: 50, has_diabetes: true}
cases:
`+cases))
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return []regress.Suite{*s}
}

func run(t testing.TB, match, cases string) *Report {
	t.Helper()
	return Run(small(t), suite(t, cases), Options{Match: regexp.MustCompile(match)})
}

const triglycerides = `
  - {name: 甘油三酯, person: 女, indicator: triglycerides, levels: {1.69: N0, 1.70: H1, 2.29: H1, 2.30: H2}, ideal: <1.70}
  - {name: 换算, person: 女, indicator: triglycerides, values: {150 mg/dL: 1.69}}
`

// Values on either side of every bound find every mutant.
func TestMutantsTriedAtTheSameTime(t *testing.T) {
	r := run(t, "^triglycerides$", triglycerides)
	if r.Total.Survived != 0 || r.Total.Killed == 0 {
		t.Errorf("%+v %+v", r.Total, r.Survivors)
	}
	// Bounds: 2 × 2 steps, 2 sides; single: 4 numbers × 2, 4 operators, of
	// which 2 × 3 change an overlapping row only; 2 swaps, 3 drops.
	for kind, want := range map[Kind]int{Bound: 4, Side: 2, Constant: 8, Operator: 4, Level: 2, Dropped: 3} {
		if got := r.ByKind[kind].Mutants; got != want {
			t.Errorf("%s: %d mutants, want %d", kind, got, want)
		}
	}
	r = run(t, "^triglycerides$", `
  - {name: 换算, person: 女, indicator: triglycerides, values: {150 mg/dL: 1.69}}
`)
	if r.Total.Refused == 0 || r.ByKind[Bound].Refused != 0 {
		t.Errorf("refused by check: %+v, of them bounds moved everywhere %+v", r.Total, r.ByKind[Bound])
	}
}

// Without the case at 2.30 the mutants about 2.30 survive, each with the case
// that would find it.
func TestSurvivorsNameTheMissingCase(t *testing.T) {
	r := run(t, "^triglycerides$", strings.Replace(triglycerides, ", 2.29: H1, 2.30: H2", ", 5: H2", 1))
	var got []string
	for i := range r.Survivors {
		if m := &r.Survivors[i]; m.Refused == "" {
			got = append(got, string(m.Kind)+" "+m.From+" → "+m.To+" at "+m.At.String()+": "+m.Case.Text("en")+" "+m.Case.Now.Level+" → "+m.Case.Got.Level)
		}
	}
	want := []string{
		"side < → <= at 2026.1/indicators/chemistry.yaml:6:28: 2.30 mmol/L H2 → H1",
		"bound 2.30 → 2.29 at 2026.1/indicators/chemistry.yaml:6:30: 2.29 mmol/L H1 → H2",
		"bound 2.30 → 2.31 at 2026.1/indicators/chemistry.yaml:6:30: 2.30 mmol/L H2 → H1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
}

// Guards are changed by age and sex, and negated.
func TestGuards(t *testing.T) {
	cases := `
  - {name: 女, person: 女, indicator: hemoglobin, levels: {59: L4, 60: L1, 114: L1, 115: N0, 150: N0, 151: H1}, ideal: 115-150}
  - {name: 男, person: 男, indicator: hemoglobin, levels: {129: L1, 130: N0, 175: N0, 176: H1}, ideal: 130-175}
`
	r := run(t, "^hemoglobin$", cases)
	var got []string
	for i := range r.Survivors {
		if m := &r.Survivors[i]; m.Refused == "" {
			got = append(got, m.From+" → "+m.To+": "+m.Case.Text("zh"))
		}
	}
	want := []string{"18 → 17: 女，17 岁，40 g/L", "18 → 17: 男，17 岁，40 g/L"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	r = run(t, "^hemoglobin$", cases+`
  - {name: 女童, person: 女童, indicator: hemoglobin, levels: {60: U0}}
  - {name: 男童, person: 男童, indicator: hemoglobin, levels: {130: U0}}
`)
	if r.Total.Escaped != 0 {
		t.Errorf("%+v", r.Survivors)
	}
}

func TestRisks(t *testing.T) {
	cases := `
  - {name: 风险, person: 糖尿病, samples: {fasting_glucose: 5}, expect: {risk: {diabetes: 4}}}
`
	r := run(t, "^diabetes$", cases)
	if r.Total.Killed == 0 || r.Total.Survived == 0 {
		t.Errorf("%+v", r.Total)
	}
	r = run(t, "^diabetes$", cases+`
  - name: 各行
    person: 女
    columns: [bmi, fasting_glucose, expect.risk.diabetes]
    rows:
      - [23.9, 6.0, 0]
      - [24.0, 6.0, 2]
      - [23.9, 6.1, 2]
      - ["-", 6.0, none]
`)
	for i := range r.Survivors {
		if m := &r.Survivors[i]; m.Refused == "" {
			t.Errorf("%s %s → %s: %s", m.At, m.From, m.To, m.caseText("en"))
		}
	}
}

// Whom tables of another age are lent to, and from which level on, is changed,
// too. Those of 18 have a table of their own, and no level lies between.
func TestLentTables(t *testing.T) {
	set := func() *ruleset.Set {
		return smallWith(t, "danger:\n  - {when: age < 18, age: 18, severity: 4, indicators: [hemoglobin L], tip: \"孩子的{zh}明显异常\"}\n")
	}
	options := Options{Match: regexp.MustCompile("^danger$")}
	without := Run(set(), suite(t, "\n  - {name: 女, person: 女, indicator: hemoglobin, levels: {59: L4}}\n"), options)
	var got []string
	for _, m := range without.Survivors {
		got = append(got, m.From+" → "+m.To+": "+m.Case.Text("en")+" "+m.Case.Now.Level+" → "+m.Case.Got.Level)
	}
	slices.Sort(got)
	want := []string{
		"18 → 17: women, aged 0, 20 g/L L4 → U0", "18 → 17: women, aged 17, 20 g/L L4 → U0", "4 → 5: women, aged 0, 20 g/L L4 → U0",
		"age < 18 → not (age < 18): women, aged 0, 20 g/L L4 → U0", "hemoglobin → : women, aged 0, 20 g/L L4 → U0",
	}
	if !slices.Equal(got, want) || without.Total.Equivalent != 4 {
		t.Errorf("%q, %+v", got, without.Total)
	}
	if r := Run(set(), suite(t, "\n  - {name: 女童, person: 女童, indicator: hemoglobin, levels: {59: L4, 60: U0}}\n"), options); r.Total.Killed != len(want) || r.Total.Survived != 0 {
		t.Errorf("%+v", r.Total)
	}
}

// A case that fails anyway finds nothing.
func TestFailingCasesDoNotCount(t *testing.T) {
	r := run(t, "^triglycerides$", `
  - {name: 甘油三酯, person: 女, indicator: triglycerides, levels: {1.69: H4}}
`)
	if r.Skipped != 1 || r.Total.Killed != 0 {
		t.Errorf("skipped %d, %+v", r.Skipped, r.Total)
	}
}

// In the released rules every case offered for a survivor is truly answered as
// it says, and mutants said to be equivalent answer every point alike.
func TestCasesAreTrue(t *testing.T) {
	set, suites := released(t)
	checked := 0
	for _, name := range []string{"hemoglobin", "ldl_cholesterol", "systolic_bp", "urine_protein", "fasting_glucose", "uric_acid", "homocysteine"} {
		tables := set.Tables[name]
		if len(tables) == 0 {
			t.Fatalf("no tables of %s", name)
		}
		r := Run(set, nil, Options{Match: regexp.MustCompile("^" + name + "$")})
		if r.Total.Killed != 0 {
			t.Errorf("%s: %d killed by nothing", name, r.Total.Killed)
		}
		right := assess.New(telling(reduced(set, tables)))
		for _, m := range mutants(set, tables) {
			i := slices.IndexFunc(r.Survivors, func(s Mutant) bool { return s.At == m.At && s.Kind == m.Kind && s.From == m.From && s.To == m.To })
			if i < 0 {
				continue
			}
			c := r.Survivors[i].Case
			request, ok := requestOf(set, name, c.Inputs())
			if !ok {
				continue
			}
			a, errA := right.Assess(request)
			b, errB := assess.New(reduced(set, m.tables)).Assess(request)
			if errA != nil || errB != nil {
				t.Fatal(errA, errB)
			}
			if nobody(c.Inputs(), a.Derived) {
				continue
			}
			if got := (change.Grade{Level: a.Samples[0].Level, Color: a.Samples[0].Color}); got != c.Now && !c.Ideal {
				t.Errorf("%s %s → %s: %s is %v, not %v", m.At, m.From, m.To, c.Text("en"), got, c.Now)
			}
			if got := (change.Grade{Level: b.Samples[0].Level, Color: b.Samples[0].Color}); got != c.Got && !c.Ideal {
				t.Errorf("%s %s → %s: %s becomes %v, not %v", m.At, m.From, m.To, c.Text("en"), got, c.Got)
			}
			checked++
		}
	}
	if checked < 300 {
		t.Errorf("only %d cases checked", checked)
	}
	if r := Run(set, suites, Options{Match: regexp.MustCompile("^hemoglobin$")}); r.Total.Score() < 0.9 {
		t.Errorf("hemoglobin: %+v", r.Total)
	}
}

// telling is a set whose answers list all derived values, for whomever.
func telling(set *ruleset.Set) *ruleset.Set {
	for i, d := range set.Derived {
		shown := *d
		shown.Show = nil
		set.Derived[i] = &shown
	}
	return set
}

// nobody reports whether derived values are otherwise than a case has them: no
// person of age 0 is in no group of infants.
func nobody(inputs, derived map[string]any) bool {
	for name, x := range inputs {
		if y, ok := derived[name]; ok && y != x {
			return true
		}
	}
	return false
}

// requestOf makes a request of a case; false when it needs a derived value that
// is not so of somebody who says nothing.
func requestOf(set *ruleset.Set, indicator string, inputs map[string]any) (r *assess.Request, ok bool) {
	at := time.Date(2026, 6, 1, 8, 0, 0, 0, time.UTC)
	r = &assess.Request{Person: assess.Person{At: at, Born: at.AddDate(-40, 0, 0), Sex: assess.Female}, NoTrace: true}
	for name, value := range inputs {
		switch v := value.(type) {
		case nil:
		case bool:
			if b := r.BackgroundNamed(name); b != nil {
				*b = v
			} else if v {
				return nil, false
			}
		case string:
			if name != "sex" {
				return nil, false
			}
			r.Sex = assess.Sex(v)
		case float64:
			switch name {
			case "value":
				r.Samples = append([]assess.Sample{{Name: indicator, Value: v}}, r.Samples...)
			case "age":
				r.Born = at.AddDate(-int(math.Round(v)), -6, 0) // no newborn, which cases of 0 years are not either
			default:
				if _, ok := set.Dictionary.Lookup(name); !ok {
					return nil, false
				}
				r.Samples = append(r.Samples, assess.Sample{Name: name, Value: v})
			}
		}
	}
	return r, true
}

func TestWriters(t *testing.T) {
	r := run(t, "^(triglycerides|diabetes)$", "\n  - {name: 甘油三酯, person: 女, indicator: triglycerides, levels: {1.69: N0, 5: H2}}\n")
	r.Root = "rules"
	var zh, en, js strings.Builder
	for _, err := range []error{r.WriteText(&zh, problem.Chinese), r.WriteText(&en, problem.English), r.WriteJSON(&js)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for text, parts := range map[string][]string{
		zh.String(): {"rules/2026.1/indicators/chemistry.yaml:5:22: 甘油三酯（triglycerides） 界限移一格：1.70 → 1.71", "能发现它的用例：1.70 mmol/L，现为 H1，变异后 N0", "得分"},
		en.String(): {"triglycerides bound moved one step: 1.70 → 1.71", "found by: 1.70 mmol/L, now H1, then N0", "score"},
	} {
		for _, part := range parts {
			if !strings.Contains(text, part) {
				t.Errorf("no %q in\n%s", part, text)
			}
		}
	}
	var got struct {
		Total     struct{ Survived int }
		Survivors []struct {
			At   string
			Case struct{ Inputs map[string]any }
		}
	}
	if err := json.Unmarshal([]byte(js.String()), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Survivors) != got.Total.Survived || got.Total.Survived == 0 {
		t.Errorf("%d survivors listed of %d", len(got.Survivors), got.Total.Survived)
	}
}

// A percentage worked out by exp has no mutants of sides; one that can be sent
// or is worked out by arithmetic has.
func TestSmoothValues(t *testing.T) {
	set := rulestest.Newest(t)
	for name, want := range map[string]bool{"china_par_10y": true, "fli": true, "hsi": false, "egfr": false, "age": false, "bmi": false} {
		if smooth(set, name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}
