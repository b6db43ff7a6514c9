package match

import (
	"fmt"
	"image"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"tijian/ocr/block"
	"tijian/ocr/result"
	"tijian/ocr/vocabulary"
)

// A printed row is one of a panel, as a laboratory may print it.
type printedRow struct {
	indicator                 string
	is                        float64
	name, code, value         string
	unit, interval, low, high string
	mark                      string
}

// panels are rows of the kinds that reports have: counts with shares of the same
// names, measured substances, graded ones.
var panels = map[string][]printedRow{
	"blood": {
		{"white_blood_cell_count", 6.21, "白细胞计数", "WBC", "6.21", "×10^9/L", "3.5-9.5", "3.5", "9.5", ""},
		{"neutrophil_percentage", 76.2, "中性粒细胞百分比", "NEU%", "76.2", "%", "40-75", "40", "75", "↑"},
		{"lymphocyte_percentage", 17.3, "淋巴细胞百分比", "LYM%", "17.3", "%", "20-50", "20", "50", "↓"},
		{"eosinophil_percentage", 0.5, "嗜酸性粒细胞百分比", "EOS%", "0.5", "%", "0.4-8.0", "0.4", "8.0", ""},
		{"neutrophil_count", 4.73, "中性粒细胞绝对值", "NEU#", "4.73", "×10^9/L", "1.8-6.3", "1.8", "6.3", ""},
		{"eosinophil_count", 0.03, "嗜酸性粒细胞绝对值", "EOS#", "0.03", "×10^9/L", "0.02-0.52", "0.02", "0.52", ""},
		{"red_blood_cell_count", 4.81, "红细胞计数", "RBC", "4.81", "×10^12/L", "4.3-5.8", "4.3", "5.8", ""},
		{"hematocrit", 44.1, "红细胞压积", "HCT", "44.1", "%", "40-50", "40", "50", ""},
		{"hemoglobin", 148, "血红蛋白", "HGB", "148", "g/L", "130-175", "130", "175", ""},
		{"platelet_count", 308, "血小板计数", "PLT", "308", "×10^9/L", "125-350", "125", "350", ""},
		{"plateletcrit", 0.27, "血小板压积", "PCT", "0.27", "%", "0.11-0.28", "0.11", "0.28", ""},
	},
	"chemistry": {
		{"alt", 61, "丙氨酸氨基转移酶", "ALT", "61", "U/L", "9-50", "9", "50", "↑"},
		{"total_protein", 71.3, "总蛋白", "TP", "71.3", "g/L", "65-85", "65", "85", ""},
		{"albumin", 43.2, "白蛋白", "ALB", "43.2", "g/L", "40-55", "40", "55", ""},
		{"albumin_globulin_ratio", 1.54, "白球比", "A/G", "1.54", "", "1.2-2.4", "1.2", "2.4", ""},
		{"creatinine", 49, "肌酐", "CREA", "49", "μmol/L", "57-97", "57", "97", "↓"},
		{"fasting_glucose", 8.7, "葡萄糖", "GLU", "8.7", "mmol/L", "3.9-6.1", "3.9", "6.1", "↑"},
		{"triglycerides", 0.99, "甘油三酯", "TG", "0.99", "mmol/L", "0.4-1.7", "0.4", "1.7", ""},
		{"potassium", 4.12, "钾", "K", "4.12", "mmol/L", "3.5-5.3", "3.5", "5.3", ""},
	},
	"widths": { // two under one unit, as some print them
		{"rdw_cv", 13.1, "红细胞分布宽度", "RDW-CV", "13.1", "%", "11.5-14.5", "11.5", "14.5", ""},
		{"mpv", 10.2, "平均血小板体积", "MPV", "10.2", "fL", "7-11", "7", "11", ""},
		{"pdw", 17.6, "血小板分布宽度", "PDW", "17.6", "%", "9-17", "9", "17", "↑"},
	},
	"sediment": {
		{"urine_wbc_count", 1.9, "白细胞", "WBC", "1.9", "/ul", "0-30", "0", "30", ""},
		{"urine_wbc_hpf", 0.3, "白细胞(HPF)", "WBC", "0.3", "/HPF", "0-5.0", "0", "5.0", ""},
		{"urine_rbc_count", 27.4, "红细胞", "RBC", "27.4", "/ul", "0-25", "0", "25", "↑"},
		{"urine_rbc_hpf", 4.9, "红细胞(HPF)", "RBC", "4.9", "/HPF", "0-3.0", "0", "3.0", "↑"},
		{"urine_epithelial", 1.6, "上皮细胞", "EC", "1.6", "/ul", "0-15", "0", "15", ""},
		{"urine_bacteria", 21.7, "细菌", "BACT", "21.7", "/ul", "0-131", "0", "131", ""},
	},
	"urine": {
		{"urine_protein", 1, "尿蛋白", "PRO", "1+", "", "阴性", "", "", "↑"},
		{"urine_glucose", 0, "尿葡萄糖", "GLU", "阴性", "", "阴性", "", "", ""},
		{"urine_ketone", 0, "尿酮体", "KET", "阴性", "", "阴性", "", "", ""},
		{"urine_nitrite", 0, "亚硝酸盐", "NIT", "阴性", "", "阴性", "", "", ""},
		{"urine_ph", 6, "尿酸碱度", "PH", "6.0", "", "4.5-8.0", "4.5", "8.0", ""},
		{"urine_specific_gravity", 1.012, "尿比重", "SG", "1.012", "", "1.003-1.030", "1.003", "1.030", ""},
	},
}

// A form is how the rows of panels are printed.
type form struct {
	panels  []string
	abreast int
	silent  bool
	heading bool
	even    bool // all lines are equally far apart, with words above and below that are no items
	head    string
	rows    []string
}

func parseForm(t *testing.T, data string) form {
	t.Helper()
	f := form{abreast: 1}
	for line := range strings.Lines(data) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "panels:"):
			f.panels = strings.Fields(line)[1:]
		case strings.HasPrefix(line, "abreast:"):
			f.abreast = 2
		case line == "silent":
			f.silent = true
		case line == "heading":
			f.heading = true
		case line == "even":
			f.even = true
		case strings.HasPrefix(line, "head "):
			f.head = line[len("head "):]
		default:
			f.rows = append(f.rows, line)
		}
	}
	if len(f.panels) == 0 || len(f.rows) == 0 {
		t.Fatalf("no form: %q", data)
	}
	return f
}

// fields of a row's template; longer ones first.
var fields = regexp.MustCompile(`letter|value|range|other|name|code|unit|mark|word|high|low|no`)

var optional = regexp.MustCompile(`«([^»]*)»`)

// print gives a line of a row.
func (r *printedRow) print(template string, no int) string {
	word := map[string]string{"": "正常", "↑": "偏高", "↓": "偏低"}[r.mark]
	with := map[string]string{
		"name": r.name, "code": r.code, "value": r.value, "unit": r.unit, "range": r.interval, "mark": r.mark,
		"word": word, "low": r.low, "high": r.high, "no": fmt.Sprint(no), "other": otherThan(r.value),
		"letter": map[string]string{"↑": "H", "↓": "L"}[r.mark],
	}
	fill := func(s string) string {
		return fields.ReplaceAllStringFunc(s, func(f string) string { return with[f] })
	}
	// Where a part is not there, its room stays: the columns stand still.
	shown := optional.ReplaceAllStringFunc(template, func(s string) string {
		inner := optional.FindStringSubmatch(s)[1]
		for _, f := range fields.FindAllString(inner, -1) {
			if with[f] == "" {
				return ""
			}
		}
		return inner
	})
	return fill(shown)
}

// otherThan is an earlier result beside a value.
func otherThan(value string) string {
	return strings.Map(func(r rune) rune {
		if r >= '1' && r <= '8' {
			return r + 1
		}
		return r
	}, value)
}

// em is the height of the print.
const em = 30

func readAs(text string, box image.Rectangle) block.Block {
	b := block.Block{Box: box, Readings: []block.Reading{{Reader: block.Compact, Text: text, Confidence: 0.99}}}
	if !vocabulary.HasHan(text) && strings.ContainsAny(text, "0123456789") {
		b.Readings = append(b.Readings, block.Reading{Reader: block.Eng, Text: text, Confidence: 0.9})
	}
	return b
}

// blank is a page of a height, and what prints a line on it.
func blank(height int) (*block.Page, func(blocks ...block.Block)) {
	page := &block.Page{Size: image.Pt(1600, height), Layout: block.Single}
	return page, func(blocks ...block.Block) { page.Lines = append(page.Lines, block.Line{Blocks: blocks}) }
}

// lay prints rows in a form.
func (f *form) lay(rows []printedRow) *block.Page {
	page := &block.Page{Size: image.Pt(1600*f.abreast, 3000), Layout: block.Single}
	y := 100
	share := (len(rows) + f.abreast - 1) / f.abreast
	for k := range f.abreast {
		y = 100
		x := 60 + 1600*k
		put := func(template string, fill func(string) string) {
			var line block.Line
			for _, cell := range strings.Split(template, " | ") {
				place, text, _ := strings.Cut(cell, " ")
				at, _ := strconv.Atoi(place)
				if text = strings.TrimSpace(fill(text)); text == "" {
					continue
				}
				width := 0
				for _, r := range text {
					width += em / 2
					if r > 0x2E00 {
						width += em / 2
					}
				}
				line.Blocks = append(line.Blocks, readAs(text, image.Rect(x+at*em/2, y, x+at*em/2+width, y+em)))
			}
			if len(line.Blocks) > 0 {
				page.Lines = append(page.Lines, line)
			}
			y += em + em/3
		}
		as := func(s string) string { return s }
		if f.even {
			put("0 流水号:0062", as)
			put("0 2024-01-08 22:47", as)
		}
		if rows[0].indicator == "urine_wbc_count" {
			put("0 标本种类:尿", as)
		}
		if f.head != "" {
			put(f.head, as)
		}
		for i := k * share; i < min(len(rows), (k+1)*share); i++ {
			if f.heading && i%5 == 0 {
				put("0 第"+string([]rune("一二三四五六")[i/5])+"组", as)
			}
			for _, template := range f.rows {
				put(template, func(s string) string { return rows[i].print(s, i+1) })
			}
			if len(f.rows) > 1 && !f.even {
				y += em
			}
		}
		if f.even {
			put("0 操作员:03", as)
		}
	}
	return page
}

// TestForms reads each panel in each form: every value, and nothing else.
func TestForms(t *testing.T) {
	m := must(t, ofNewest)
	archive, err := os.ReadFile("testdata/forms.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range txtar.Parse(archive).Files {
		f := parseForm(t, string(file.Data))
		for _, panel := range f.panels {
			t.Run(file.Name+"/"+panel, func(t *testing.T) {
				full := m.Page(f.lay(panels[panel]))
				if rows := panels[panel]; !f.silent {
					compare(t, full, rows)
				} else if got := full.Simple(); len(got) > 0 {
					t.Errorf("WRONG it gives %v", got)
				}
			})
		}
	}
}

// A name in two tongues has its value between both lines, and that belongs to no other
// row; a piece of a rule there is no result.
func TestNameInTwoTongues(t *testing.T) {
	page, line := blank(1200)
	want := panels["chemistry"]
	for i, r := range want {
		y := 100 + 100*i
		line(readAs(r.code, image.Rect(60, y, 160, y+em)))
		line(readAs(r.value, image.Rect(600, y+22, 680, y+22+em)), readAs(r.unit, image.Rect(800, y+22, 900, y+22+em)), readAs(r.interval, image.Rect(1000, y+22, 1150, y+22+em)))
		line(readAs(r.name, image.Rect(60, y+45, 300, y+45+em)))
	}
	compare(t, must(t, ofNewest).Page(page), want)
	page.Lines = nil
	line(readAs("钾", image.Rect(60, 100, 90, 130)), readAs("一", image.Rect(600, 100, 620, 103)), readAs("mmol/L", image.Rect(800, 100, 900, 130)), readAs("3.5-5.3", image.Rect(1000, 100, 1150, 130)))
	line(readAs("网织红细胞百分比", image.Rect(60, 160, 300, 190)), readAs("-", image.Rect(600, 160, 620, 163)), readAs("%", image.Rect(800, 160, 820, 190)), readAs("0.5-1.5", image.Rect(1000, 160, 1150, 190)))
	if got := must(t, ofNewest).Page(page).Simple(); len(got) > 0 {
		t.Errorf("WRONG a piece of a rule is %v", got)
	}
}

func compare(t *testing.T, full result.Full, rows []printedRow) {
	t.Helper()
	simple := full.Simple()
	for _, r := range rows {
		switch v, ok := simple[r.indicator]; {
		case !ok && len(full[r.indicator]) == 0:
			t.Errorf("%s %s is not found", r.indicator, r.value)
		case !ok:
			t.Errorf("%s %s has no value: %s", r.indicator, r.value, full[r.indicator][0].Doubt)
		case v != r.is:
			t.Errorf("WRONG %s %s is read as %v", r.indicator, r.value, v)
		}
		delete(simple, r.indicator)
	}
	for _, name := range slices.Sorted(maps.Keys(simple)) {
		t.Errorf("WRONG %s = %v is not printed", name, simple[name])
	}
}

// Pieces of the dials that values stand in come between these and their names.
func TestDials(t *testing.T) {
	page, line := blank(3000)
	piece := func(x, y int) block.Block {
		return block.Block{Box: image.Rect(x, y, x+40, y+35), Readings: []block.Reading{{Reader: block.ChiSim, Text: "看见了", Confidence: 0.85}, {Reader: block.Eng, Text: "Se", Confidence: 0.8}}}
	}
	want := panels["chemistry"]
	for i, r := range want {
		y := 100 + 300*i
		line(piece(60, y), piece(180, y+20))
		line(readAs(r.value, image.Rect(100, y+60, 180, y+60+em)))
		line(piece(60, y+92))
		line(readAs(r.name, image.Rect(80, y+130, 300, y+130+em)))
		line(readAs(r.interval+" "+r.unit, image.Rect(80, y+180, 300, y+180+em)))
	}
	compare(t, must(t, ofNewest).Page(page), want)
}

// Cards with a large result on the left, and below the name the limits as a bar has them.
func TestLargeBefore(t *testing.T) {
	page, line := blank(3000)
	want := panels["chemistry"]
	for i, r := range want {
		y := 100 + 200*i
		line(readAs(r.value, image.Rect(60, y, 200, y+2*em)), readAs(r.name, image.Rect(300, y-10, 600, y-10+em)))
		line(readAs(r.unit, image.Rect(60, y+80, 160, y+80+em)), readAs(r.low, image.Rect(420, y+90, 460, y+90+em*2/3)), readAs(r.high, image.Rect(580, y+90, 620, y+90+em*2/3)))
	}
	compare(t, must(t, ofNewest).Page(page), want)
}

// A piece of a rule within a line is no unit, whatever letters it is read as.
func TestThinPiece(t *testing.T) {
	page := &block.Page{Size: image.Pt(1600, 3000), Layout: block.Single}
	want := panels["chemistry"]
	for i, r := range want {
		y := 100 + 50*i
		piece := readAs("cm", image.Rect(420, y+22, 434, y+26))
		page.Lines = append(page.Lines, block.Line{Blocks: []block.Block{readAs(r.name, image.Rect(60, y, 300, y+em)), piece, readAs(r.value, image.Rect(600, y, 680, y+em)), readAs(r.interval, image.Rect(1000, y, 1150, y+em))}})
	}
	compare(t, must(t, ofNewest).Page(page), want)
}

// Of a number that other ink runs into a digit may be gone: one reader alone is believed
// only where an interval vouches for what is left.
func TestCoveredNumber(t *testing.T) {
	covered := readAs("4.3", image.Rect(600, 100, 680, 130))
	covered.Occluded, covered.Readings = true, covered.Readings[:1]
	for _, interval := range []string{"", "3.5-5.3"} {
		page, line := blank(1200)
		line(readAs("钾(K)", image.Rect(60, 100, 160, 130)), covered, readAs("mmol/L", image.Rect(800, 100, 900, 130)), readAs(interval, image.Rect(1000, 100, 1150, 130)))
		got := must(t, ofNewest).Page(page).Simple()
		if _, given := got["potassium"]; given != (interval != "") {
			t.Errorf("beside the interval %q: %v", interval, got)
		}
	}
}
