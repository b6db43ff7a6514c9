package command

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"tijian/dictionaries"
	"tijian/engine/record"
	"tijian/rules"
)

// A doctor's edit of a workbook is shown, then written into the YAML, whose
// rest stays as it is, and the rules are still in order.
func TestWorkbookIsReadBack(t *testing.T) {
	suites, err := filepath.Abs(repository + "/testdata/rules")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := errors.Join(os.CopyFS("rules", rules.FS), os.RemoveAll(filepath.Join("rules", rules.Active(), record.LockName)), os.RemoveAll(filepath.Join("rules", record.HistoryName)),
		os.CopyFS("dictionaries", dictionaries.FS), os.CopyFS("cases", os.DirFS(suites))); err != nil {
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
	run(0, "rules", "export", "--suites", "cases", "--xlsx", "rules.xlsx")
	const sheet, old = "行", "空腹血糖正常"
	book, err := excelize.OpenFile("rules.xlsx")
	if err != nil {
		t.Fatal(err)
	}
	found, err := book.SearchSheet(sheet, old)
	if err != nil || len(found) != 1 {
		t.Fatalf("%v, %v", found, err)
	}
	if err := book.SetCellStr(sheet, found[0], "空腹血糖很好"); err != nil {
		t.Fatal(err)
	}
	if err := book.Save(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("rules", rules.Active(), "indicators", "glycaemia.yaml")
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const minus, plus = "-      tip: 空腹血糖正常\n", "+      tip: 空腹血糖很好\n"
	if shown := run(0, "rules", "import", "--suites", "cases", "rules.xlsx"); !strings.Contains(shown, minus+plus) || !strings.Contains(shown, "还没有写入") {
		t.Errorf("shown:\n%s", shown)
	}
	if now, err := os.ReadFile(file); err != nil || !bytes.Equal(now, before) {
		t.Fatalf("the file was changed before it should be: %v", err)
	}
	run(exitFailure, "rules", "import", "--dictionaries", "dictionaries", "--suites", "cases", "--write", "rules.xlsx") // into the embedded rules
	if now, err := os.ReadFile(file); err != nil || !bytes.Equal(now, before) {
		t.Fatalf("a file that was not named was changed: %v", err)
	}
	run(0, "rules", "import", "--suites", "cases", "--write", "rules.xlsx")
	want := bytes.Replace(before, []byte("tip: 空腹血糖正常\n"), []byte("tip: 空腹血糖很好\n"), 1)
	if now, err := os.ReadFile(file); err != nil || !bytes.Equal(now, want) {
		t.Errorf("the file is not as it should be: %v", err)
	}
}
