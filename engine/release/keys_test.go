package release

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tijian/engine"
	"tijian/engine/regress"
	"tijian/engine/sheet"
)

func TestEditedIn(t *testing.T) {
	for _, c := range []struct{ file, before, after, want string }{
		{"rules/indicators/a.yaml", "- {indicator: alt, rows: [{when: value < 1}]}\n- {indicator: ast}\n", "- {indicator: alt, rows: [{when: value < 2}]}\n- {indicator: ast}\n", "alt"},
		{"rules/overlays/ward/indicators/a.yaml", "", "- {indicator: alt}\n", "alt"},
		{"rules/indicators/a.yaml", "- {indicator: alt}\n", "# 换了说法\n- {indicator: alt}\n", ""},
		{"rules/risks/a.yaml", "{id: fatty, rules: [{id: one, when: x < 1}]}", "{id: fatty, rules: [{id: one, when: x < 2}]}", "fatty"},
		{"rules/derived/a.yaml", "- {id: bmi, formula: 1}\n", "- {id: bmi, formula: 2}\n", "rules/derived/a.yaml"},
		{"rules/constants.yaml", "a: {value: 1}\n", "a: {value: 2}\n", "rules/constants.yaml"},
		{"dictionaries/cues.yaml", "- [a, b]\n", "- [b, a]\n", "dictionaries/cues.yaml"},
	} {
		got := editedIn(c.file, []byte(c.before), []byte(c.after))
		slices.Sort(got)
		if got := strings.Join(slices.Compact(got), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.file, got, c.want)
		}
	}
}

// What somebody edited, somebody else accepts and agrees to; of what is edited by hand
// who proposes is taken to have edited it. Who is alone does it all, and the history
// says so.
func TestTwoKeys(t *testing.T) {
	d := desk(t, t.TempDir())
	const file = "rules/2026.2/indicators/lipids.yaml"
	third := Person{Name: "丁", MayPropose: true, MayApprove: true}
	d.Reasons = map[string]string{"triglycerides": "指南放宽"}
	save := func(by, from, to string) {
		t.Helper()
		edits := func() error { edit(t, d, "2026.2/indicators/lipids.yaml", from, to); return nil }
		if by == "" {
			_ = edits()
			return
		}
		data, err := os.ReadFile(filepath.Join(d.Files.Rules, "2026.2/indicators/lipids.yaml"))
		if err == nil {
			err = Edit(d.Files, "2026.2", by, map[string][]byte{file: []byte(strings.ReplaceAll(string(data), from, to))}, edits)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	accept := func(name string) error {
		t.Helper()
		s, problems := engine.DraftRules(d.Files, "2026.2")
		if s == nil {
			t.Fatal(problems)
		}
		cases, problems := d.Cases(s.Rules)
		if cases == nil {
			t.Fatal(problems)
		}
		var list []regress.Change
		report, _ := cases.Run(s.Assess, func(int, int) {})
		for _, f := range report.Failures {
			list = append(list, f.Change)
		}
		if len(list) != 1 {
			t.Fatal(report.Failures)
		}
		_, err := d.Accept(s.Rules, list, Because{map[string]string{"triglycerides": "指南更新"}, map[string]string{"triglycerides": "指南放宽"}}, name+" 2026-11-25")
		return err
	}
	propose := func(by Person) error { _, err := d.Propose("2026.2", by, "指南更新", ""); return err }
	order := func(what, want string, err error) {
		t.Helper()
		if o, is := errors.AsType[OutOfOrder](err); !is || o.Code() != want {
			t.Errorf("%s: %v, want %s", what, err, want)
		}
	}
	refused := func(what, want string, err error) {
		t.Helper()
		r, is := errors.AsType[*Refused](err)
		if is && len(r.Reasons) > 0 && r.Reasons[0].Code == want || is && len(r.Problems) > 0 && r.Problems[0].Code == want {
			return
		}
		t.Errorf("%s: %v, want %s", what, err, want)
	}
	expect(t, "a draft", d.Draft("2026.2", ""), nil)
	save(editor.Name, "1.70", "2.10")
	order("an editor accepts", "case.own", accept(editor.Name))
	expect(t, "somebody else", accept(approver.Name), nil)
	expect(t, "who accepted proposes what another edited", propose(approver), nil)
	save(third.Name, "tip: 升高", "tip: 略高")
	expect(t, "proposed anew", propose(editor), nil)
	refused("who edited a sentence agrees to it", "own", agree(d, "2026.2", third))
	if p, err := d.Proposed("2026.2"); err != nil || slices.ContainsFunc(p.Sheet.Groups, func(g sheet.Group) bool { return g.Decision.Decision != "" }) {
		t.Errorf("something is signed: %v", err)
	}
	expect(t, "who edited nothing", agree(d, "2026.2", approver), nil)

	if err := os.RemoveAll(filepath.Join(d.Files.Rules, "2026.2")); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(d.Files.Dictionaries, "2026.2")); err != nil {
		t.Fatal(err)
	}
	expect(t, "a draft of the same name", d.Draft("2026.2", ""), nil)
	save("", "1.70", "2.10")
	expect(t, "accepted by who edits by hand", accept(editor.Name), nil)
	refused("who accepted proposes", "own-expectation", propose(editor))
	d.OneKey = true
	expect(t, "who is alone", propose(editor), nil)
	expect(t, "agreed", agree(d, "2026.2", approver), nil)
	d.OneKey = false
	if e, err := d.Approve("2026.2", approver); err != nil || !e.OneKey {
		t.Errorf("the history says nothing of it: %v %v", e, err)
	}
}
