package release

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"tijian/engine/sheet"
)

// Whoever approves is told all that differs, signs it group by group, and what was
// signed stays in the history.
func TestSheetIsSigned(t *testing.T) {
	d := desk(t, t.TempDir())
	expect(t, "a draft", d.Draft("2026.2", ""), nil)
	const file = "2026.2/indicators/lipids.yaml"
	edit(t, d, file, "tip: 升高, hint: 少喝酒、少吃甜食", "tip: 甘油三酯升高, hint: 少喝酒, alert: B, department: 内科, recheck: 30, late_tip: 当时升高")
	edit(t, d, file, "level: N0, tip: 理想", "level: N1, tip: 可以")
	edit(t, d, "2026.2/manifest.yaml", "no_rule: ", "no_rule: 改过的")
	edit(t, d, "../suites/lipids.yaml", "1.0: N0", "1.0: N1")
	edit(t, d, "../dictionaries/2026.2/indicators/lipids.yaml", "三酰甘油, ", "")
	refused := func(err error) *Refused {
		t.Helper()
		r, ok := errors.AsType[*Refused](err)
		if !ok {
			t.Fatalf("not refused: %v", err)
		}
		return r
	}
	_, err := d.Propose("2026.2", editor, "试", "")
	r := refused(err)
	if len(r.Groups) == 0 || r.Reasons[0].Code != "milder" || len(r.In("zh")) != 1+len(r.Groups) {
		t.Errorf("nobody said why what is milder may be so: %v", r.In("zh"))
	}
	d.Reasons = map[string]string{"triglycerides": "别名不用了"}
	p, err := d.Propose("2026.2", editor, "试", "")
	if err != nil {
		t.Fatal(err)
	}
	kept, err := d.Proposed("2026.2")
	if err != nil || kept.Sheet.Count() != p.Sheet.Count() {
		t.Error(err, kept)
	}
	if s, fingerprint, err := d.Sheet("2026.2"); err != nil || fingerprint != p.Fingerprint || !reflect.DeepEqual(s, kept.Sheet) {
		t.Error(err)
	}
	var text strings.Builder
	if err := p.Sheet.WriteText(&text, "zh"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"【变轻】可能因素的意思变了", "【变轻】指标词典：少了的别名（1 处）", "为什么可以变轻：别名不用了", "rules/" + file + ":6", "    - 升高\n    + 甘油三酯升高\n", "+ N1", "异常类别改了：- → B", "科室改了：- → 内科", "复查天数改了：- → 30"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
	_, err = d.Approve("2026.2", approver)
	if r = refused(err); r.Reasons[0].Code != "open" || len(r.Groups) != len(p.Sheet.Groups) {
		t.Errorf("nothing is signed: %v", r.In("zh"))
	}
	one := p.Sheet.Groups[0].ID
	decide := func(by Person, fingerprint, id, decision string) error {
		_, err := d.Decide("2026.2", by, fingerprint, map[string]sheet.Decision{id: {Decision: decision, Comment: "看过"}})
		return err
	}
	expect(t, "by who proposes", decide(Person{Name: "甲", MayApprove: true}, p.Fingerprint, one, sheet.Agreed), ErrSamePerson)
	expect(t, "of another draft", decide(approver, "another", one, sheet.Agreed), ErrSheet)
	expect(t, "of no group", decide(approver, p.Fingerprint, "another", sheet.Agreed), ErrSheet)
	expect(t, "all", agree(d, "2026.2", approver), nil)
	expect(t, "but one", decide(approver, p.Fingerprint, one, sheet.Rejected), nil)
	_, err = d.Approve("2026.2", approver)
	if r = refused(err); r.Reasons[0].Code != "rejected" || len(r.Groups) != 1 || r.Groups[0].Comment != "看过" {
		t.Errorf("one is rejected: %v", r.In("zh"))
	}
	_, err = d.Approve("2026.2", Person{Name: "丁", MayApprove: true})
	if r = refused(err); len(r.Groups) != len(p.Sheet.Groups) {
		t.Errorf("another has signed: %v", r.In("zh"))
	}
	// Proposed anew, what is as it was stays agreed, and the rest is open.
	edit(t, d, "2026.2/manifest.yaml", "改过的", "又改过的")
	d.Reasons = nil
	p, err = d.Propose("2026.2", editor, "试", "")
	expect(t, "reasons stay with their groups", err, nil)
	if open, _ := p.Sheet.Unsigned("乙"); len(open) != 2 {
		t.Errorf("open are %d groups", len(open))
	}
	expect(t, "all", agree(d, "2026.2", approver), nil)
	_, err = d.Approve("2026.2", approver)
	expect(t, "approved", err, nil)
	entries, problems := d.History()
	if len(problems) > 0 || len(entries) != 1 || len(entries[0].Signed) != len(p.Sheet.Groups) {
		t.Fatalf("%v %+v", problems, entries)
	}
	if g := entries[0].Signed[0]; g.By != "乙" || g.On.IsZero() || g.Reason != "别名不用了" || g.Count == 0 || len(g.Changes) != g.Count {
		t.Errorf("%+v", g)
	}
}

// What was signed, released and taken back is signed of another draft that changes the
// same to the letter, and the words of a dictionary name a group.
func TestSignedOnce(t *testing.T) {
	d := desk(t, t.TempDir())
	propose := func(draft string) (Proposal, error) {
		expect(t, "a draft", d.Draft(draft, ""), nil)
		edit(t, d, "../dictionaries/"+draft+"/indicators/lipids.yaml", "三酰甘油, ", "")
		return d.Propose(draft, editor, "试", "")
	}
	d.Reasons = map[string]string{"三酰甘油": "别名不用了"}
	_, err := propose("2026.2")
	expect(t, "with the word's reason", err, nil)
	if heads, err := d.Waiting(); err != nil || len(heads) != 1 || heads[0].By != editor.Name || heads[0].Draft != "2026.2" || heads[0].Sheet != nil {
		t.Error(heads, err)
	}
	expect(t, "all", agree(d, "2026.2", approver), nil)
	_, err = d.Approve("2026.2", approver)
	expect(t, "approved", err, nil)
	_, err = d.Rollback("2026.1", approver, "再看看")
	expect(t, "taken back", err, nil)
	d.Reasons = nil
	_, err = propose("2026.3")
	expect(t, "the reason was given", err, nil)
	_, err = d.Approve("2026.3", approver)
	expect(t, "it was signed", err, nil)
}

// A draft whose rows say less than their level asks is not proposed; one whose
// exception somebody answers for who may sign is.
func TestUnfitDraftIsRefused(t *testing.T) {
	d := desk(t, t.TempDir())
	expect(t, "a draft", d.Draft("2026.2", ""), nil)
	const file = "2026.2/indicators/lipids.yaml"
	propose := func(row string) error {
		edit(t, d, file, "level: H1, tip: 升高", "level: H1, "+row)
		defer edit(t, d, file, "level: H1, "+row, "level: H1, tip: 升高")
		_, err := d.Propose("2026.2", editor, "试", "")
		return err
	}
	refused := func(row, code string) {
		t.Helper()
		r, ok := errors.AsType[*Refused](propose(row))
		if !ok || len(r.Problems) != 1 || r.Problems[0].Code != code || !strings.HasSuffix(r.Problems[0].File, file) {
			t.Errorf("%s: %v, want %s", row, r, code)
		}
	}
	const answered = "deliberate: {what: [color], reason: 试, by: 甲, on: 2026-11-20}, "
	d.Reasons = map[string]string{"triglycerides": "试"}
	refused("tip: 偏低", "contrary-direction")
	refused("color: 2, tip: 升高", "milder-color")
	refused("alert: A, recheck: 365, tip: 升高", "late-recheck")
	refused("alert: B, tip: 没有关系", "reassures")
	refused(answered+"color: 2, tip: 偏低", "contrary-direction")
	d.Signers = []string{"乙"}
	refused(answered+"color: 2, tip: 升高", "signer")
	d.Signers = []string{"甲"}
	expect(t, "an exception", propose(answered+"color: 2, tip: 升高"), nil)
}
