package workbook

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/xuri/excelize/v2"

	"tijian/engine/tabular"
	"tijian/rules"
)

// released are the rules and suites that the project ships.
func released() Source {
	return Source{Rules: rules.FS, Version: rules.Active(), Cases: os.DirFS("../../testdata/rules")}
}

func written(t *testing.T, src Source) *excelize.File {
	t.Helper()
	var data bytes.Buffer
	if err := Write(&data, src); err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenReader(&data)
	if err != nil {
		t.Fatal(err)
	}
	return book
}

var writtenReleased *excelize.File

// bookOfReleased is written once: no test changes it.
func bookOfReleased(t *testing.T) *excelize.File {
	t.Helper()
	if writtenReleased == nil {
		writtenReleased = written(t, released())
	}
	return writtenReleased
}

func read(t *testing.T, book *excelize.File, src Source) ([]Change, []string) {
	t.Helper()
	data, err := book.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	changes, list := Read(data, src)
	var faults []string
	for _, p := range list {
		faults = append(faults, p.Place.String()+" "+p.Code)
	}
	return changes, faults
}

// The whole set comes back as it was: nothing changes, and every sheet has all
// its entries.
func TestRoundTripOfReleasedRules(t *testing.T) {
	book := bookOfReleased(t)
	for _, s := range layout().Sheets {
		rows, err := book.GetRows(s.Name)
		if err != nil || len(rows) < 6 {
			t.Errorf("%s: %d lines, %v", s.Name, len(rows), err)
		}
	}
	if changes, faults := read(t, book, released()); len(changes)+len(faults) > 0 {
		t.Errorf("%d changes, faults %q", len(changes), faults)
	}
}

// Every condition, tip and hint of the released tables can be edited where it
// stands, and nothing else of the file changes.
func TestEveryReleasedScalarCanBeEdited(t *testing.T) {
	all, err := load(released())
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for _, s := range layout().Sheets {
		for _, file := range s.of(all) {
			d := all[file]
			for _, l := range s.lines(file, d) {
				for i := range s.Columns {
					c := &s.Columns[i]
					if c.Fixed || c.List || l.cells[i] == "" {
						continue
					}
					place := c.at(l.place)
					value := l.cells[i] + "，改: '\"#"
					edits, err := d.set(place, value, false)
					if err != nil {
						t.Logf("%s %s: %v", file, place, err)
						refused++
						continue
					}
					e := edits[0]
					line := e.text + "\n"
					if d.flow(place) {
						line = "[" + e.text + "]\n"
					}
					got, err := parse([]byte(line))
					if err != nil {
						t.Fatalf("%s %s: %s: %v", file, place, line, err)
					}
					n := got.nodes[""]
					if d.flow(place) {
						n = got.nodes["/0"]
					}
					if n.Value != value {
						t.Errorf("%s %s: %q is read as %q", file, place, value, n.Value)
					}
					was, err := parse([]byte("[" + string(d.data[e.from:e.to]) + "]"))
					if err != nil || was.nodes["/0"] == nil || was.nodes["/0"].Value != l.cells[i] {
						if was, err = parse(d.data[e.from:e.to]); err != nil || was.nodes[""].Value != l.cells[i] {
							t.Errorf("%s %s: the bytes replaced are %q, not %q", file, place, d.data[e.from:e.to], l.cells[i])
						}
					}
				}
			}
		}
	}
	if refused > 0 {
		t.Errorf("%d scalars cannot be edited", refused)
	}
}

const small = `# 血脂
- indicator: triglycerides # 甘油三酯
  for: age >= 18
  source: [LIP23 表3, "STEP"] # 依据
  rows:
    # 正常
    - when: value < 1.70   # 界限
      level: N0
      tip: '好 # 的'
      hint: 保持

    - {when: 1.70 <= value < 2.30, level: H1, tip: 偏高, hint: "少喝酒", source: [STEP]}
    - when: value >= 2.30
      level: H2
      color: 5
      tip: |
        两行
        的话
- {indicator: bmi, source: [STEP], rows: [{when: value < 24, level: N0, tip: 好}]}
`

// A cell that begins as a formula does, such as the grade + or a word that somebody
// wrote, is stored as a text, which no spreadsheet takes for one.
func TestNoCellIsAFormula(t *testing.T) {
	book := bookOfReleased(t)
	seen := 0
	for _, sheet := range book.GetSheetList() {
		rows, err := book.GetRows(sheet)
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range rows {
			for k, cell := range row {
				if tabular.Cell(cell) == cell {
					continue
				}
				seen++
				at, err := excelize.CoordinatesToCellName(k+1, i+1)
				if err != nil {
					t.Fatal(err)
				}
				kind, err := book.GetCellType(sheet, at)
				formula, err2 := book.GetCellFormula(sheet, at)
				if err := errors.Join(err, err2); err != nil || formula != "" || kind != excelize.CellTypeInlineString && kind != excelize.CellTypeSharedString {
					t.Errorf("%s %s %q is of type %v with the formula %q (%v)", sheet, at, cell, kind, formula, err)
				}
			}
		}
	}
	if seen == 0 {
		t.Error("no cell begins as a formula does")
	}
}

func source(t *testing.T) Source {
	t.Helper()
	files := fstest.MapFS{"1/indicators/lipids.yaml": {Data: []byte(small)}}
	for _, name := range []string{"manifest.yaml", "sources.yaml"} {
		data, err := fs.ReadFile(rules.FS, rules.Active()+"/"+name)
		if err != nil {
			t.Fatal(err)
		}
		files["1/"+name] = &fstest.MapFile{Data: data}
	}
	return Source{Rules: files, Version: "1"}
}

// Cells of the sheet 行 are F when, G level, … behind the two fixed columns.
func TestEdits(t *testing.T) {
	for name, test := range map[string]struct {
		cells map[string]string // by cell of the sheet 行; a name with ! has its own sheet
		lines []int             // inserted before these
		want  string            // lines of the difference
	}{
		"a bound":         {map[string]string{"E2": "value < 1.80"}, nil, "-    - when: value < 1.70   # 界限\n+    - when: value < 1.80   # 界限"},
		"a quoted text":   {map[string]string{"H2": "很'好"}, nil, "-      tip: '好 # 的'\n+      tip: '很''好'"},
		"needs quotes":    {map[string]string{"I2": "保持: 是"}, nil, "-      hint: 保持\n+      hint: '保持: 是'"},
		"a trap":          {map[string]string{"I2": "no"}, nil, "-      hint: 保持\n+      hint: 'no'"},
		"in braces":       {map[string]string{"H3": "偏高, 请复查", "F3": "H2"}, nil, "-    - {when: 1.70 <= value < 2.30, level: H1, tip: 偏高, hint: \"少喝酒\", source: [STEP]}\n+    - {when: 1.70 <= value < 2.30, level: H2, tip: '偏高, 请复查', hint: \"少喝酒\", source: [STEP]}"},
		"a colour more":   {map[string]string{"G2": "2", "G3": "4"}, nil, "+      color: 2\n-    - {when: 1.70 <= value < 2.30, level: H1, tip: 偏高, hint: \"少喝酒\", source: [STEP]}\n+    - {when: 1.70 <= value < 2.30, level: H1, color: 4, tip: 偏高, hint: \"少喝酒\", source: [STEP]}"},
		"a colour less":   {map[string]string{"G4": ""}, nil, "-      color: 5"},
		"a source less":   {map[string]string{"J3": ""}, nil, "-    - {when: 1.70 <= value < 2.30, level: H1, tip: 偏高, hint: \"少喝酒\", source: [STEP]}\n+    - {when: 1.70 <= value < 2.30, level: H1, tip: 偏高, hint: \"少喝酒\"}"},
		"sources":         {map[string]string{"指标表!E2": "STEP；LIP23 表3; W405"}, nil, "-  source: [LIP23 表3, \"STEP\"] # 依据\n+  source: [\"STEP\", LIP23 表3, W405] # 依据"},
		"a source more":   {map[string]string{"J2": "STEP 甲"}, nil, "+      source: [STEP 甲]"},
		"a guard more":    {map[string]string{"指标表!D3": "age >= 18"}, nil, "-- {indicator: bmi, source: [STEP], rows: [{when: value < 24, level: N0, tip: 好}]}\n+- {indicator: bmi, for: age >= 18, source: [STEP], rows: [{when: value < 24, level: N0, tip: 好}]}"},
		"a new row":       {map[string]string{"A3": "rules/indicators/lipids.yaml", "E3": "value == 1.70", "F3": "N1", "H3": "正好"}, []int{3}, "+    - when: value == 1.70\n+      level: N1\n+      tip: 正好"},
		"a row behind {}": {map[string]string{"A4": "rules/indicators/lipids.yaml", "E4": "value == 2.30", "F4": "N1", "H4": "a, b"}, []int{4}, "+    - {when: value == 2.30, level: N1, tip: 'a, b'}"},
		"a colour's hex":  {map[string]string{"颜色!E3": "#00ff00"}, nil, "-  - {code: 1, name: 绿, hex: \"#2e9e4f\", meaning: 理想}\n+  - {code: 1, name: 绿, hex: \"#00ff00\", meaning: 理想}"},
	} {
		t.Run(name, func(t *testing.T) {
			changed := changedBy(t, test.lines, test.cells)
			var got []string
			for line := range strings.Lines(string(diff.Diff("a", changed.Before, "b", changed.After))) {
				if (line[0] == '+' || line[0] == '-') && !strings.HasPrefix(line, "---") && !strings.HasPrefix(line, "+++") {
					got = append(got, strings.TrimSuffix(line, "\n"))
				}
			}
			if text := strings.Join(got, "\n"); text != test.want {
				t.Errorf("got\n%s\nwant\n%s", text, test.want)
			}
		})
	}
}

// changedBy is the one file that reading back a workbook changes, some of whose
// lines and cells were edited.
func changedBy(t *testing.T, lines []int, cells map[string]string) Change {
	t.Helper()
	src := source(t)
	book := written(t, src)
	change(t, book, lines, cells)
	changes, faults := read(t, book, src)
	if len(faults) > 0 || len(changes) != 1 {
		t.Fatalf("%d changes, faults %q", len(changes), faults)
	}
	return changes[0]
}

func change(t *testing.T, book *excelize.File, lines []int, cells map[string]string) {
	t.Helper()
	for _, line := range lines {
		if err := book.InsertRows("行", line, 1); err != nil {
			t.Fatal(err)
		}
	}
	for cell, value := range cells {
		sheet, name, named := strings.Cut(cell, "!")
		if !named {
			sheet, name = "行", cell
		}
		if err := book.SetCellStr(sheet, name, value); err != nil {
			t.Fatal(err)
		}
	}
}

// What cannot be mapped is refused with its sheet and cell.
func TestRefused(t *testing.T) {
	for name, test := range map[string]struct {
		cells map[string]string
		lines []int
		want  string
	}{
		"another version": {map[string]string{"说明!B1": "2"}, nil, "说明!B1 workbook"},
		"a fixed column":  {map[string]string{"C2": "bmi"}, nil, "行!C2 workbook-fixed"},
		"an empty tip":    {map[string]string{"H2": " "}, nil, "行!H2 workbook-required"},
		"several lines":   {map[string]string{"H4": "一行"}, nil, "行!H4 workbook-shape"},
		"a place":         {map[string]string{"B2": "/0/rows/9"}, nil, "行 workbook-place|行!B2 workbook-place"},
		"a place twice":   {map[string]string{"B3": "/0/rows/0"}, nil, "行 workbook-place|行!B3 workbook-place"},
		"a file":          {map[string]string{"A2": "rules/x.yaml"}, nil, "行 workbook-place|行!A2 workbook-place"},
		"a title":         {map[string]string{"E1": "when"}, nil, "行!E1 workbook-sheet"},
		"first of all":    {map[string]string{"A2": "rules/indicators/lipids.yaml", "E2": "value > 1", "F2": "N0", "H2": "好"}, []int{2}, "行!B2 workbook-new"},
		"without a level": {map[string]string{"A3": "rules/indicators/lipids.yaml", "E3": "value > 1", "H3": "好"}, []int{3}, "行!F3 workbook-required"},
		"another table":   {map[string]string{"A3": "rules/indicators/lipids.yaml", "C3": "bmi", "E3": "value > 1", "F3": "N0", "H3": "好"}, []int{3}, "行!C3 workbook-new"},
		"in brackets":     {map[string]string{"A6": "rules/indicators/lipids.yaml", "E6": "value > 1", "F6": "N0", "H6": "好"}, nil, "行!B6 workbook-shape"},
		"a new colour":    {map[string]string{"颜色!A8": "rules/manifest.yaml", "颜色!D8": "紫"}, nil, "颜色!B8 workbook-new"},
		"changed since":   {map[string]string{"E2": "value < 1", "说明!B9": "000000000000", "说明!B10": "000000000000", "说明!B11": "000000000000"}, nil, "行!E2 workbook-old"},
	} {
		t.Run(name, func(t *testing.T) {
			src := source(t)
			book := written(t, src)
			change(t, book, test.lines, test.cells)
			changes, faults := read(t, book, src)
			if got := strings.Join(faults, "|"); got != test.want && test.want != "" {
				t.Errorf("faults %q, want %q", got, test.want)
			}
			if test.want == "" && len(faults) == 0 {
				t.Error("nothing refused")
			}
			if len(changes) > 0 {
				t.Errorf("%d changes all the same", len(changes))
			}
		})
	}
	if _, list := Read(strings.NewReader("no workbook"), source(t)); len(list) != 1 {
		t.Errorf("%v", list)
	}
}
