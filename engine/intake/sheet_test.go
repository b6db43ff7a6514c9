package intake

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/problem"
)

// cells are those of a sheet, by their names; a text that begins with = is a formula.
type cells map[string]any

// booked is a workbook of sheets in their order; those in hidden are hidden.
func booked(t *testing.T, names []string, sheets map[string]cells, hidden ...string) []byte {
	t.Helper()
	book := excelize.NewFile()
	var errs []error
	for i, name := range names {
		if i == 0 {
			errs = append(errs, book.SetSheetName("Sheet1", name))
		} else {
			_, err := book.NewSheet(name)
			errs = append(errs, err)
		}
		for at, value := range sheets[name] {
			if formula, ok := value.(string); ok && strings.HasPrefix(formula, "=") {
				errs = append(errs, book.SetCellFormula(name, at, formula[1:]))
				continue
			}
			errs = append(errs, book.SetCellValue(name, at, value))
		}
	}
	for i, name := range names { // one that is active cannot be hidden
		if !slices.Contains(hidden, name) {
			book.SetActiveSheet(i)
			break
		}
	}
	for _, name := range hidden {
		errs = append(errs, book.SetSheetVisible(name, false))
	}
	var file bytes.Buffer
	if err := errors.Join(append(errs, book.Write(&file))...); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// person is a sheet of one person.
func person(id, item string, value any) cells {
	return cells{"A1": "体检号", "B1": "性别", "C1": "年龄", "D1": "检查日期", "E1": item, "A2": id, "B2": "男", "C2": "56", "D2": "2026-11-20", "E2": value}
}

// Every sheet that is shown is read; one that is not read is named, and said to be
// left out with whoever is in it.
func TestEverySheetIsReadOrNamed(t *testing.T) {
	for name, c := range map[string]struct {
		names  []string
		sheets map[string]cells
		hidden []string
		parts  []string
		none   string
		issues []string // of persons and of the file
		unread int
		wrong  string
	}{
		"two":              {[]string{"甲部", "乙部"}, map[string]cells{"甲部": person("001", "钾(mmol/L)", 4.1), "乙部": person("002", "钾(mmol/L)", "溶血")}, nil, []string{`"001"`, `"002"`, `"value":4.1`}, "", []string{"工作表“乙部”第 2 行“钾(mmol/L)”：看不懂：结果“溶血”"}, 0, ""},
		"a hidden first":   {[]string{"旧", "新"}, map[string]cells{"旧": person("001", "钾(mmol/L)", 9.1), "新": person("002", "钾(mmol/L)", 4.1)}, []string{"旧"}, []string{`"002"`, `"value":4.1`}, `"001"`, []string{"工作表“旧”：没有读：这张表是隐藏的"}, 1, ""},
		"a hidden blank":   {[]string{"新", "空"}, map[string]cells{"新": person("002", "钾(mmol/L)", 4.1)}, []string{"空"}, []string{`"002"`}, "", nil, 0, ""},
		"a blank":          {[]string{"新", "空"}, map[string]cells{"新": person("002", "钾(mmol/L)", 4.1)}, nil, []string{`"002"`}, "", nil, 0, ""},
		"no table":         {[]string{"说明", "新"}, map[string]cells{"说明": {"A1": "本表由体检科填写"}, "新": person("002", "钾(mmol/L)", 4.1)}, nil, []string{`"002"`}, "", []string{"工作表“说明”：找不到表头"}, 1, ""},
		"no table at all":  {[]string{"说明", "附注"}, map[string]cells{"说明": {"A1": "x"}, "附注": {"A1": "y"}}, nil, nil, "", []string{"工作表“附注”：找不到表头"}, 1, "工作表“说明”：找不到表头"},
		"only hidden ones": {[]string{"空", "旧"}, map[string]cells{"旧": person("001", "钾(mmol/L)", 9.1)}, []string{"旧"}, nil, "", []string{"工作表“旧”：没有读"}, 1, "文件：找不到表头"},
		"somebody in both": {[]string{"甲部", "乙部"}, map[string]cells{"甲部": person("001", "钾(mmol/L)", 4.1), "乙部": person("001", "钠(mmol/L)", 140)}, nil, []string{`"value":4.1`, `"value":140`}, "", []string{"工作表“乙部”第 2 行：编号“001”与工作表“甲部”第 2 行相同"}, 0, ""},
		"a formula":        {[]string{"新"}, map[string]cells{"新": person("002", "钾(mmol/L)", "=4+0.1")}, nil, []string{`"002"`, `"samples":[]`}, "", []string{"第 2 行“钾(mmol/L)”：没有使用：公式没有存下结果"}, 0, ""},
		"a formula's day":  {[]string{"新"}, map[string]cells{"新": {"A1": "体检号", "B1": "性别", "C1": "年龄", "D1": "检查日期", "E1": "钾(mmol/L)", "A2": "002", "B2": "男", "C2": "56", "D2": "=TODAY()-3", "E2": 4.1}}, nil, []string{`"namespace":"batch","profile"`}, `"datetime"`, []string{"第 2 行“检查日期”：没有使用：公式没有存下结果"}, 0, ""},
		"only formulas":    {[]string{"新"}, map[string]cells{"新": {"A1": "体检号", "B1": "性别", "C1": "年龄", "D1": "钾(mmol/L)", "A2": "=1+1", "D2": "=2+2"}}, nil, []string{`"samples":[]`}, "", []string{"第 2 行“体检号”：没有使用：公式", "第 2 行“钾(mmol/L)”：没有使用：公式", "文件：没有检查日期这一列，按 2026-11-20 评估"}, 0, ""},
		"a formula's name": {[]string{"新"}, map[string]cells{"新": {"A1": "体检号", "B1": "性别", "C1": "年龄", "D1": "检查日期", "E1": "钾(mmol/L)", "F1": "=\"钠\"", "A2": "1", "B2": "男", "C2": "56", "D2": "2026-11-20", "E2": 4.1, "F2": 140}}, nil, []string{`"value":4.1}]`}, "", []string{"第 1 行第 6 列“”：没有使用：公式没有存下结果"}, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			sheets, about, err := Sheets(booked(t, c.names, c.sheets, c.hidden...))
			if err != nil {
				t.Fatal(err)
			}
			requests, more, _, wrong := Tables(sheets, options(t))
			about = append(about, more...)
			switch {
			case wrong == nil && c.wrong != "":
				t.Errorf("not refused with %q", c.wrong)
			case wrong != nil && (c.wrong == "" || !strings.Contains(wrong.In(problem.Chinese), c.wrong)):
				t.Errorf("refused with %q, want %q", wrong.In(problem.Chinese), c.wrong)
			}
			unread := 0
			for _, issue := range about {
				if issue.Unread {
					unread++
				}
			}
			if unread != c.unread {
				t.Errorf("%d sheets are not read, want %d", unread, c.unread)
			}
			compare(t, append(requests, Request{tree: jsontree.NewObject(), Issues: about}), c.parts, c.issues)
			for _, r := range requests {
				if c.none != "" && strings.Contains(string(r.Tree().Append(nil)), c.none) {
					t.Errorf("has %s", c.none)
				}
			}
		})
	}
}

// Of several columns that tell who or when, the best is used, whatever their order.
func TestBestColumnIsUsed(t *testing.T) {
	for name, c := range map[string]struct {
		data   string
		parts  []string
		issues []string
	}{
		"a count of rows":    {"序号,体检编号,性别,年龄,检查日期,钾(mmol/L)\n1,T-9,男,56,2026-11-20,4.1\n", []string{`"user_identifier":"T-9"`}, []string{"第 1 行“序号”：没有使用：用的是“体检编号”这一列"}},
		"of a card":          {"序号,身份证号,性别,年龄,检查日期,钾(mmol/L)\n1,X1,男,56,2026-11-20,4.1\n", []string{`"user_identifier":"X1"`}, []string{"第 1 行“序号”：没有使用：用的是“身份证号”"}},
		"card and number":    {"身份证号,体检号,性别,年龄,检查日期,钾(mmol/L)\nX1,T-9,男,56,2026-11-20,4.1\n", []string{`"user_identifier":"T-9"`}, []string{"第 1 行“身份证号”：没有使用：用的是“体检号”"}},
		"name and telephone": {"序号,姓名,手机,性别,年龄,检查日期,钾(mmol/L)\n1,甲,139,男,56,2026-11-20,4.1\n2,乙,,男,56,2026-11-20,4.2\n", []string{`"user_identifier":"甲 139"`, `{"namespace":"batch","datetime":"2026-11-20T00:00:00+08:00"`}, []string{"第 1 行“序号”：没有使用：用的是“姓名+手机”"}},
		"nothing else":       {"序号,姓名,性别,年龄,检查日期,钾(mmol/L)\n1,甲,男,56,2026-11-20,4.1\n", []string{`"user_identifier":"1"`}, nil},
		"an empty column":    {"序号,体检编号,性别,年龄,检查日期,钾(mmol/L)\n1,,男,56,2026-11-20,4.1\n", []string{`"user_identifier":"1"`}, nil},
		"rounded":            {"身份证号,性别,年龄,检查日期,钾(mmol/L)\n1.10101E+17,男,56,2026-11-20,4.1\n", []string{`{"namespace":"batch"`}, []string{"第 2 行“身份证号”：没有使用：“1.10101E+17”只剩开头几位"}},
		"when":               {"编号,性别,年龄,报告日期,检查日期,钾(mmol/L)\n1,男,56,2026-11-25,2026-11-20,4.1\n", []string{`"datetime":"2026-11-20T00:00:00+08:00"`}, []string{"第 1 行“报告日期”：没有使用：用的是“检查日期”"}},
		"no day":             {"编号,性别,年龄,检查日期,钾(mmol/L)\n1,男,56,,4.1\n", []string{`"datetime":"2026-11-20T08:00:00Z"`}, []string{"第 2 行：没有写检查日期，按 2026-11-20 评估"}},
	} {
		t.Run(name, func(t *testing.T) { tabled(t, c.data, c.parts, c.issues) })
	}
}

// Two columns of one thing that say different things are neither used; both cells are
// named.
func TestColumnsThatDifferAreNotUsed(t *testing.T) {
	for name, c := range map[string]struct {
		data   string
		parts  []string
		issues []string
	}{
		"of an indicator": {"编号,性别,年龄,检查日期,ALT(U/L),谷丙转氨酶(U/L),钾(mmol/L)\n1,男,56,2026-11-20,35,95,4.1\n", []string{`"samples":[{"name":"potassium","unit":"mmol/L","value":4.1}]`}, []string{"第 2 行第 5 列“ALT(U/L)”：没有使用：“35”与第 2 行第 6 列“谷丙转氨酶(U/L)”的“95”不一样", "第 2 行第 6 列“谷丙转氨酶(U/L)”：没有使用：“95”与第 2 行第 5 列"}},
		"that agree":      {"编号,性别,年龄,检查日期,ALT(U/L),ALT(U/L)\n1,男,56,2026-11-20,35,35.0\n2,男,56,2026-11-20,,36\n3,男,56,2026-11-20,37,未查\n", []string{`"samples":[{"name":"alt","unit":"U/L","value":35}]`, `"samples":[{"name":"alt","unit":"U/L","value":36}]`, `"samples":[{"name":"alt","unit":"U/L","value":37}]`}, []string{"与第 5 列是同一项：两列写的一样才用"}},
		"in two units":    {"编号,性别,年龄,检查日期,血红蛋白(g/L),血红蛋白(g/dL)\n1,男,56,2026-11-20,142,14.2\n2,男,56,2026-11-20,142,142\n", []string{`"samples":[{"name":"hemoglobin","unit":"g/L","value":142}]`, `"samples":[]`}, []string{"第 3 行第 6 列“血红蛋白(g/dL)”：没有使用"}},
		"of a bound":      {"编号,性别,年龄,检查日期,ALT(U/L),ALT(U/L)\n1,男,56,2026-11-20,<35,35\n", []string{`"samples":[]`}, []string{"第 2 行第 5 列“ALT(U/L)”：没有使用：“<35”与"}},
		"of a pair":       {"编号,性别,年龄,检查日期,血压,收缩压\n1,男,56,2026-11-20,130/85,150\n2,男,56,2026-11-20,130/85,130\n", []string{`"samples":[{"name":"diastolic_bp","unit":"","value":85}]`, `"samples":[{"name":"systolic_bp","unit":"","value":130},{"name":"diastolic_bp","unit":"","value":85}]`}, []string{"第 2 行第 6 列“收缩压”：没有使用：“150”与第 2 行第 5 列“血压”的“130/85”不一样"}},
		"of a person":     {"编号,性别,sex,年龄,检查日期,ALT(U/L)\n1,男,女,56,2026-11-20,35\n2,男,m,56,2026-11-20,36\n", []string{`"gender":null`, `"gender":"male"`}, []string{"第 2 行第 3 列“sex”：没有使用：“女”与第 2 行第 2 列“性别”的“男”不一样"}},
		"of a result":     {"编号,性别,年龄,检查日期,项目,结果,数值,单位\n1,男,56,2026-11-20,钾,4.1,5.1,mmol/L\n1,男,56,2026-11-20,钠,140,140.0,mmol/L\n", []string{`"samples":[{"name":"sodium","unit":"mmol/L","value":140}]`}, []string{"第 2 行第 7 列“数值”：没有使用：“5.1”与第 2 行第 6 列“结果”的“4.1”不一样"}},
	} {
		t.Run(name, func(t *testing.T) { tabled(t, c.data, c.parts, c.issues) })
	}
}

// tabled compares what a table says with what it should.
func tabled(t *testing.T, data string, parts, issues []string) {
	t.Helper()
	rows, err := CSV([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	requests, about, _, wrong := Tables([]Sheet{{Rows: rows}}, options(t))
	if wrong != nil {
		t.Fatal(wrong.In(problem.Chinese))
	}
	compare(t, append(requests, Request{tree: jsontree.NewObject(), Issues: about}), parts, issues)
}

// A formula has lost its value where none is stored; an empty text is one.
func TestFormulaWithoutValue(t *testing.T) {
	const sheet = `<worksheet><sheetData><row r="2"><c r="A2"><f>1+1</f></c><c r="B2"><f>1+1</f><v></v></c><c r="C2" t="str"><f>""</f><v></v></c><c r="D2"><f>1+1</f><v>2</v></c><c t="str"><f>1</f></c><c r="G2"/></row></sheetData></worksheet>`
	lost, err := unstoredIn([]byte(sheet))
	if want := (map[[2]int]bool{{1, 0}: true, {1, 1}: true, {1, 4}: true}); err != nil || !maps.Equal(lost, want) {
		t.Errorf("%v, %v, want %v", lost, err, want)
	}
}

// A table is what it holds, whatever it is called; one in a form that is not read is
// refused by the name of that form.
func TestFormOfATable(t *testing.T) {
	for _, c := range []struct {
		data string
		want message.Phrase
	}{
		{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", message.BrokenWorkbook},
		{"\ufeff\r\n<html><table><tr><td>体检号</td></tr></table>", message.MarkupTable},
		{"<?xml version=\"1.0\"?><Workbook/>", message.MarkupTable},
		{"%PDF-1.7", message.NotATableFile},
	} {
		if _, _, wrong := File([]byte(c.data), options(t)); wrong == nil || !strings.Contains(wrong.Reason.ZH, c.want.ZH) {
			t.Errorf("%.12q: %v, not %s", c.data, wrong, c.want.ZH)
		}
	}
	for _, name := range []string{"checkup.xls", "checkup.ods"} {
		data, err := os.ReadFile("../spreadsheet/testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		persons, about, wrong := File(data, options(t))
		if wrong != nil || persons.Len() != 2 || !slices.ContainsFunc(about, func(i Issue) bool { return strings.Contains(i.In(problem.English), "the sheet is hidden") }) {
			t.Errorf("%s: %v, %v", name, about, wrong)
		}
	}
	if sheets, _, err := Read([]byte("体检号\t性别\nA1\t男\n")); err != nil || len(sheets) != 1 || len(sheets[0].Rows) != 2 {
		t.Errorf("text: %v, %v", sheets, err)
	}
}
