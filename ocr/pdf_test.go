package ocr

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/jpeg"
	"strings"
	"testing"

	"tijian/engine/ruleset"
	"tijian/internal/pdftest"
	"tijian/ocr/block"
	"tijian/ocr/evidence"
	"tijian/ocr/result"
)

// bloodCount is a table of a few rows, and what it says.
var bloodCount = [][]string{
	{"序号", "检验项目", "结果", "提示", "单位", "参考区间"},
	{"1", "白细胞计数", "6.52", "", "10^9/L", "3.5-9.5"},
	{"2", "红细胞计数", "4.71", "", "10^12/L", "4.3-5.8"},
	{"3", "血红蛋白", "128 ↓", "", "g/L", "130-175"},
	{"4", "血小板计数", "224", "", "10^9/L", "125-350"},
	{"5", "红细胞压积", "0.412", "", "L/L", "0.40-0.50"},
}

var bloodColumns = []float64{50, 90, 230, 290, 330, 420}

var bloodValues = map[string]float64{
	"white_blood_cell_count": 6.52, "red_blood_cell_count": 4.71, "hemoglobin": 128, "platelet_count": 224, "hematocrit": 41.2,
}

func head(sex, age, day string) []pdftest.Text {
	return []pdftest.Text{
		{X: 220, Y: 60, Size: 16, Text: "检验报告单"},
		{X: 50, Y: 100, Size: 10.5, Text: "姓名：某某"},
		{X: 180, Y: 100, Size: 10.5, Text: "性别：" + sex},
		{X: 280, Y: 100, Size: 10.5, Text: "年龄：" + age + "岁"},
		{X: 380, Y: 100, Size: 10.5, Text: "采样日期：" + day},
	}
}

func bloodPage(sex, age, day string) pdftest.Page {
	return pdftest.Page{Texts: append(head(sex, age, day), pdftest.Table(140, 10.5, bloodColumns, bloodCount)...)}
}

// strictGates are as strict as the rules'.
func strictGates() map[string]ruleset.Thresholds {
	return map[string]ruleset.Thresholds{"DEFAULT": {PPI: 50, Kilobytes: 60, Sharpness: 8, Legibility: 0.85}}
}

func same(got result.Simple, want map[string]float64) bool {
	for name, v := range want {
		if g, ok := got[name]; !ok || g != v {
			return false
		}
	}
	return len(got) == len(want)
}

// TestPDFText: what a PDF prints as text is taken from there, letter by letter, and
// the result says so; a page that is turned says the same.
func TestPDFText(t *testing.T) {
	r := strict(t)
	for _, turn := range []int{0, 180} {
		p := bloodPage("男", "45", "2026-03-05")
		p.Rotate = turn
		seen, err := r.Examine(context.Background(), pdftest.Write(p), block.Default)
		if err != nil {
			t.Fatal(err)
		}
		if turn != 0 { // its text stands on its side
			if !same(seen.Full.Simple(), nil) && !same(seen.Full.Simple(), bloodValues) {
				t.Errorf("turned by %d: %v", turn, seen.Full.Simple())
			}
			continue
		}
		if !same(seen.Full.Simple(), bloodValues) {
			t.Errorf("turned by %d: %v", turn, seen.Full.Simple())
		}
		sheet := seen.File.Sheets[0]
		if sheet.Person.Sex != "male" || sheet.Person.Age == nil || *sheet.Person.Age != 45 || sheet.Day.Date() != "2026-03-05" || sheet.Page != 0 {
			t.Errorf("the sheet is %+v", sheet)
		}
		for name, entries := range seen.Full {
			if e := entries[0]; e.Basis[evidence.Readers] != evidence.FromText || e.Confidence < 0.99 {
				t.Errorf("%s rests on %v with %v", name, e.Basis, e.Confidence)
			}
		}
		if e := seen.Full["hemoglobin"]; e[0].Flag != "L" || e[0].Unit != "g/L" {
			t.Errorf("hemoglobin: %+v", e[0])
		}
	}
}

// TestPDFScan: a page that is a picture is read, and the text that another program
// laid over it can only take values away.
func TestPDFScan(t *testing.T) {
	r := strict(t)
	var rep report
	for _, one := range reports(t) {
		if one.name == "table-clean-13.jpg" {
			rep = one
		}
	}
	picture, err := jpeg.Decode(bytes.NewReader(rep.data))
	if err != nil {
		t.Fatal(err)
	}
	_, gray := picture.(*image.Gray)
	size := picture.Bounds().Size()
	page := pdftest.Page{Picture: rep.data, Width: size.X, Height: size.Y, Gray: gray}
	plain, err := r.Recognise(context.Background(), pdftest.Write(page), block.Default)
	if err != nil {
		t.Fatal(err)
	}
	if right, wrong := score(plain, rep.values); wrong > 0 || 10*right < 9*len(rep.values) {
		t.Errorf("%d of %d values right, %d wrong", right, len(rep.values), wrong)
	}
	page.Texts = pdftest.Table(300, 10, []float64{60, 200, 260, 320}, [][]string{
		{"项目", "结果", "单位", "参考区间"}, {"血红蛋白", "99", "g/L", "130-175"}, {"总蛋白", "71.2", "g/L", "65-85"},
		{"甘油三酯", "1.23", "mmol/L", "0-1.7"}, {"尿酸", "333", "umol/L", "208-428"}, {"肌酐", "77", "umol/L", "57-97"},
	})
	for i := range page.Texts {
		page.Texts[i].Hidden = true
	}
	over, err := r.Recognise(context.Background(), pdftest.Write(page), block.Default)
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]float64{"hemoglobin": 99, "total_protein": 71.2, "triglycerides": 1.23, "uric_acid": 333, "creatinine": 77}
	before, after := plain.Simple(), over.Simple()
	lost := 0
	for name, v := range before {
		other, spoken := said[name]
		got, kept := after[name]
		switch {
		case spoken && other != v && kept:
			t.Errorf("%s is read as %v, and given though the text says %v", name, got, other)
		case spoken && other != v:
			lost++
		case !kept || got != v:
			t.Errorf("%s was %v and is %v", name, v, got)
		}
	}
	if lost == 0 {
		t.Error("the text contradicts nothing that was read")
	}
	if len(after) != len(before)-lost {
		t.Errorf("the text alone gives values: %v", after)
	}
}

// TestPDFRefused: what is not opened says why, with the limit.
func TestPDFRefused(t *testing.T) {
	r := plain(t)
	good := pdftest.Write(bloodPage("男", "45", "2026-03-05"))
	locked := bytes.Replace(good, []byte("trailer << "), []byte("trailer << /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <"+strings.Repeat("ab", 32)+"> /U <"+strings.Repeat("cd", 32)+"> >> /ID [<0123> <0123>] "), 1)
	for _, c := range []struct {
		name, want string
		data       []byte
	}{
		{"encrypted", "the PDF file is encrypted with a password", locked},
		{"broken", "damaged PDF file", []byte("%PDF-1.4\nnothing else")},
		{"long", "the file has 51 pages, the files of a task must have at most 50 in all", pdftest.Write(make([]pdftest.Page, 51)...)},
	} {
		_, err := r.Recognise(context.Background(), c.data, block.Default)
		var refused *Error
		if !errors.As(err, &refused) || refused.Code != "IMAGE_FORMAT_ERROR" || !strings.Contains(refused.Message.EN, c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// TestPDFPeople: pages of two people, or of two days of one, give no value together;
// each sheet keeps its own.
func TestPDFPeople(t *testing.T) {
	r := plain(t)
	his := bloodPage("男", "45", "2026-03-05")
	for name, other := range map[string]pdftest.Page{"sex": bloodPage("女", "45", "2026-03-05"), "day": bloodPage("男", "45", "2026-09-01")} {
		seen, err := r.Examine(context.Background(), pdftest.Write(his, other), block.Default)
		if err != nil {
			t.Fatal(err)
		}
		if len(seen.Full.Simple()) > 0 || len(seen.File.Sheets) != 2 {
			t.Errorf("%s: %d sheets give %v", name, len(seen.File.Sheets), seen.Full.Simple())
			continue
		}
		for i, s := range seen.File.Sheets {
			if !same(s.Full.Simple(), bloodValues) || s.Page != i+1 {
				t.Errorf("%s: sheet %d is page %d with %v", name, i, s.Page, s.Full.Simple())
			}
		}
	}
	seen, err := r.Examine(context.Background(), pdftest.Write(his, pdftest.Page{}, his), block.Default)
	if err != nil || !same(seen.Full.Simple(), bloodValues) {
		t.Errorf("the same page twice, and an empty one: %v, %v", seen.Full.Simple(), err)
	}
}
