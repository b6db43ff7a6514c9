package command

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"tijian/internal/wordstest"
)

// A doctor's edit of a workbook is shown, then written into the YAML, whose
// rest stays as it is, and the rules are still in order.
func TestWorkbookIsReadBack(t *testing.T) {
	script, err := filepath.Abs(repository + "/testdata/script/rules_edit.txtar")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := errors.Join(wordstest.FewRules("rules", script), wordstest.Copy(filepath.Join("dictionaries", wordstest.Version))); err != nil {
		t.Fatal(err)
	}
	run := func(want int, args ...string) string {
		t.Helper()
		var out bytes.Buffer
		if code := tijian(t, &out, args); code != want {
			t.Fatalf("%v: exit code %d, want %d\n%s", args, code, want, &out)
		}
		return out.String()
	}
	run(0, "rules", "export", "--suites", "none", "--xlsx", "rules.xlsx")
	const sheet, old = "行", "升高"
	book, err := excelize.OpenFile("rules.xlsx")
	if err != nil {
		t.Fatal(err)
	}
	found, err := book.SearchSheet(sheet, old)
	if err != nil || len(found) != 1 {
		t.Fatalf("%v, %v", found, err)
	}
	if err := book.SetCellStr(sheet, found[0], "有些高"); err != nil {
		t.Fatal(err)
	}
	if err := book.Save(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("rules", wordstest.Version, "indicators", "lipids.yaml")
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const row, mended = "    - {when: value >= 1.70, level: H1, tip: 升高, ", "    - {when: value >= 1.70, level: H1, tip: 有些高, "
	if shown := run(0, "rules", "import", "--suites", "none", "rules.xlsx"); !strings.Contains(shown, "-"+row) || !strings.Contains(shown, "+"+mended) || !strings.Contains(shown, "还没有写入") {
		t.Errorf("shown:\n%s", shown)
	}
	if now, err := os.ReadFile(file); err != nil || !bytes.Equal(now, before) {
		t.Fatalf("the file was changed before it should be: %v", err)
	}
	run(exitFailure, "rules", "import", "--dictionaries", "dictionaries", "--suites", "none", "--write", "rules.xlsx") // into the embedded rules
	if now, err := os.ReadFile(file); err != nil || !bytes.Equal(now, before) {
		t.Fatalf("a file that was not named was changed: %v", err)
	}
	run(0, "rules", "import", "--suites", "none", "--write", "rules.xlsx")
	want := bytes.Replace(before, []byte(row), []byte(mended), 1)
	if now, err := os.ReadFile(file); err != nil || !bytes.Equal(now, want) {
		t.Errorf("the file is not as it should be: %v", err)
	}
}
