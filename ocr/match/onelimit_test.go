package match

import (
	"image"
	"strings"
	"testing"

	"tijian/ocr/block"
)

// TestOneLimit: what has one limit in the column of references is an interval, also on sheets
// with earlier results, and where their headings were not read.
func TestOneLimit(t *testing.T) {
	m := load(t)
	const values = "creatinine=88 hdl_cholesterol=1.42 total_cholesterol=4.71 triglycerides=0.96 urea=4.1 uric_acid=401"
	rows := [][]string{ // name, result, unit, reference, earlier, before that
		{"肌酐", "88", "μmol/L", "57-97", "91", "86"},
		{"尿素", "4.10", "mmol/L", "3.10-8.00", "4.25", "4.31"},
		{"尿酸", "401", "μmol/L", "208-428", "388", "371"},
		{"总胆固醇", "4.71", "mmol/L", "BELOW", "4.90", "5.02"},
		{"甘油三酯", "0.96", "mmol/L", "0-1.70", "1.02", "1.11"},
		{"高密度脂蛋白胆固醇", "1.42", "mmol/L", "ABOVE", "1.38", "1.35"},
	}
	heads := map[rune]string{'n': "项目", 'v': "本次结果2026-11-05", 'u': "单位", 'r': "参考区间", 'p': "上次结果2025-10-22", 'e': "上次结果2024-10-18", 'x': "囗囗", 'y': "囗囗"}
	at := map[rune]int{'n': 0, 'v': 1, 'x': 1, 'u': 2, 'r': 3, 'p': 4, 'y': 4, 'e': 5}
	for _, limits := range [][2]string{{"<5.20", ">1.00"}, {"≤5.20", "≥1.00"}, {"＜5.20", "＞1.00"}, {"小于5.20", "大于1.00"}, {"--5.20", "1.00--"}, {"<5.20", "1.00-"}} {
		for _, order := range []string{"nvur", "nvurp", "npvur", "nvurpe", "nepvur", "nruvp", "nurpv", "nxury"} {
			line := func(cell func(column rune) string) string {
				var cells []string
				for _, column := range order {
					cells = append(cells, cell(column))
				}
				return strings.Join(cells, " | ")
			}
			lines := []string{line(func(c rune) string { return heads[c] })}
			for _, row := range rows {
				lines = append(lines, line(func(c rune) string {
					return strings.NewReplacer("BELOW", limits[0], "ABOVE", limits[1]).Replace(row[at[c]])
				}))
			}
			full := m.Page(draw(lines...))
			if got := render(full); got != values {
				t.Errorf("%s\ngot  %s\nwant %s", strings.Join(lines, "\n"), got, values)
			}
			for _, e := range full["total_cholesterol"] {
				if e.Value != nil && e.Reference == "" {
					t.Errorf("%s %s: no reference", order, limits[0])
				}
			}
		}
	}
}

// TestBoundResult: a result below what can be measured stays one beside an interval of one
// limit, with and without an earlier result.
func TestBoundResult(t *testing.T) {
	m := load(t)
	for _, earlier := range []string{"0.6", "<0.5", "—", ""} {
		full := m.Page(draw(
			"项目 | 本次结果2026-11-05 | 单位 | 参考区间 | 上次结果2025-10-22",
			"肌酐 | 88 | μmol/L | 57-97 | 91",
			"尿素 | 4.10 | mmol/L | 3.10-8.00 | 4.25",
			"尿酸 | 401 | μmol/L | 208-428 | 388",
			"C反应蛋白 | <0.5 | mg/L | <5.0 | "+earlier))
		all := full["crp"]
		if len(all) != 1 || all[0].Value == nil || *all[0].Value != 0.5 || all[0].Comparator != "<" || all[0].Reference != "<5.0" {
			t.Errorf("earlier %q: %s %+v", earlier, render(full), all)
		}
	}
}

// TestOneLimitBelowTallHeadings: headings of two lines stand around those of one and apart
// from the numbers below them; rows with one limit are read as those with two.
func TestOneLimitBelowTallHeadings(t *testing.T) {
	m := load(t)
	put := func(add func(...block.Block)) func(int, []int, string) {
		return func(y int, xs []int, texts string) {
			var blocks []block.Block
			for k, text := range strings.Split(texts, " | ") {
				if text != "" {
					blocks = append(blocks, readAs(text, image.Rect(xs[k], y, xs[k]+12*len(text), y+24)))
				}
			}
			add(blocks...)
		}
	}
	for _, days := range []string{"2026-11-05 | 2025-10-22", "2026-11-05 | 2025-04-02"} {
		page, add := blank(30)
		put := put(add)
		put(310, []int{1133, 2163}, "本次结果 | 上次结果")
		put(331, []int{146, 491, 886, 1414, 1619, 1853}, "No | 项目 | 代号 | 提示 | 单位 | 参考区间")
		put(352, []int{1111, 2142}, days)
		for k, row := range []string{
			"1 | 肌酐 | CREA | 88 | μmol/L | 57-97 | 91",
			"2 | 尿素 | UREA | 4.10 | mmol/L | 3.10-8.00 | 4.25",
			"3 | 尿酸 | UA | 401 | μmol/L | 208-428 | 388",
			"4 | 总胆固醇 | TC | 4.71 | mmol/L | <5.20 | 4.90",
			"5 | 甘油三酯 | TG | 0.96 | mmol/L | ≤1.70 | 1.02",
			"6 | 高密度脂蛋白胆固醇 | HDL-C | 1.42 | mmol/L | >1.00 | 1.38",
			"7 | 低密度脂蛋白胆固醇 | LDL-C | 2.66 | mmol/L | 0.00- | 2.81",
			"8 | 空腹血糖 | GLU | 4.88 | mmol/L | 3.90-6.10 | 4.91",
		} {
			put(414+58*k, []int{116, 243, 828, 1035, 1540, 1787, 2065}, row)
		}
		const want = "creatinine=88 fasting_glucose=4.88 hdl_cholesterol=1.42 ldl_cholesterol=2.66 total_cholesterol=4.71 triglycerides=0.96 urea=4.1 uric_acid=401"
		if got := render(m.Page(page)); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", days, got, want)
		}
	}
}

// TestDayBehindWord: a date glued to the word for results is no value behind a label.
func TestDayBehindWord(t *testing.T) {
	m := load(t)
	page, add := blank(30)
	row := func(y int, texts ...string) {
		var blocks []block.Block
		for k, text := range texts {
			blocks = append(blocks, readAs(text, image.Rect(60+260*k, y, 60+260*k+8*len(text), y+24)))
		}
		add(blocks...)
	}
	row(100, "项目", "本次结果2026-11-05", "单位", "参考区间", "上次结果2025-10-22")
	row(150, "肌酐", "88", "μmol/L", "57-97", "91")
	row(200, "尿素", "4.10", "mmol/L", "3.10-8.00", "4.25")
	row(250, "总胆固醇", "4.71", "mmol/L", "<5.20", "4.90")
	if got := render(m.Page(page)); got != "creatinine=88 total_cholesterol=4.71 urea=4.1" {
		t.Errorf("got %s", got)
	}
}
