package release

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tijian/engine/diff"
)

// Whoever approves is told every sentence, alert class, department and day to
// recheck that readers are told otherwise, whatever else its row answers.
func TestApproverIsToldWhatReadersAreTold(t *testing.T) {
	d := desk(t, t.TempDir())
	expect(t, "a draft", d.Draft("2026.2", ""), nil)
	const file = "2026.2/indicators/lipids.yaml"
	edit(t, d, file, "tip: 升高, hint: 少喝酒、少吃甜食", "tip: 甘油三酯升高, hint: 少喝酒, alert: B, department: 内科, recheck: 30, late_tip: 当时升高")
	edit(t, d, file, "level: N0, tip: 理想", "level: N1, tip: 可以")
	edit(t, d, "2026.2/manifest.yaml", "no_rule: ", "no_rule: 改过的")
	d.ChangesSeen = true
	edit(t, d, "../suites/lipids.yaml", "1.0: N0", "1.0: N1")
	p, err := d.Propose("2026.2", editor, "试", "")
	if err != nil {
		t.Fatal(err)
	}
	kept, err := d.Proposed("2026.2")
	if err != nil || !reflect.DeepEqual(kept.Said, p.Said) {
		t.Error(err, kept)
	}
	var got []string
	for _, s := range p.Said {
		got = append(got, s.Indicator+" "+s.Field+": "+*s.From+" → "+*s.To)
	}
	want := []string{
		" texts.no_rule: ", "triglycerides tip: 理想 → 可以", "triglycerides tip: 升高 → 甘油三酯升高", "triglycerides hint: 少喝酒、少吃甜食 → 少喝酒",
		"triglycerides late_tip:  → 当时升高", "triglycerides alert:  → B", "triglycerides department:  → 内科", "triglycerides recheck:  → 30",
	}
	if !slices.EqualFunc(got, want, strings.HasPrefix) {
		t.Errorf("%q\nwant\n%q", got, want)
	}
	var text strings.Builder
	if err := diff.WriteTextChanges(&text, p.Said, "rules", "zh"); err != nil || !strings.Contains(text.String(), "甘油三酯（triglycerides） alert rules/2026.1/indicators/lipids.yaml:6 → rules/"+file+":6\n  - \n  + B\n") {
		t.Errorf("%v\n%s", err, text.String())
	}
	d.Seen = "another"
	_, err = d.Approve("2026.2", approver)
	expect(t, "what was not read", err, ErrChanged)
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
