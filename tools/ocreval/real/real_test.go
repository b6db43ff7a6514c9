package real

import (
	"bytes"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tijian/ocr"
	"tijian/ocr/block"
	"tijian/ocr/result"
)

const sheet = `{"layout": "SINGLE", "how": "photograph",
 "items": [
  {"printed_name": "血红蛋白", "code": "HGB", "value": "142", "unit": "g/L", "name": "hemoglobin"},
  {"printed_name": "血小板", "code": "PLT", "value": "210", "unit": "10^9/L", "name": "platelet_count"},
  {"printed_name": "白细胞", "code": "WBC", "value": "5.6", "unit": "10^9/L", "name": "white_blood_cell_count"},
  {"printed_name": "红细胞", "code": "RBC", "value": "4.5", "unit": "10^12/L", "name": "red_blood_cell_count"},
  {"printed_name": "血小板比积", "value": "0.2", "name": "plateletcrit", "doubtful": true}],
 "truth": {"hemoglobin": 142, "platelet_count": 210, "white_blood_cell_count": 5.6, "red_blood_cell_count": 4.5}}`

func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"a.json": sheet, "a.jpg": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestRead(t *testing.T) {
	all, err := Read(folder(t))
	if err != nil || len(all) != 1 || all[0].Name != "a" || len(all[0].Items) != 5 || !all[0].Doubtful("plateletcrit") || all[0].Doubtful("hemoglobin") {
		t.Fatalf("%+v, %v", all, err)
	}
	if _, err := Read(t.TempDir()); err == nil {
		t.Error("an empty folder was read")
	}
	dir := folder(t)
	if err := os.Rename(filepath.Join(dir, "a.jpg"), filepath.Join(dir, "a.png")); err != nil {
		t.Fatal(err)
	}
	if all, err := Read(dir); err != nil || all[0].Picture != filepath.Join(dir, "a.png") {
		t.Errorf("a report beside a PNG: %+v, %v", all, err)
	}
	if err := os.Remove(filepath.Join(dir, "a.png")); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(dir); err == nil {
		t.Error("a report without picture was read")
	}
}

func number(v float64) *float64 { return &v }

func at(texts ...string) block.Line {
	var l block.Line
	for i, text := range texts {
		l.Blocks = append(l.Blocks, block.Block{Box: image.Rect(100*i, 0, 100*i+80, 20), Readings: []block.Reading{{Reader: block.Compact, Text: text, Confidence: 1}}})
	}
	return l
}

func TestJudge(t *testing.T) {
	all, err := Read(folder(t))
	if err != nil {
		t.Fatal(err)
	}
	seen := &ocr.Examination{
		Sheets: []ocr.Sheet{{
			Page:  block.Page{Lines: []block.Line{at("血红蛋白", "142"), at("血小板", "210"), at("白细胞", "5.6×10^9/L"), at("红细胞", "45")}},
			Place: func(r image.Rectangle) image.Rectangle { return r },
		}},
		Full: result.Full{
			"hemoglobin":     {{Value: number(142), Confidence: 0.99}},
			"platelet_count": {{}},
			"plateletcrit":   {{Value: number(0.3), Confidence: 0.9}}, // doubtful: counts neither way
			"mcv":            {{Value: number(90), Confidence: 0.6}},  // not on the page
		},
	}
	s := Judge(all[0], seen, nil)
	if s.Tally.True != 4 || s.Tally.Given != 2 || s.Tally.Right != 1 || len(s.Wrong) != 1 || s.Wrong[0].Indicator != "mcv" {
		t.Fatalf("%+v", s)
	}
	want := map[string]Stage{"platelet_count": Judgement, "white_blood_cell_count": Block, "red_blood_cell_count": Reader}
	for _, l := range s.Lost {
		if want[l.Indicator] != l.Stage {
			t.Errorf("%s was lost at %s, want %s", l.Indicator, l.Stage, want[l.Indicator])
		}
	}
	refused := Judge(all[0], nil, os.ErrInvalid)
	if len(refused.Lost) != 4 || refused.Lost[0].Stage != Gate || refused.Error == "" {
		t.Errorf("%+v", refused)
	}
	var out bytes.Buffer
	if err := Text(&out, []*Sheet{s, refused}, true); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"wrong a mcv", "gate", "0.99"} {
		if !s.Held && !strings.Contains(out.String(), part) {
			t.Errorf("%q is missing in:\n%s", part, out.String())
		}
	}
}
