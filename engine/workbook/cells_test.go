package workbook

import (
	"bytes"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"tijian/engine/problem"
	"tijian/rules"
)

func tablesOf(t *testing.T, data []byte) []TableCells {
	t.Helper()
	list, err := Tables(data)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// with changes cells by row and key.
func with(rows []Row, cells map[int]map[string]string) []Row {
	rows = slices.Clone(rows)
	for i, by := range cells {
		rows[i].Cells = slices.Clone(rows[i].Cells)
		for key, value := range by {
			rows[i].Cells[slices.Index(RowKeys(), key)] = value
		}
	}
	return rows
}

func newRow(cells ...string) Row {
	return Row{Was: New, Cells: append(cells, make([]string, len(RowKeys())-len(cells))...)}
}

// A cell that is edited on a page comes out byte for byte as from a workbook.
func TestCellsAreWrittenAsByWorkbook(t *testing.T) {
	rows := tablesOf(t, []byte(small))[0].Rows
	for name, test := range map[string]struct {
		cells map[string]string // of the workbook
		lines []int
		rows  []Row
	}{
		"a bound":        {map[string]string{"E2": "value < 1.80"}, nil, with(rows, map[int]map[string]string{0: {"when": "value < 1.80"}})},
		"quotes":         {map[string]string{"H2": "很'好", "I2": "保持: 是"}, nil, with(rows, map[int]map[string]string{0: {"tip": "很'好", "hint": "保持: 是"}})},
		"in braces":      {map[string]string{"H3": "偏高, 请复查", "F3": "H2"}, nil, with(rows, map[int]map[string]string{1: {"tip": "偏高, 请复查", "level": "H2"}})},
		"more and less":  {map[string]string{"G2": "2", "G4": "", "J3": ""}, nil, with(rows, map[int]map[string]string{0: {"color": "2"}, 1: {"source": ""}, 2: {"color": ""}})},
		"sources":        {map[string]string{"J2": "STEP 甲；W405"}, nil, with(rows, map[int]map[string]string{0: {"source": "STEP 甲；W405"}})},
		"a new row":      {map[string]string{"A3": "rules/indicators/lipids.yaml", "E3": "value == 1.70", "F3": "N1", "H3": "正好"}, []int{3}, slices.Insert(slices.Clone(rows), 1, newRow("value == 1.70", "N1", "", "正好"))},
		"behind another": {map[string]string{"A4": "rules/indicators/lipids.yaml", "E4": "value == 2.30", "F4": "N1", "H4": "a, b"}, []int{4}, slices.Insert(slices.Clone(rows), 2, newRow("value == 2.30", "N1", "", "a, b"))},
	} {
		t.Run(name, func(t *testing.T) {
			changed := changedBy(t, test.lines, test.cells)
			got, refused := Rewrite([]byte(small), 0, test.rows)
			if len(refused) > 0 || !bytes.Equal(got, changed.After) {
				t.Errorf("%v\n%s\nwant\n%s", refused, got, changed.After)
			}
		})
	}
}

// A row goes with its lines; what stands around it stays.
func TestRowsAreTakenOut(t *testing.T) {
	rows := tablesOf(t, []byte(small))[0].Rows
	for k, lines := range []string{
		"    - when: value < 1.70   # 界限\n      level: N0\n      tip: '好 # 的'\n      hint: 保持\n",
		"    - {when: 1.70 <= value < 2.30, level: H1, tip: 偏高, hint: \"少喝酒\", source: [STEP]}\n",
		"    - when: value >= 2.30\n      level: H2\n      color: 5\n      tip: |\n        两行\n        的话\n",
	} {
		got, refused := Rewrite([]byte(small), 0, slices.Delete(slices.Clone(rows), k, k+1))
		if want := strings.Replace(small, lines, "", 1); len(refused) > 0 || string(got) != want {
			t.Errorf("row %d: %v\n%s\nwant\n%s", k, refused, got, want)
		}
	}
}

func TestCellsRefused(t *testing.T) {
	all := tablesOf(t, []byte(small))
	rows, bmi := all[0].Rows, all[1].Rows
	for name, test := range map[string]struct {
		table int
		rows  []Row
		want  string
	}{
		"nothing":        {0, rows, ""},
		"an empty tip":   {0, with(rows, map[int]map[string]string{0: {"tip": " "}}), "0 tip workbook-required"},
		"several lines":  {0, with(rows, map[int]map[string]string{2: {"tip": "一行"}}), "2 tip cell-shape"},
		"half a new row": {0, append(slices.Clone(rows), newRow("value > 9")), "3 level workbook-required|3 tip workbook-required"},
		"first of all":   {0, slices.Insert(slices.Clone(rows), 0, newRow("value > 9", "H4", "", "高")), "0  cell-first"},
		"in brackets":    {1, append(slices.Clone(bmi), newRow("value > 9", "H4", "", "高")), "1  cell-shape"},
		"from brackets":  {1, nil, "0  cell-shape"},
	} {
		data, refused := Rewrite([]byte(small), test.table, test.rows)
		var got []string
		for _, r := range refused {
			got = append(got, strings.Join([]string{string(rune('0' + r.Row)), r.Key, r.Why.Code}, " "))
		}
		if text := strings.Join(got, "|"); text != test.want || (data == nil) != (test.want != "") {
			t.Errorf("%s: %q, want %q", name, text, test.want)
		}
	}
}

// Every row of the released tables can be taken out, and every cell is found
// where it stands.
func TestReleasedRows(t *testing.T) {
	files, err := fs.Glob(rules.FS, rules.Active()+"/indicators/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files[:2] {
		data, err := fs.ReadFile(rules.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		for i, table := range tablesOf(t, data) {
			last := len(table.Rows) - 1
			if _, refused := Rewrite(data, i, table.Rows[:last]); len(refused) > 0 {
				t.Errorf("%s:%d: %v", name, table.Rows[last].Line, refused)
			}
			for _, r := range table.Rows {
				for k, n := range r.at {
					if n == nil {
						continue
					}
					if got := r.Key(problem.Place{Line: n.Line, Column: n.Column + 1}); got != RowKeys()[k] {
						t.Errorf("%s:%d:%d: %s, want %s", name, n.Line, n.Column, got, RowKeys()[k])
					}
				}
			}
		}
	}
}
