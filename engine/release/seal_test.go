package release

import (
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"tijian/engine"
	"tijian/internal/sealed"
)

// A sealed version has the content that it had, can be read, drafted from and put
// back in force, and is still proved unchanged.
func TestSeal(t *testing.T) {
	d := desk(t, t.TempDir())
	hash := func() string {
		t.Helper()
		s, problems := engine.Load(d.Files, "2026.1")
		if err := problems.Err(); err != nil {
			t.Fatal(err)
		}
		return s.Rules.Hash
	}
	before := hash()
	expect(t, "the version in force", d.Seal("2026.1"), ErrInForce)
	expect(t, "a draft", d.Draft("2026.2", ""), nil)
	expect(t, "sealing a draft", d.Seal("2026.2"), ErrDraft)
	expect(t, "no version", d.Seal("2026.9"), ErrUnknown)
	_, err := d.Propose("2026.2", editor, "改标题", "")
	expect(t, "proposing", err, nil)
	expect(t, "signing", agree(d, "2026.2", approver), nil)
	_, err = d.Approve("2026.2", approver)
	expect(t, "approving", err, nil)

	expect(t, "sealing", d.Seal("2026.1"), nil)
	if _, err := os.Stat(filepath.Join(d.Files.Rules, "2026.1")); err == nil {
		t.Error("its folder is still there")
	}
	if got := hash(); got != before {
		t.Errorf("the content was %s and is %s", before, got)
	}
	expect(t, "sealing again", d.Seal("2026.1"), ErrSealed)
	expect(t, "a draft of its name", d.Draft("2026.1", ""), ErrExists)
	expect(t, "a draft from it", d.Draft("2026.3", "2026.1"), nil)
	_, err = d.Rollback("2026.1", approver, "有误")
	expect(t, "going back to it", err, nil)
	if got := inForce(t, d); got != "2026.1" {
		t.Errorf("%s is in force", got)
	}

	// Another package in its place is found by its lock and the history.
	other, err := sealed.Seal(fstest.MapFS{"2026.1/units.yaml": {Data: []byte("x: y\n")}}, "2026.1")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(d.Files.Dictionaries, "2026.1"+sealed.Ending), other, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, problems := engine.Load(d.Files, "2026.1"); len(problems) == 0 {
		t.Error("a changed package of a released version is not found")
	}
}
