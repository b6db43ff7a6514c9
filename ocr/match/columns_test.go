package match

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// printed is a panel as laboratories print it, column by column.
var printed = []struct{ name, code, result, mark, reference, unit string }{
	{"白细胞计数", "WBC", "10.6", "↑", "3.5-9.5", "10^9/L"},
	{"红细胞计数", "RBC", "4.51", "", "3.8-5.1", "10^12/L"},
	{"血红蛋白", "HGB", "108", "↓", "115-150", "g/L"},
	{"红细胞压积", "HCT", "39.6", "", "35-45", "%"},
	{"平均红细胞体积", "MCV", "87.7", "", "82-100", "fL"},
	{"血小板计数", "PLT", "300", "", "125-350", "10^9/L"},
	{"淋巴细胞绝对值", "LYMPH#", "2.1", "", "1.1-3.2", "10^9/L"},
	{"单核细胞百分比", "MONO%", "3.6", "", "3-10", "%"},
}

const printedValues = "hematocrit=39.6 hemoglobin=108L lymphocyte_count=2.1 mcv=87.7 monocyte_percentage=3.6 platelet_count=300 red_blood_cell_count=4.51 white_blood_cell_count=10.6H"

// TestColumnsInAnyOrder: whatever the order of the columns, and whichever of
// those that are not needed are missing, the values are the same; with a header
// and without.
func TestColumnsInAnyOrder(t *testing.T) {
	m := load(t)
	headers := map[string]string{
		"number": "序号", "code": "代号", "name": "项目名称", "result": "结果", "mark": "提示", "reference": "参考区间", "unit": "单位",
	}
	rapid.Check(t, func(t *rapid.T) {
		order := rapid.Permutation(slices.Sorted(maps.Keys(headers))).Draw(t, "order")
		missing := rapid.SampledFrom([]string{"", "number", "code"}).Draw(t, "missing")
		order = slices.DeleteFunc(order, func(s string) bool { return s == missing })
		header := rapid.Bool().Draw(t, "header")
		glued := rapid.Bool().Draw(t, "mark beside the result")
		before := func(column string) bool { return slices.Index(order, column) < slices.Index(order, "name") }
		if !header && (before("result") || before("reference") || before("unit") || before("mark") && !glued) {
			return // nothing tells whose it is
		}
		var lines []string
		line := func(cell func(column string) string) {
			var cells []string
			for _, column := range order {
				cells = append(cells, cell(column))
			}
			lines = append(lines, strings.Join(cells, " | "))
		}
		if header {
			line(func(column string) string { return headers[column] })
		}
		for i, p := range printed {
			line(func(column string) string {
				switch column {
				case "number":
					return string(rune('1' + i))
				case "code":
					return p.code
				case "name":
					return p.name
				case "result":
					if glued {
						return p.result + p.mark
					}
					return p.result
				case "mark":
					if glued {
						return ""
					}
					return p.mark
				case "reference":
					return p.reference
				}
				return p.unit
			})
		}
		if got := render(m.Page(draw(lines...))); got != printedValues {
			t.Fatalf("%s\ngot  %s\nwant %s", strings.Join(lines, "\n"), got, printedValues)
		}
	})
}

// TestThreeColumnsSideBySide: three items in each line, name, result and unit.
func TestThreeColumnsSideBySide(t *testing.T) {
	m := load(t)
	for _, header := range []bool{true, false} {
		var lines []string
		if header {
			lines = append(lines, "项目 | 结果 | 单位 | 项目 | 结果 | 单位 | 项目 | 结果 | 单位")
		}
		for i := 0; i < 6; i += 3 {
			var cells []string
			for _, p := range printed[i : i+3] {
				cells = append(cells, p.name, p.result+p.mark, p.unit)
			}
			lines = append(lines, strings.Join(cells, " | "))
		}
		want := "hematocrit=39.6 hemoglobin=108L mcv=87.7 platelet_count=300 red_blood_cell_count=4.51 white_blood_cell_count=10.6H"
		if got := render(m.Page(draw(lines...))); got != want {
			t.Errorf("header %v:\ngot  %s\nwant %s", header, got, want)
		}
	}
}
