package match

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// graded are items that are printed as grades; what they mean is a number.
var graded = []measured{
	{"urine_protein", "尿蛋白", "PRO", "1", "0", "0", "", "阴性", ""},
	{"urine_glucose", "尿葡萄糖", "GLU", "0", "2", "1", "", "阴性", ""},
	{"urine_ketone", "尿酮体", "KET", "0", "0", "1", "", "阴性", ""},
	{"urine_blood", "尿潜血", "BLD", "2", "0", "1", "", "阴性", ""},
	{"urine_bilirubin", "尿胆红素", "BIL", "0", "0", "0", "", "阴性", ""},
	{"urine_nitrite", "亚硝酸盐", "NIT", "0", "1", "0", "", "阴性", ""},
}

func grade(rng *rand.Rand, v string) string {
	switch v {
	case "1":
		return pick(rng, "+", "1+", "阳性(+)")
	case "2":
		return pick(rng, "++", "2+")
	}
	return pick(rng, "阴性", "-", "阴性(-)")
}

// worldly are layouts of pages that are met outside laboratories' own prints.
var worldly = map[string]layout{
	"visits are columns of a form": {0.5, func(rng *rand.Rand, l *lay, items []measured) {
		head := pick(rng, "随访日期", "检查日期", "日期", "检查项目")
		days := [][]string{{"2024-03-18", "2025-04-02", "2026-05-11"}, {"2025年1月6日", "2025年7月9日", "2026年1月8日"}, {"2025.03.01", "2025.06.02", "2025.09.05"}}[rng.IntN(3)]
		for k, text := range append([]string{head}, days...) {
			l.put(24*k, 0, text)
		}
		for i, it := range items {
			l.put(0, i+1, it.name+pick(rng, "", "("+it.unit+")"))
			for k, text := range []string{it.earlier, it.before, it.value} {
				l.put(24*(k+1), i+1, text)
			}
		}
	}},
	"prose": {0, func(rng *rand.Rand, l *lay, items []measured) {
		y, line := 0, "辅助检查："
		for i, it := range items {
			line += it.name + pick(rng, "", " ", "：", "为") + it.value + times(it.unit) + pick(rng, "", it.mark)
			if i%3 == 2 || i == len(items)-1 {
				l.put(0, y, line+"。")
				y, line = y+1, ""
			} else {
				line += pick(rng, "，", "、", "；")
			}
		}
	}},
	"prose of two days": {0, func(rng *rand.Rand, l *lay, items []measured) {
		for i, it := range items {
			l.put(0, 2*i, "2025-04-02 "+it.name+" "+it.before+times(it.unit)+"，")
			l.put(0, 2*i+1, "2026-05-11复查"+it.name+" "+it.value+times(it.unit)+"。")
		}
	}},
	"a list of days": {0.5, func(rng *rand.Rand, l *lay, items []measured) {
		days := []string{"2024-03-18", "2025-04-02", "2026-05-11"}
		y := 0
		for _, k := range rng.Perm(3) {
			for _, it := range items {
				l.put(0, y, days[k])
				l.put(14, y, it.name)
				l.put(34, y, []string{it.earlier, it.before, it.value}[k])
				l.put(46, y, it.unit)
				y++
			}
		}
	}},
	"leaning columns": {0.6, func(rng *rand.Rand, l *lay, items []measured) {
		order := pick(rng, "nvru", "#nvur", "ncvr", "nvpr")
		lean := 1 - 2*rng.IntN(2)
		for y := range len(items) + 1 {
			x := 14 + lean*y/2
			for _, c := range order {
				if y == 0 {
					l.put(x, y, heads[string(c)])
				} else {
					it := items[y-1]
					l.put(x, y, map[rune]string{'#': fmt.Sprint(y), 'n': it.name, 'c': it.code, 'v': it.value, 'p': it.before, 'r': it.reference, 'u': it.unit}[c])
				}
				x += wide[c]
			}
		}
	}},
	"cards": {0.5, func(rng *rand.Rand, l *lay, items []measured) {
		across, chip := 1+rng.IntN(3), rng.IntN(2) == 0
		for i, it := range items {
			x, y := 36*(i%across), 4*(i/across)
			l.put(x, y, it.name)
			if chip {
				l.put(x+22, y, map[string]string{"↑": "偏高", "↓": "偏低"}[it.mark])
			}
			l.put(x, y+1, it.value)
			l.put(x+9, y+1, it.unit)
			l.put(x, y+2, "参考范围 "+it.reference)
		}
	}},
	"cards with the last result": {0, func(rng *rand.Rand, l *lay, items []measured) {
		for i, it := range items {
			y := 5 * i
			l.put(0, y, it.name)
			l.put(0, y+1, pick(rng, "本次", "本次结果", "最新结果"))
			l.put(12, y+1, it.value)
			l.put(0, y+2, pick(rng, "上次", "上一次"))
			l.put(12, y+2, it.before)
			l.put(0, y+3, "参考值 "+it.reference)
		}
	}},
	"items across": {0.5, func(rng *rand.Rand, l *lay, items []measured) {
		rows := pick(rng, "nvr", "nvur", "nuvr", "nrv")
		for y, c := range rows {
			l.put(0, y, map[rune]string{'n': "项目", 'v': "结果", 'u': "单位", 'r': "参考值"}[c])
			for k, it := range items {
				l.put(14+22*k, y, map[rune]string{'n': it.name, 'v': it.value, 'u': it.unit, 'r': it.reference}[c])
			}
		}
	}},
	"results above names": {0, func(rng *rand.Rand, l *lay, items []measured) {
		for i, it := range items {
			x, y := 24*(i%4), 4*(i/4)
			l.put(x, y, it.value)
			if rng.IntN(2) == 0 {
				l.put(x+9, y, it.unit)
			}
			l.put(x, y+1, it.name)
		}
	}},
	"units on a line of their own": {0.5, func(rng *rand.Rand, l *lay, items []measured) {
		for i, it := range items {
			l.put(0, 2*i, it.name)
			l.put(24, 2*i, it.value)
			l.put(36, 2*i, it.reference)
			l.put(pick2(rng, 0, 24), 2*i+1, it.unit)
		}
	}},
	"three abreast": {0.6, func(rng *rand.Rand, l *lay, items []measured) {
		order, n := pick(rng, "nv", "nvr", "nVr", "cv"), (len(items)+2)/3
		h := someHeads(rng, nil, heads)
		for k := 0; k*n < len(items); k++ {
			cols(l, 48*k, 0, items[k*n:min(len(items), (k+1)*n)], h, order, wide)
		}
	}},
	"three abreast, results first": {0, func(rng *rand.Rand, l *lay, items []measured) {
		order, n := pick(rng, "vn", "vun"), (len(items)+2)/3
		h := someHeads(rng, nil, heads)
		for k := 0; k*n < len(items); k++ {
			cols(l, 48*k, 0, items[k*n:min(len(items), (k+1)*n)], h, order, wide)
		}
	}},
	"earlier result first": {0.5, func(rng *rand.Rand, l *lay, items []measured) {
		cols(l, 0, 0, items, headed(heads, "p", pick(rng, "上次结果", "历史结果", "前次", "原结果"), "v", pick(rng, "本次结果", "结果", "检验结果")), pick(rng, "npvr", "npvur", "nepvr", "nrpv"), wide)
	}},
	"limits in two columns, other words": {0, func(rng *rand.Rand, l *lay, items []measured) {
		h := []string{pick(rng, "参考下限", "最低值", "低值", "Low"), pick(rng, "参考上限", "最高值", "高值", "High")}
		for x, text := range []string{"检验项目", "结果", h[0], h[1], "单位"} {
			l.put(20*x, 0, text)
		}
		for i, it := range items {
			low, high, _ := strings.Cut(it.reference, "-")
			for x, text := range []string{it.name, it.value, low, high, it.unit} {
				l.put(20*x, i+1, text)
			}
		}
	}},
	"in brackets": {0.5, func(rng *rand.Rand, l *lay, items []measured) {
		way := rng.IntN(4)
		for i, it := range items {
			switch way {
			case 0:
				l.put(0, i, it.name)
				l.put(24, i, it.value+" ("+it.reference+")")
			case 1:
				l.put(0, i, it.name+"("+it.code+")")
				l.put(30, i, it.value+"["+it.reference+"]")
			case 2:
				l.put(0, i, it.name)
				l.put(24, i, it.value)
				l.put(36, i, "("+it.reference+")")
			case 3:
				l.put(0, i, it.name+"["+it.unit+"]")
				l.put(34, i, "["+it.value+"]")
			}
		}
	}},
	"sub-headings between": {0.6, func(rng *rand.Rand, l *lay, items []measured) {
		y := 0
		for i := 0; i < len(items); i += 3 {
			l.put(pick2(rng, 0, 20), y, []string{"血常规", "肝功能", "肾功能", "血脂", "电解质"}[i/3])
			y = cols(l, 0, y+1, items[i:min(len(items), i+3)], nil, "nvru", wide)
		}
	}},
	"a table of fees beside": {0.5, func(rng *rand.Rand, l *lay, items []measured) {
		cols(l, 0, 0, items, heads, pick(rng, "nvr", "nvur", "nvmr"), wide)
		for y, row := range [][]string{{"收费项目", "数量", "金额"}, {"血常规", "1", "25.00"}, {"肝功能", "1", "68.00"}, {"采血费", "2", "6.50"}, {"真空管", "3", "4.50"}} {
			for k, text := range row {
				l.put(80+14*k, y, text)
			}
		}
	}},
	"arrow before the name": {0.5, func(rng *rand.Rand, l *lay, items []measured) {
		for i, it := range items {
			l.put(0, i, it.mark)
			l.put(4, i, pick(rng, it.name, it.code))
			l.put(26, i, it.value)
			l.put(38, i, it.unit)
			l.put(50, i, "["+it.reference+"]")
		}
	}},
	"qualitative words": {0.5, func(rng *rand.Rand, l *lay, items []measured) {
		copy(items, graded)
		for i := len(graded); i < len(items); i++ {
			items[i] = measured{}
		}
		order := pick(rng, "nvr", "#nvr", "ncvr", "nvpr", "npvr")
		h := someHeads(rng, nil, heads)
		if strings.Contains(order, "p") {
			h = heads
		}
		shown := make([]measured, len(graded))
		for i, it := range graded {
			it.value, it.before = grade(rng, it.value), grade(rng, it.before)
			shown[i] = it
		}
		cols(l, 0, 0, shown, h, order, wide)
	}},
	"results of two methods": {0, func(rng *rand.Rand, l *lay, items []measured) {
		cols(l, 0, 0, items, headed(heads, "v", "结果", "p", pick(rng, "复检", "质控", "外院结果", "复测值")), pick(rng, "nvpr", "npvr"), wide)
	}},
	"continued on a second table": {0.5, func(rng *rand.Rand, l *lay, items []measured) {
		n := len(items) / 2
		y := cols(l, 0, 0, items[:n], heads, "nvru", wide)
		l.put(0, y, pick(rng, "续上表", "第2页", "肝功能检查"))
		cols(l, 0, y+1, items[n:], headed(heads, "v", "检测结果"), pick(rng, "nrvu", "nuvr", "ncvr"), wide)
	}},
}

// times is a unit as it stands right behind a number.
func times(unit string) string { return strings.Replace(unit, "10^", "×10^", 1) }

func pick2(rng *rand.Rand, a, b int) int {
	if rng.IntN(2) == 0 {
		return a
	}
	return b
}
