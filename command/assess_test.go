package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/internal/waittest"
)

const people = "体检号,性别,年龄,检查日期,空腹血糖,甘油三酯（mg/dL）\n001,男,56,2026-11-20,5.60,168\n002,女,四十,2026-11-20,7.2,\n003,女,40,2026-11-20,溶血,<90\n"

// assessed runs tijian assess and returns what it wrote, and how it ended.
func assessed(t *testing.T, c Assess) (out, said string, err error) {
	t.Helper()
	var o, e bytes.Buffer
	if c.now == nil {
		c.now = func() time.Time { return time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC) }
	}
	c.Namespace, c.Zone = "batch", "+08:00"
	err = c.Run(context.Background(), Streams{Out: &o, Err: &e, Lang: problem.Chinese})
	return o.String(), e.String(), err
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// A table is assessed person by person in each format; a faulty row is named
// and does not stop the others.
func TestAssess(t *testing.T) {
	file := write(t, "体检.csv", people)
	for format, check := range map[string]func(lines []string) error{
		"csv": func(lines []string) error {
			if len(lines) != 4 || !strings.HasPrefix(lines[1], "001,2026-11-20T00:00:00+08:00,fasting_glucose,空腹血糖,,5.60,,") || !strings.HasPrefix(lines[3], "003,2026-11-20T00:00:00+08:00,triglycerides,甘油三酯,<,90,mg/dL,N0,") {
				return errors.New("other lines")
			}
			return nil
		},
		"ndjson": func(lines []string) error { return members(lines, "created_at") },
		"fhir":   func(lines []string) error { return members(lines, "resourceType") },
	} {
		t.Run(format, func(t *testing.T) {
			out, said, err := assessed(t, Assess{File: file, Format: format})
			failed, ok := errors.AsType[failure](err)
			if !ok || failed.code != exitInvalid {
				t.Errorf("ended with %v", err)
			}
			if err := check(strings.Split(strings.TrimSpace(out), "\n")); err != nil {
				t.Errorf("%v:\n%s", err, out)
			}
			for _, part := range []string{"没有这些列，按“无”评估：", "第 3 行“年龄”：年龄“四十”不是 0 到 130 的整数", "第 3 行：缺少", "第 4 行“空腹血糖”：看不懂：结果“溶血”", "第 4 行“甘油三酯（mg/dL）”：结果是 <90，不是准确的数", "评估了 2 人，1 人有误，2 人有没用上的内容"} {
				if !strings.Contains(said, part) {
					t.Errorf("does not say %s:\n%s", part, said)
				}
			}
		})
	}
}

// Whom results are of that a laboratory exports, a table of the persons tells; without
// it nobody is assessed.
func TestAssessPersons(t *testing.T) {
	file := write(t, "结果.csv", "病历号,日期,项目,结果,单位\n7,2026-11-20,钾,7.4,mmol/L\n8,2026-11-20,钾,4.1,mmol/L\n")
	persons := write(t, "登记.csv", "病历号,性别,出生日期\n7,男,1970-05-01\n9,女,1970-05-01\n")
	out, said, err := assessed(t, Assess{File: file, Format: "ndjson", Persons: persons})
	if err != nil || strings.Count(out, "\n") != 1 || !strings.Contains(out, `"user_identifier":"7"`) || !strings.Contains(out, `"level":"H4"`) {
		t.Errorf("%s, %v", out, err)
	}
	for _, part := range []string{"第 3 行：没有使用：这一行不是哪个受检者的", "工作表“登记.csv”：登记的人里有 1 人没有结果"} {
		if !strings.Contains(said, part) {
			t.Errorf("does not say %s:\n%s", part, said)
		}
	}
	if _, _, err := assessed(t, Assess{File: file, Format: "ndjson"}); err == nil || !strings.Contains(err.Error(), "--persons") {
		t.Errorf("without persons: %v", err)
	}
}

// What is told of a person's background and not understood leaves nobody out; the
// exit code, the answer and the ledger say that it was not used.
func TestAssessUnreadBackground(t *testing.T) {
	file := write(t, "a.csv", "编号,性别,年龄,检查日期,吸烟,高血压,糖尿病,服降压药,冠心病,钾(mmol/L)\n1,男,45,2026-11-20,偶尔,否,否,否,否,7.4\n2,男,45,2026-11-20,0,否,否,否,否,4.1\n")
	ledger := filepath.Join(t.TempDir(), "ledger")
	out, said, err := assessed(t, Assess{File: file, Format: "ndjson", Ledger: ledger})
	if failed, ok := errors.AsType[failure](err); !ok || failed.code != exitInvalid || !strings.Contains(said, "评估了 2 人，0 人有误，1 人有没用上的内容") {
		t.Errorf("ended with %v: %s", err, said)
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 2 || !strings.Contains(lines[0], `"level":"H4"`) || !strings.Contains(lines[0], `"issues":[{"code":"not-supported"`) || strings.Contains(lines[1], "issues") {
		t.Error(out)
	}
	told, err := os.ReadFile(ledger)
	if err != nil || strings.Count(string(told), "\n") != 3 || !strings.Contains(string(told), `{"place":"第 2 行“吸烟”","place_en":"row 2, 吸烟","used":false,"reason":"没有使用：“偶尔”`) {
		t.Errorf("%s, %v", told, err)
	}
}

// A bundle tells of a person's health what the table says, not what it lacks.
func TestAssessAssertsNoBackground(t *testing.T) {
	file := write(t, "体检.csv", "体检号,性别,年龄,检查日期,高血压,空腹血糖(mmol/L)\n001,男,56,2026-11-20,否,5.60\n")
	out, said, err := assessed(t, Assess{File: file, Format: "fhir"})
	if err != nil {
		t.Fatal(err, said)
	}
	if strings.Count(out, "valueBoolean") != 1 || !strings.Contains(out, "health_background.has_hbp") || strings.Contains(out, "smoke_daily_frequency") {
		t.Errorf("%s", out)
	}
}

// All sheets that are shown are assessed; one that is not read is named, and the run
// ends as one with faults.
func TestAssessSheets(t *testing.T) {
	for _, hide := range []bool{false, true} {
		book := excelize.NewFile()
		_, err := book.NewSheet("乙部")
		for sheet, id := range map[string]string{"Sheet1": "001", "乙部": "002"} {
			err = errors.Join(err, book.SetSheetRow(sheet, "A1", &[]any{"体检号", "性别", "年龄", "检查日期", "钾(mmol/L)"}), book.SetSheetRow(sheet, "A2", &[]any{id, "男", 56, "2026-11-20", 4.1}))
		}
		if hide {
			err = errors.Join(err, book.SetSheetVisible("乙部", false))
		}
		file := filepath.Join(t.TempDir(), "体检.xlsx")
		if err := errors.Join(err, book.SaveAs(file)); err != nil {
			t.Fatal(err)
		}
		out, said, err := assessed(t, Assess{File: file, Format: "csv"})
		failed, ok := errors.AsType[failure](err)
		if !strings.Contains(out, "001,") || strings.Contains(out, "002,") == hide || strings.Contains(said, "工作表“乙部”：没有读") != hide || hide != (ok && failed.code == exitInvalid) || !hide && err != nil {
			t.Errorf("hidden %v: %v\n%s\n%s", hide, err, out, said)
		}
	}
}

// Nothing that a table says is a formula in what is made of it.
func TestAssessWritesNoFormula(t *testing.T) {
	file := write(t, "体检.csv", "体检号,性别,年龄,检查日期,钾(mmol/L)\n+cmd|'/c calc'!A1,男,56,2026-11-20,4.1\n-cmd|x,男,56,2026-11-20,4.1\n=1+1,男,56,2026-11-20,4.1\n-17,男,56,2026-11-20,4.1\n")
	out, said, err := assessed(t, Assess{File: file, Format: "csv"})
	if err != nil {
		t.Fatal(err, said)
	}
	lines := strings.Split(out, "\n")
	for i, want := range []string{"'+cmd|'/c calc'!A1,", "'-cmd|x,", "'=1+1,", "-17,"} {
		if !strings.HasPrefix(lines[i+1], want) {
			t.Errorf("%s, want %s", lines[i+1], want)
		}
	}
}

// members reports whether each line is JSON with a member.
func members(lines []string, key string) error {
	for _, line := range lines {
		var m map[string]any
		if err := json.Unmarshal([]byte(line), &m); err != nil || m[key] == nil {
			return fmt.Errorf("%s: %w", line, err)
		}
	}
	if len(lines) != 2 {
		return fmt.Errorf("%d lines", len(lines))
	}
	return nil
}

// Other files are read by their endings.
func TestAssessFiles(t *testing.T) {
	const request = `{"user_identifier":"u","namespace":"n","datetime":"2026-11-20T08:30:00Z","profile":{"dob":"1970-05-01","gender":"male"},"health_background":{"has_diabetes":false,"is_taking_antihypertensive_therapy":false,"has_cvd":false,"smoke_daily_frequency":0,"has_hbp":false},"samples":[{"name":"potassium","value":4.1}]}`
	for name, c := range map[string]struct{ text, out, fault string }{
		"a.ndjson": {request + "\n\n" + request + "\n", "u,2026-11-20T08:30:00Z,potassium,钾,,4.1,,N0,理想,1,", ""},
		"b.hl7":    {"MSH|^~\\&|L|T|||20261120||ORU^R01|1|P|2.4\rPID|1||H1||x||19700501|M\rOBX|1|NM|K^钾||4.1|mmol/L\r", "H1,2026-11-20T00:00:00+08:00,potassium,钾,,4.1,mmol/L,N0", ""},
		"c.hl7":    {"x", "", "c.hl7：第 1 段 x：HL7 消息应以 MSH 段开头"},
		"d.xlsx":   {"PK\x03\x04", "", "d.xlsx：文件：读不了：不是 xlsx 工作簿"},
		"e.xlsx":   {"x", "", "e.xlsx：文件：找不到表头"}, // text, whatever it is called
		"e.csv":    {"a,b\n1,2\n", "", "e.csv：文件：找不到表头"},
		"f.doc":    {"x", "", "文件应以 .csv、.tsv、.xlsx、.xls、.ods、.ndjson 或 .hl7 结尾"},
	} {
		t.Run(name, func(t *testing.T) {
			out, said, err := assessed(t, Assess{File: write(t, name, c.text), Format: "csv"})
			if c.fault == "" && err != nil || c.fault != "" && (err == nil || !strings.Contains(message.Localise(err, problem.Chinese), c.fault)) {
				t.Errorf("%v, want %q", err, c.fault)
			}
			if !strings.Contains(out, c.out) {
				t.Errorf("%s\n%s", out, said)
			}
		})
	}
}

// A run that is killed is gone on with: nobody is missing, nobody there twice.
func TestAssessResume(t *testing.T) {
	var table strings.Builder
	table.WriteString("体检号,性别,年龄,检查日期,空腹血糖,血红蛋白\n")
	const persons = 1500
	// Tomorrow: the words of old results follow the clock, which is the machine's
	// in the process that is killed.
	day := time.Now().AddDate(0, 0, 1).Format(time.DateOnly)
	for i := range persons {
		fmt.Fprintf(&table, "%d,男,%d,%s,%d.5,150\n", i, 20+i%60, day, 4+i%5)
	}
	file := write(t, "many.csv", table.String())
	whole, _, err := assessed(t, Assess{now: time.Now, File: file, Format: "csv"})
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "out.csv")
	killed := exec.Command(os.Args[0], "assess", file, "--out", out)
	killed.Stdout, killed.Stderr = io.Discard, io.Discard
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "some persons are done", func() bool {
		var p progress
		kept, err := os.ReadFile(out + ".progress")
		return err == nil && json.Unmarshal(kept, &p) == nil && p.Done >= 50
	})
	if err := killed.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := killed.Wait(); err == nil {
		t.Fatal("it had ended before it was killed")
	}
	// Half a line that was not counted any more.
	torn, err := os.OpenFile(out, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := torn.WriteString("50,20"); err != nil {
		t.Fatal(err)
	}
	if err := torn.Close(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := assessed(t, Assess{now: time.Now, File: file, Format: "csv", Out: out}); err == nil || !strings.Contains(err.Error(), "--resume") {
		t.Errorf("begun anew: %v", err)
	}
	if _, _, err := assessed(t, Assess{now: time.Now, File: file, Format: "fhir", Out: out, Resume: true}); err == nil || !strings.Contains(err.Error(), "不能接着做") {
		t.Errorf("gone on with in another format: %v", err)
	}
	if _, said, err := assessed(t, Assess{now: time.Now, File: file, Format: "csv", Out: out, Resume: true}); err != nil || !strings.Contains(said, "评估了 1500 人") {
		t.Fatal(err, said)
	}
	got, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != "\ufeff"+whole { // the mark is for files only
		t.Errorf("%d bytes after a kill, %d without one", len(got), len(whole))
	}
	if _, err := os.Stat(out + ".progress"); !errors.Is(err, os.ErrNotExist) {
		t.Error("the progress is kept after the end")
	}
}

// A bar is drawn for people only.
func TestBar(t *testing.T) {
	var b bytes.Buffer
	shown := bar{w: &b, shown: true, of: 4, label: "已评估"}
	shown.show(1)
	shown.say("第 2 行：x")
	shown.show(4)
	shown.end()
	if got := b.String(); !strings.Contains(got, "已评估 ███████░") || !strings.Contains(got, "\r\x1b[K第 2 行：x\n") || !strings.HasSuffix(got, " 4/4\n") {
		t.Errorf("%q", got)
	}
	b.Reset()
	hidden := bar{w: &b, of: 4}
	hidden.show(4)
	hidden.end()
	if b.Len() > 0 {
		t.Errorf("%q", &b)
	}
}

// Messages are converted; what cannot be is said with its place.
func TestConvert(t *testing.T) {
	var out, said bytes.Buffer
	c := Convert{File: write(t, "a.hl7", "MSH|^~\\&|L|T|||20261120||ORU^R01|1|P|2.4\rPID|1||H1||x||19700501|\rOBX|1|NM|K^钾||4.1|mmol/L\rOBX|2|NM|x||1\r"), intakeFlags: intakeFlags{Namespace: "n", Zone: "+08:00"}}
	err := c.Run(Streams{Out: &out, Err: &said, Lang: problem.Chinese})
	if failed, ok := errors.AsType[failure](err); !ok || failed.code != exitInvalid {
		t.Errorf("ended with %v", err)
	}
	if !strings.Contains(out.String(), `{"name":"potassium","unit":"mmol/L","value":4.1}`) {
		t.Errorf("%s", &out)
	}
	for _, part := range []string{"第 4 段 OBX-3：看不懂：不认识项目“x”", "第 2 段 PID：缺少"} {
		if !strings.Contains(said.String(), part) {
			t.Errorf("does not say %s: %s", part, &said)
		}
	}
}
