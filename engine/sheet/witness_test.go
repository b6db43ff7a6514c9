package sheet

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tijian/engine"
	"tijian/engine/assess"
	"tijian/engine/change"
	"tijian/engine/impact"
	"tijian/engine/problem"
	"tijian/internal/wordstest"
)

const lending = `
danger:
  - {when: age < 18, age: 18, severity: 2, indicators: [triglycerides], tip: "孩子的{zh}（{result}）明显异常，请带孩子到儿科", hint: 由儿科医生判断}
`

// drawn is a table of adults whose bound, level and sentence are drawn.
func drawn(bound float64, level, tip, hint string) string {
	return fmt.Sprintf(`- indicator: triglycerides
  for: age >= 18
  source: [LIP23]
  rows:
    - {when: value < 1.70, level: N0, tip: 理想, hint: 保持清淡饮食}
    - {when: 1.70 <= value < %[1]v, level: H1, tip: "升高，三个月后复查", hint: 少喝酒, alert: B, recheck: 90, department: 内科, late_tip: 当时升高}
    - {when: value >= %[1]v, level: %[2]s, tip: "%[3]s", hint: %[4]s, alert: B, recheck: 7, department: 内科, late_tip: 当时升高}
`, bound, level, tip, hint)
}

// Whoever serves as an example is answered by both versions anew, and is told by them
// what the change says; children who borrow the table are a group of their own.
func TestExamplesAreWitnesses(t *testing.T) {
	root := t.TempDir()
	in := func(name string) string { return filepath.Join(root, name) }
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(wordstest.FewRules(in("rules"), "../../testdata/script/rules_edit.txtar"))
	must(wordstest.Copy(in("dictionaries/2026.1")))
	manifest, err := os.ReadFile(in("rules/2026.1/manifest.yaml"))
	must(err)
	must(os.WriteFile(in("rules/2026.1/manifest.yaml"), append(manifest, lending...), 0o644))
	const file = "indicators/lipids.yaml"
	must(os.WriteFile(in("rules/2026.1/"+file), []byte(drawn(5.6, "H2", "明显升高，请一周内到内科就诊", "少吃甜食")), 0o644))
	files := engine.Files{Rules: in("rules"), Dictionaries: in("dictionaries")}
	before, problems := engine.Draft(files, "2026.1")
	must(problems.Err())
	must(os.CopyFS(in("rules/2026.2"), os.DirFS(in("rules/2026.1"))))
	must(os.CopyFS(in("dictionaries/2026.2"), os.DirFS(in("dictionaries/2026.1"))))
	must(os.WriteFile(in("rules/2026.2/manifest.yaml"), []byte(strings.Replace(string(manifest), `"2026.1"`, `"2026.2"`, 1)+lending), 0o644))
	shown, drawings := map[string]int{}, 0
	rapid.Check(t, func(r *rapid.T) {
		if drawings++; drawings > 25 {
			return // each loads a version
		}
		bound := rapid.SampledFrom([]float64{4, 5.6, 5.7, 9}).Draw(r, "bound")
		level := rapid.SampledFrom([]string{"H1", "H2", "H3"}).Draw(r, "level")
		tip := rapid.SampledFrom([]string{"明显升高，请一周内到内科就诊", "明显升高，请到内科就诊", "升高了"}).Draw(r, "tip")
		hint := rapid.SampledFrom([]string{"少吃甜食", "少吃肥肉"}).Draw(r, "hint")
		if err := os.WriteFile(in("rules/2026.2/"+file), []byte(drawn(bound, level, tip, hint)), 0o644); err != nil {
			r.Fatal(err)
		}
		after, problems := engine.Draft(files, "2026.2")
		if err := problems.Err(); err != nil {
			r.Fatal(err)
		}
		s, _, made, err := Between(files, before, after)
		if err != nil {
			r.Fatal(err)
		}
		engines := [2]*assess.Engine{assess.New(before.Rules), assess.New(after.Rules)}
		for _, g := range s.Groups {
			for i := range g.Changes {
				c := &g.Changes[i]
				if c.Example == nil {
					continue
				}
				shown[g.Kind]++
				a := made.Witness(c.Namespace, c.Indicator, func(a *impact.Answer) bool { return a.Example("", "").Person == c.Example.Person })
				if a == nil || c.Example.From == c.Example.To {
					r.Fatalf("%s %s: nobody, or nothing differs: %+v", g.Kind, What(c, problem.Chinese), c.Example)
				}
				var told [2]assess.SampleResult
				for k, e := range engines {
					result, err := e.Assess(a.Request)
					if err != nil {
						r.Fatal(err)
					}
					told[k] = result.Samples[a.Sample]
				}
				if !witnesses(c, told) {
					r.Errorf("%s %s: %s → %s, yet %+v", g.Kind, What(c, problem.Chinese), change.Text(c.From), change.Text(c.To), c.Example)
				}
				if age := a.Request.Age(); c.Lent > 0 != (age < 18) {
					r.Errorf("%s %s: the example is of %d years", g.Kind, What(c, problem.Chinese), age)
				}
			}
			if g.Kind == "lent" && g.Milder && !slices.ContainsFunc(g.MilderSubjects(), func(s NamedChange) bool { return s.Name == "triglycerides"+OfChildren }) {
				r.Errorf("milder of children, and no name of its own: %v", g.MilderSubjects())
			}
		}
		if (bound > 5.6 || level == "H1") != slices.ContainsFunc(s.Groups, func(g Group) bool { return g.Kind == "lent" && g.Milder }) {
			r.Errorf("children lose a warning at %v %s: %d groups", bound, level, len(s.Groups))
		}
	})
	for _, kind := range []string{"answer", "lent", "meaning"} {
		if shown[kind] == 0 {
			t.Errorf("no example of %s: %v", kind, slices.Sorted(maps.Keys(shown)))
		}
	}
}

// witnesses reports whether what a person is told differs in what a change says.
func witnesses(c *change.Change[string], told [2]assess.SampleResult) bool {
	switch c.Field {
	case "tip", "late_tip":
		return told[0].Tip != told[1].Tip && strings.Contains(told[0].Tip, change.Text(c.From)) && strings.Contains(told[1].Tip, change.Text(c.To))
	case "hint":
		return told[0].Hint != told[1].Hint
	case "ideal":
		return told[0].Ideal != told[1].Ideal
	case "":
		return strings.HasPrefix(change.Text(c.From), told[0].Level) && strings.HasPrefix(change.Text(c.To), told[1].Level)
	}
	return true
}
