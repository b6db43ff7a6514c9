package intake

import (
	"archive/zip"
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"tijian/engine/filelimits"
	"tijian/engine/message"
)

// packed is an archive of parts.
func packed(t *testing.T, parts map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, text := range parts {
		part, err := w.Create(name)
		if err == nil {
			_, err = part.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// workbookWith is a workbook with some parts replaced or added.
func workbookWith(t *testing.T, parts map[string]string) []byte {
	t.Helper()
	book := excelize.NewFile()
	var b bytes.Buffer
	if err := book.Write(&b); err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, f := range archive.File {
		text, err := partOf(archive, f.Name)
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name] = string(text)
	}
	for name, text := range parts {
		all[name] = text
	}
	return packed(t, all)
}

const sheetPart = "xl/worksheets/sheet1.xml"

func sheetWith(rows string) map[string]string {
	return map[string]string{sheetPart: `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>` + rows + `</sheetData></worksheet>`}
}

// numbered repeats a text with a number that goes up, as a packer cannot shrink it
// by much.
func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i+1)
	}
	return b.String()
}

// A file that is small and takes much to read is refused by the limit that it is
// beyond, before it has taken it.
func TestHostile(t *testing.T) {
	many := map[string]string{}
	for i := range 3000 {
		many[fmt.Sprintf("xl/media/%d", i)] = ""
	}
	long := sheetWith(numbered(100, `<row r="%d"><c t="s"><v>0</v></c></row>`))
	long["xl/sharedStrings.xml"] = `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>` + numbered(120_000, "%d ") + `</t></si></sst>`
	sheet := func(data []byte) error { _, _, err := Sheets(data); return err }
	csv := func(data []byte) error { _, err := CSV(data); return err }
	hl7 := func(data []byte) error {
		if _, _, wrong := HL7(data, Options{}); wrong != nil {
			return wrong.Reason.Err()
		}
		return nil
	}
	for _, test := range []struct {
		name string
		read func([]byte) error
		data []byte
		what message.Phrase
	}{
		{"a cell in the last column of each row", sheet, workbookWith(t, sheetWith(numbered(1000, `<row r="%[1]d"><c r="XFD%[1]d"><v>1</v></c></row>`))), message.CellsOfFile},
		{"one part of a gigabyte", sheet, workbookWith(t, map[string]string{sheetPart: strings.Repeat(" ", 2<<20)}), message.RatioOfFile},
		{"a long text in each cell", sheet, workbookWith(t, long), message.TextOfFile},
		{"thousands of parts", sheet, workbookWith(t, many), message.PartsOfFile},
		{"styles without end", sheet, workbookWith(t, map[string]string{"xl/styles.xml": `<styleSheet><cellXfs>` + strings.Repeat(`<xf/>`, 110_000) + `</cellXfs></styleSheet>`}), message.TagsOfFile},
		{"one tag without end", sheet, workbookWith(t, map[string]string{"xl/styles.xml": `<styleSheet a="` + numbered(200_000, "%d ") + `">`}), message.TagOfFile},
		{"a table of commas", csv, bytes.Repeat([]byte(","), filelimits.MostCells+1), message.CellsOfFile},
		{"a table of blank lines", csv, append(bytes.Repeat([]byte("\n"), 1_200_000), 'x'), message.RowsOfFile},
		{"a table of 33 MB", csv, make([]byte, 33<<20), message.BytesOfFile},
		{"a message of delimiters", hl7, append([]byte(`MSH|^~\&|`), bytes.Repeat([]byte("|"), 1_600_000)...), message.FieldsOfFile},
		{"a message of segments", hl7, append([]byte(`MSH|^~\&|`), bytes.Repeat([]byte("\rOBX"), 1_600_000)...), message.FieldsOfFile},
	} {
		t.Run(test.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			err := test.read(test.data)
			runtime.ReadMemStats(&after)
			if err == nil || !strings.Contains(err.Error(), test.what.EN) {
				t.Errorf("%v, want a limit of %s", err, test.what.EN)
			}
			if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 600 { // most of it not at one time
				t.Errorf("%d MB to refuse it", took)
			}
		})
	}
}

// A table of which more has to be kept, or said, than there is room for is refused.
func TestTablesWithoutEnd(t *testing.T) {
	for what, data := range map[message.Phrase]string{
		message.IssuesOfFile:  "体检号,性别,年龄,尿酸" + strings.Repeat(",糖尿病", 100) + "\n" + numbered(3100, "%d,男,45,5"+strings.Repeat(",?", 100)+"\n"),
		message.CellsTogether: "体检号,性别,年龄,项目,结果\n" + strings.Repeat("1,男,45,尿酸,300\n", filelimits.MostTogether/5+1),
		message.PersonsOfFile: "体检号,性别,年龄,尿酸\n" + numbered(filelimits.MostPersons+1, "%d,男,45,\n"),
	} {
		if _, _, wrong := File([]byte(data), options(t)); wrong == nil || !strings.Contains(wrong.Reason.EN, what.EN) {
			t.Errorf("%v, want a limit of %s", wrong, what.EN)
		}
	}
}

// Results of one item are compared with each other: beyond a number none counts, or a
// message of 1 MiB would take a minute of processor time.
func TestManyResultsOfOneItem(t *testing.T) {
	for n, counts := range map[int]bool{3: true, filelimits.MostVersions + 1: false} {
		requests, _, wrong := HL7([]byte("MSH|^~\\&|LAB|H|||20260501080000||ORU^R01|1|P|2.5\rPID|1||7||||19500101|M\rOBR|1|1|1|x\r"+strings.Repeat("OBX|1|NM|14749-6^GLU^LN||5.5|mmol/L\r", n)), options(t))
		if wrong != nil || len(requests) != 1 || (len(requests[0].Tree().Get("samples").Items) > 0) != counts {
			t.Errorf("%d results: %v %v", n, wrong, requests)
		}
	}
}

// A stray cell far below a sheet, as real ones have, is no hostile file.
func TestStrayCell(t *testing.T) {
	sheets, _, err := Sheets(workbookWith(t, sheetWith(`<row r="1"><c r="A1" t="inlineStr"><is><t>姓名</t></is></c></row><row r="100000"><c r="C100000"><v>1</v></c></row>`)))
	if err != nil || len(sheets) != 1 || len(sheets[0].Rows) != 100_000 {
		t.Errorf("%d sheets, %v", len(sheets), err)
	}
}

// A table that is no table is not put on its side where that makes many more cells than it
// has: one of its rows is very long, and the others are short.
func TestRaggedTable(t *testing.T) {
	data := []byte(strings.Repeat("x\n", mostTitles-1) + strings.Repeat(",", 100*filelimits.MostCells/mostTitles))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, _, wrong := File(data, options(t))
	runtime.ReadMemStats(&after)
	if took := (after.TotalAlloc - before.TotalAlloc) >> 20; wrong == nil || took > 200 {
		t.Errorf("%v, %d MB", wrong, took)
	}
}
