package regress

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"tijian/engine/assess"
	"tijian/engine/message"
	"tijian/internal/rulestest"
)

// A version's own cases are run beside those that versions share, and what it
// expects otherwise takes the place of what these say; unsigned it awaits a
// signature, and an entry that fits nothing is a fault.
func TestOwnCases(t *testing.T) {
	set := rulestest.Active(t)
	shared := fstest.MapFS{"lipids.yaml": {Data: []byte(`title: 血脂
datetime: 2026-11-20T08:00:00.000Z
persons: {男: {sex: male, age: 45}}
cases:
  - {name: 甘油三酯, versions: ["9"], person: 男, indicator: triglycerides, levels: {1.0: N0, 1.2: H1}, ideal: <1.70}
  - {name: 体重指数, person: 男, samples: {height: 170, weight: 65}, expect: {derived: {bmi: 23.00}, says: {bmi: [不可能说的话]}}}
`)}}
	manifest := &fstest.MapFile{Data: []byte("from: \"9\"\ninherits_cases: true\n")}
	rules := fstest.MapFS{"9/manifest.yaml": {}, set.Version + "/manifest.yaml": manifest, set.Version + "/cases/own.yaml": {Data: []byte(`title: 自己的
datetime: 2026-11-20T08:00:00.000Z
persons: {女: {sex: female, age: 30}}
cases:
  - {name: 甘油三酯, person: 女, indicator: triglycerides, levels: {1.0: N0}}
`)}}
	run := func() (*Collection, *Report) {
		t.Helper()
		cases, problems := Collect(shared, rules, set)
		if err := problems.Err(); err != nil {
			t.Fatal(err)
		}
		return cases, Run(assess.New(set), cases.Hold, nil)
	}
	cases, report := run()
	if report.Trials != 4 || cases.Trials() != 4 || len(report.Failures) != 3 {
		t.Fatalf("%d trials of %d, failures %v", report.Trials, cases.Trials(), report.Failures)
	}
	var changes []Change
	for _, f := range report.Failures {
		changes = append(changes, f.Change)
	}
	if changes[0].Now != "N0" || changes[1].Now != "22.49" || !changes[2].Dropped {
		t.Errorf("what came: %+v", changes)
	}
	if text, _, ok := cases.Otherwise(nil, []Change{{Suite: "lipids.yaml", Trial: "甘油三酯 1.2", Check: "level triglycerides", Want: "H2", Now: "N0"}}, because(""), ""); ok {
		t.Errorf("a case that expects something else: %s", text)
	}
	if _, problems, ok := cases.Otherwise(nil, []Change{{Suite: "lipids.yaml", Trial: "甘油三酯 1.2", Check: "level triglycerides", Want: "H1", Now: "H9"}}, because(""), ""); !ok || len(problems) != 1 {
		t.Errorf("no level: %v", problems)
	}
	write := func(changes []Change, signed string) {
		t.Helper()
		name := set.Version + "/cases/otherwise.yaml"
		var before []byte
		if f := rules[name]; f != nil {
			before = f.Data
		}
		after, problems, ok := cases.Otherwise(before, changes, because("指南：更新"), signed)
		if !ok || len(problems) > 0 {
			t.Fatal("not written: ", problems)
		}
		rules[name] = &fstest.MapFile{Data: after}
		cases, report = run()
	}
	write(changes, "")
	if !report.OK() || report.Unsigned != 2 {
		t.Errorf("accepted: %v, %d unsigned", report.Failures, report.Unsigned)
	}
	// Corrected by a person who signs, the entry is changed in its place; as the
	// case has it, it goes.
	write([]Change{{Suite: "lipids.yaml", Trial: "甘油三酯 1.2", Check: "level triglycerides", Want: "N0", Now: "N1"}}, "zhang 2026-11-23")
	text := string(rules[set.Version+"/cases/otherwise.yaml"].Data)
	if len(report.Failures) != 1 || report.Unsigned != 1 || strings.Count(text, "triglycerides") != 1 || !strings.Contains(text, `was: H1, now: N1, reason: "指南：更新", signed: zhang 2026-11-23}`) {
		t.Errorf("%v, %d unsigned in\n%s", report.Failures, report.Unsigned, text)
	}
	if found := Signers(cases.Hold, []string{"li"}); len(found) != 1 || !strings.HasPrefix(found[0].File, "rules:") {
		t.Errorf("signed by a stranger: %v", found)
	}
	write([]Change{{Suite: "lipids.yaml", Trial: "甘油三酯 1.2", Check: "level triglycerides", Want: "N1", Now: "H1"}}, "")
	if text := string(rules[set.Version+"/cases/otherwise.yaml"].Data); strings.Contains(text, "triglycerides") || !strings.Contains(text, "bmi") {
		t.Errorf("as the case has it:\n%s", text)
	}
	rules[set.Version+"/cases/otherwise.yaml"].Data = []byte(`- {suite: lipids.yaml, trial: 甘油三酯 9, check: level triglycerides, was: H1, now: N0, signed: ""}
- {suite: lipids.yaml, trial: 体重指数, check: derived bmi, was: 23.00, signed: ""}
- {suite: lipids.yaml, trial: 甘油三酯 1.2, check: level triglycerides, was: H1, now: H9, signed: ""}
`)
	_, problems := Collect(shared, rules, set)
	var codes []string
	for _, p := range problems {
		codes = append(codes, p.Code)
	}
	if got, want := strings.Join(codes, " "), strings.Join([]string{message.NoSuchCase.Code, message.NowOrDropped.Code, message.NeverWanted.Code}, " "); got != want {
		t.Errorf("problems %s, want %s", got, want)
	}
	if file := Shown(problems[0].File, "suites", "rules"); file != "rules/"+set.Version+"/cases/otherwise.yaml" {
		t.Errorf("shown as %s", file)
	}
	// Who runs one suite does not mind what is expected otherwise of others.
	folder := t.TempDir()
	for name, f := range shared {
		for _, other := range []string{name, "other.yaml"} {
			if err := os.WriteFile(filepath.Join(folder, other), f.Data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	alone, shown := Folder(filepath.Join(folder, "other.yaml"))
	if cases, problems := Collect(alone, rules, set); len(problems) > 0 || len(cases.Hold) != 2 || shown != filepath.ToSlash(folder) {
		t.Errorf("one suite below %s: %v", shown, problems)
	}
	same, _ := Folder(filepath.Join(folder, "lipids.yaml"))
	if _, problems := Collect(same, rules, set); len(problems) != len(codes) {
		t.Errorf("the suite that they name: %v", problems)
	}
}

// Cases are added to one file, whose persons they share; what would be no case
// is refused.
func TestAddCase(t *testing.T) {
	set := rulestest.Active(t)
	at := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	person := assess.Person{Sex: assess.Male, At: at, Born: at.AddDate(-45, 0, 0)}
	n := NewCase{Name: "甘油三酯: 1.69", Person: person, Samples: []Entry{{"triglycerides", "1.69"}}, Levels: []Entry{{"triglycerides", "N0"}}}
	first, problems := n.Add(nil, set)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	person.HasDiabetes = true
	n = NewCase{Name: "又一例", Person: person, Samples: []Entry{{"triglycerides", "150 mg/dL"}}, Risks: []Entry{{"diabetes", "4"}}, Signed: "zhang 2026-11-23"}
	second, problems := n.Add(first, set)
	if len(problems) > 0 {
		t.Fatalf("%v in\n%s", problems, second)
	}
	n.Person.HasDiabetes = false
	third, problems := n.Add(second, set)
	s, list := Parse("added.yaml", third)
	if len(problems) > 0 || len(list) > 0 {
		t.Fatalf("%v %v in\n%s", problems, list, third)
	}
	if len(s.Trials) != 3 || !s.Trials[0].Unsigned || s.Trials[1].Unsigned || !s.Trials[1].Request.HasDiabetes || s.Trials[2].Request.HasDiabetes || strings.Count(string(third), "age: 45}") != 1 {
		t.Errorf("%d trials in\n%s", len(s.Trials), third)
	}
	for _, bad := range []NewCase{
		{Name: "没有预期", Person: person, Samples: []Entry{{"triglycerides", "1"}}},
		{Name: "没有这项", Person: person, Samples: []Entry{{"triglyceride", "1"}}, Levels: []Entry{{"triglyceride", "N0"}}},
		{Name: "不是等级", Person: person, Samples: []Entry{{"triglycerides", "1"}}, Levels: []Entry{{"triglycerides", "}, x: {"}}},
	} {
		if text, problems := bad.Add(first, set); len(problems) == 0 {
			t.Errorf("%s: written\n%s", bad.Name, text)
		}
	}
}

func because(reason string) func(Change) string { return func(Change) string { return reason } }
