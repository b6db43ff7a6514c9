package release

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"tijian/engine"
	"tijian/engine/record"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
	"tijian/engine/sheet"
	"tijian/internal/wordstest"
)

var (
	editor   = Person{Name: "甲", MayPropose: true}
	approver = Person{Name: "乙", MayPropose: true, MayApprove: true}
	client   = Person{Name: "丙"}
)

const suite = `title: 血脂
datetime: 2026-11-20T08:00:00.000Z
persons: {男: {sex: male, age: 45}}
cases:
  - {name: 甘油三酯, person: 男, indicator: triglycerides, levels: {1.0: N0, 2.0: H1}}
`

// desk lays out a small set of rules with few words, locked.
func desk(t *testing.T, root string) *Releaser {
	t.Helper()
	archive, err := txtar.ParseFile("../../testdata/script/rules_edit.txtar")
	if err != nil {
		t.Fatal(err)
	}
	put := func(name, text string) {
		name = filepath.Join(root, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range archive.Files {
		if strings.HasPrefix(f.Name, "rules/2026.1/") {
			put(f.Name, string(f.Data))
		}
	}
	put("rules/current.yaml", "# 现在使用的版本\nactive: \"2026.1\"\nnamespaces:\n  ward: \"2026.1\"\n")
	put("suites/lipids.yaml", suite)
	if err := wordstest.Copy(filepath.Join(root, "dictionaries", "2026.1")); err != nil {
		t.Fatal(err)
	}
	d := at(root)
	lock, err := record.NewLock(d.Files.RulesFS(), d.Files.DictionariesFS(), "2026.1")
	if err != nil {
		t.Fatal(err)
	}
	put("rules/2026.1/lock.yaml", string(lock.Text()))
	return d
}

func at(root string) *Releaser {
	return &Releaser{
		Files:  engine.Files{Rules: filepath.Join(root, "rules"), Dictionaries: filepath.Join(root, "dictionaries")},
		Suites: filepath.Join(root, "suites"), Demands: Demands{Persons: 50},
	}
}

func edit(t *testing.T, d *Releaser, name, from, to string) {
	t.Helper()
	name = filepath.Join(d.Files.Rules, name)
	text, err := os.ReadFile(name)
	if err != nil || !bytes.Contains(text, []byte(from)) {
		t.Fatal(name, from, err)
	}
	if err := os.WriteFile(name, bytes.ReplaceAll(text, []byte(from), []byte(to)), 0o644); err != nil {
		t.Fatal(err)
	}
}

func inForce(t *testing.T, d *Releaser) string {
	t.Helper()
	s, problems := engine.Load(d.Files, "")
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	return s.Rules.Version
}

func expect(t *testing.T, what string, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// agree has somebody agree to every group of a proposal's sheet.
func agree(d *Releaser, draft string, by Person) error {
	p, err := d.Proposed(draft)
	if err != nil || p == nil {
		return err
	}
	all := map[string]sheet.Decision{}
	for _, g := range p.Sheet.Groups {
		all[g.ID] = sheet.Decision{Decision: sheet.Agreed}
	}
	_, err = d.Decide(draft, by, p.Fingerprint, all)
	return err
}

// The cases of a version run for the drafts that come from it and for those that
// come from these, each for itself, and for no version that came before.
func TestDraftsBringCases(t *testing.T) {
	d := desk(t, t.TempDir())
	for _, names := range [][2]string{{"2026.2", ""}, {"2026.3", "2026.2"}, {"2026.4", "2026.1"}} {
		expect(t, "a draft", d.Draft(names[0], names[1]), nil)
		if set, problems := engine.Draft(d.Files, names[0]); set == nil {
			t.Fatal(problems)
		}
	}
	suites, problems := regress.Load(fstest.MapFS{"s.yaml": {Data: []byte(strings.ReplaceAll(suite, "{name", `{versions: ["2026.1"], until: ["2026.3"], name`))}})
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	for version, want := range map[string]string{"2026.1": "[2026.1] 2", "2026.2": "[2026.2 2026.1] 2", "2026.3": "[2026.3 2026.2 2026.1] 0", "2026.4": "[2026.4 2026.1] 2"} {
		l := ruleset.LineageOf(d.Files.RulesFS(), version)
		hold, problems := regress.For(suites, l)
		if got := fmt.Sprint(l.Versions, len(hold[0].Trials)); got != want || len(problems) > 0 {
			t.Errorf("%s: %s %v, want %s", version, got, problems, want)
		}
	}
	edit(t, d, "2026.2/manifest.yaml", "from: \"2026.1\"\n", "")
	if _, problems := engine.Draft(d.Files, "2026.2"); len(problems) != 1 || problems[0].Code != "inherits-cases" {
		t.Errorf("inherits from nothing: %v", problems)
	}
}

// From a draft to a release by two and back; everything out of order is refused
// and changes nothing.
func TestReleaseByTwo(t *testing.T) {
	d := desk(t, t.TempDir())
	var acts []string
	d.OnAct = func(a Act) {
		acts = append(acts, fmt.Sprint(a.Kind, " ", a.Version, " ", a.By.Name, " ", a.Err == nil))
	}
	expect(t, "a bad name", d.Draft("../x", ""), ErrName)
	expect(t, "from nowhere", d.Draft("2026.2", "2019.1"), ErrUnknown)
	expect(t, "a draft", d.Draft("2026.2", ""), nil)
	expect(t, "the same name", d.Draft("2026.2", ""), ErrExists)
	if d.locked("2026.2") || inForce(t, d) != "2026.1" {
		t.Error("a draft is locked or in force")
	}
	propose := func(by Person, reason, effective string) error {
		_, err := d.Propose("2026.2", by, reason, effective)
		return err
	}
	approve := func(by Person) error {
		_, err := d.Approve("2026.2", by)
		if _, is := errors.AsType[*Refused](err); is {
			if err := agree(d, "2026.2", by); err != nil {
				return err
			}
			_, err = d.Approve("2026.2", by)
		}
		return err
	}
	edit(t, d, "2026.2/indicators/lipids.yaml", "value < 1.70", "value < 1.60")
	var refused *Refused
	if err := propose(editor, "指南更新", ""); !errors.As(err, &refused) || len(refused.Problems) == 0 {
		t.Errorf("a gap: %v", err)
	}
	edit(t, d, "2026.2/indicators/lipids.yaml", "value >= 1.70", "value >= 1.60")
	expect(t, "a client proposes", propose(client, "指南更新", ""), ErrNotAllowed)
	expect(t, "no reason", propose(editor, " ", ""), ErrReason)
	expect(t, "no day", propose(editor, "指南更新", "soon"), ErrDay)
	expect(t, "nothing proposed", approve(approver), ErrNoProposal)
	d.Demands.Coverage = 100.5
	if err := propose(editor, "指南更新", ""); !errors.As(err, &refused) || len(refused.Reasons) != 1 {
		t.Errorf("too little coverage: %v", err)
	}
	d.Demands.Coverage = 0
	expect(t, "a proposal", propose(editor, "指南更新", ""), nil)
	expect(t, "an editor approves", approve(editor), ErrNotAllowed)
	edit(t, d, "2026.2/indicators/lipids.yaml", "1.60", "1.65")
	expect(t, "changed since", approve(approver), ErrChanged)
	expect(t, "proposed by the approver", propose(approver, "指南更新", ""), nil)
	expect(t, "one person", approve(approver), ErrSamePerson)
	made := approver
	made.MadeBy = []string{editor.Name}
	acts = nil
	expect(t, "proposed anew", propose(editor, "指南更新", ""), nil)
	expect(t, "made by the proposer", approve(made), ErrMade)
	if got := inForce(t, d); got != "2026.1" {
		t.Errorf("%s is in force before its release", got)
	}
	expect(t, "the release", approve(approver), nil)
	if got := inForce(t, d); got != "2026.2" || !d.locked("2026.2") {
		t.Errorf("after the release %s is in force", got)
	}
	expect(t, "a second time", approve(approver), ErrReleased)
	if want := []string{"propose 2026.2 甲 true", "approve 2026.2 乙 false", "approve 2026.2 乙 false", "decide 2026.2 乙 true", "approve 2026.2 乙 true", "approve 2026.2 乙 false"}; !slices.Equal(acts, want) {
		t.Errorf("told of %q, want %q", acts, want)
	}
	edit(t, d, "2026.2/indicators/lipids.yaml", "1.65", "1.66")
	if _, problems := engine.Load(d.Files, ""); len(problems) == 0 {
		t.Error("a released version was changed in place")
	}
	edit(t, d, "2026.2/indicators/lipids.yaml", "1.66", "1.65")

	rollback := func(by Person, reason string) error { _, err := d.Rollback("", by, reason); return err }
	expect(t, "without a reason", rollback(approver, ""), ErrReason)
	acts = nil
	expect(t, "an editor rolls back", rollback(editor, "有误"), ErrNotAllowed)
	expect(t, "rolled back", rollback(approver, "有误"), nil)
	if want := []string{"rollback  甲 false", "rollback 2026.1 乙 true"}; !slices.Equal(acts, want) {
		t.Errorf("told of %q, want %q", acts, want)
	}
	if got := inForce(t, d); got != "2026.1" {
		t.Errorf("rolled back to %s", got)
	}
	expect(t, "rolled back again", rollback(approver, "有误"), ErrTarget)
	_, err := d.Rollback("2026.1", approver, "有误")
	expect(t, "to the version in force", err, ErrInForce)
	entries, problems := d.History()
	if err := problems.Err(); err != nil || len(entries) != 2 {
		t.Fatal(entries, err)
	}
	if e := entries[0]; e.By != "甲" || e.Approved != "乙" || e.Reason != "指南更新" || e.From != "2026.1" || e.Effect.Trials != 2 || e.Effect.Differences == 0 || e.Effect.Persons != 50 {
		t.Errorf("%+v", e)
	}
	current, err := fs.ReadFile(d.Files.RulesFS(), "current.yaml")
	if err != nil || string(current) != "# 现在使用的版本\nactive: \"2026.1\"\nnamespaces:\n  ward: \"2026.1\"\n" {
		t.Errorf("current.yaml: %s %v", current, err)
	}
}

// A version waits for its day, and can be taken back until then.
func TestEffective(t *testing.T) {
	d := desk(t, t.TempDir())
	release := func(name, effective string) {
		t.Helper()
		expect(t, "draft", d.Draft(name, ""), nil)
		_, err := d.Propose(name, editor, "指南更新", effective)
		expect(t, "proposal", err, nil)
		expect(t, "signed", agree(d, name, approver), nil)
		_, err = d.Approve(name, approver)
		expect(t, "approval", err, nil)
	}
	release("2026.2", "2999-01-01")
	if got := inForce(t, d); got != "2026.1" {
		t.Errorf("%s is in force before its day", got)
	}
	if _, err := d.Propose("2026.2", editor, "又一次", ""); !errors.Is(err, ErrWaiting) {
		t.Errorf("while another waits: %v", err)
	}
	_, err := d.Rollback("2025.1", approver, "改主意了")
	expect(t, "to a version that is neither", err, ErrWaiting)
	e, err := d.Rollback("", approver, "改主意了")
	if err != nil || e.Version != "2026.1" || e.From != "2026.2" || inForce(t, d) != "2026.1" {
		t.Errorf("%+v %v", e, err)
	}
	release("2026.3", time.Now().Add(-time.Hour).Format(time.RFC3339))
	if got := inForce(t, d); got != "2026.3" {
		t.Errorf("%s is in force after another's day", got)
	}
}
