package match

import (
	"fmt"
	"image"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tijian/ocr/block"
	"tijian/ocr/vocabulary"
)

// A lay is a page on which blocks are put anywhere; the places of their text are told
// in characters and lines.
type lay struct {
	lines map[int][]block.Block
	lose  func() bool
}

func (l *lay) put(x, y int, text string) {
	if text == "" || l.lose() {
		return
	}
	width := 0
	for _, r := range text {
		if width += 16; vocabulary.HasHan(string(r)) {
			width += 14
		}
	}
	box := image.Rect(60+16*x, 100+50*y, 60+16*x+width, 130+50*y)
	b := block.Block{Box: box, Readings: []block.Reading{{Reader: block.Compact, Text: text, Confidence: 0.9999}}}
	if text == "↑" || text == "↓" {
		b.Readings = append(b.Readings, block.Reading{Reader: block.Shape, Text: text, Confidence: 0.9999})
	}
	l.lines[y] = append(l.lines[y], b)
}

func (l *lay) page() *block.Page {
	p := &block.Page{Size: image.Pt(2400, 3400)}
	for y := range 60 {
		if l.lines[y] != nil {
			p.Lines = append(p.Lines, block.Line{Blocks: l.lines[y]})
		}
	}
	return p
}

// A measured is one item with what may be printed of it.
type measured struct{ indicator, name, code, value, before, earlier, mark, reference, unit string }

var laid = []measured{
	{"white_blood_cell_count", "白细胞计数", "WBC", "10.63", "9.21", "8.15", "↑", "3.5-9.5", "10^9/L"},
	{"red_blood_cell_count", "红细胞计数", "RBC", "4.51", "4.38", "4.62", "", "3.8-5.1", "10^12/L"},
	{"hemoglobin", "血红蛋白", "HGB", "108", "119", "121", "↓", "115-150", "g/L"},
	{"mcv", "平均红细胞体积", "MCV", "87.7", "88.4", "90.2", "", "82-100", "fL"},
	{"platelet_count", "血小板计数", "PLT", "301", "287", "264", "", "125-350", "10^9/L"},
	{"alt", "丙氨酸氨基转移酶", "ALT", "56", "43", "38", "↑", "7-40", "U/L"},
	{"creatinine", "肌酐", "CREA", "66.5", "71.2", "69.8", "", "41-81", "μmol/L"},
	{"uric_acid", "尿酸", "UA", "372", "355", "341", "↑", "155-357", "μmol/L"},
	{"potassium", "钾", "K", "4.12", "4.35", "3.98", "", "3.5-5.3", "mmol/L"},
	{"triglycerides", "甘油三酯", "TG", "1.84", "1.66", "1.52", "↑", "0-1.7", "mmol/L"},
}

// TestLayoutsGiveNothingWrong: on pages of any layout, of which one block in twelve was not
// seen, what is given is right, and whole pages of most layouts are read.
func TestLayoutsGiveNothingWrong(t *testing.T) {
	m := load(t)
	all := maps.Clone(layouts)
	maps.Copy(all, worldly)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		items, right := 0, 0
		for seed := range uint64(layoutSeeds) {
			rng := rand.New(rand.NewPCG(seed, 7))
			l := &lay{map[int][]block.Block{}, func() bool { return seed > 0 && rng.IntN(12) == 0 }}
			some := slices.Clone(laid)
			rng.Shuffle(len(some), func(i, j int) { some[i], some[j] = some[j], some[i] })
			some = some[:6+rng.IntN(5)]
			all[name].draw(rng, l, some)
			want := map[string]string{}
			for _, i := range some {
				if i.indicator == "" {
					items--
					continue
				}
				want[i.indicator] = i.value
			}
			for indicator, entries := range m.Page(l.page()) {
				for _, e := range entries {
					switch {
					case e.Value == nil:
					case fmt.Sprint(*e.Value) == want[indicator]:
						right++
					default:
						t.Errorf("%s %d: %s = %v, want %q (%v)\n%s", name, seed, indicator, *e.Value, want[indicator], e.Basis, l)
					}
				}
			}
			items += len(some)
		}
		if share := float64(right) / float64(items); share < all[name].least {
			t.Errorf("%s: %d of %d values, at least %.2f of them expected", name, right, items, all[name].least)
		}
	}
}

// layoutSeeds is how many pages of each layout are drawn.
const layoutSeeds = 12

func (l *lay) String() string {
	var b strings.Builder
	for y := range 60 {
		for _, x := range l.lines[y] {
			fmt.Fprintf(&b, "[%d]%s ", (x.Box.Min.X-60)/16, x.Readings[0].Text)
		}
		if l.lines[y] != nil {
			b.WriteString("\n")
		}
	}
	return b.String()
}

// cols lays a table: heads (nil for none) at places, cells of each item.
func cols(l *lay, x0, y0 int, items []measured, heads map[string]string, order string, widths map[rune]int) int {
	y := y0
	if heads != nil {
		x := x0
		for _, c := range order {
			l.put(x, y, heads[string(c)])
			x += widths[c]
		}
		y++
	}
	for i, it := range items {
		x := x0
		for _, c := range order {
			text := map[rune]string{'#': fmt.Sprint(i + 1), 'n': it.name, 'c': it.code, 'v': it.value, 'V': it.value + it.mark, 'm': it.mark, 'p': it.before, 'e': it.earlier, 'r': it.reference, 'u': it.unit, 'd': "仪器法"}[c]
			l.put(x, y, text)
			x += widths[c]
		}
		y++
	}
	return y
}

var wide = map[rune]int{'#': 5, 'n': 20, 'c': 10, 'v': 10, 'V': 10, 'm': 6, 'p': 10, 'e': 10, 'r': 12, 'u': 11, 'd': 10}

var heads = map[string]string{"#": "序号", "n": "项目名称", "c": "代号", "v": "结果", "V": "结果", "m": "提示", "p": "上次结果", "e": "前次结果", "r": "参考区间", "u": "单位", "d": "方法"}

func headed(base map[string]string, more ...string) map[string]string {
	out := map[string]string{}
	for k, v := range base {
		out[k] = v
	}
	for i := 0; i+1 < len(more); i += 2 {
		out[more[i]] = more[i+1]
	}
	return out
}

func pick(rng *rand.Rand, all ...string) string { return all[rng.IntN(len(all))] }

// A layout is a way to lay out a page, with the share of values that is read at least.
type layout struct {
	least float64
	draw  func(*rand.Rand, *lay, []measured)
}

// layouts are those of laboratories.
var layouts = map[string]layout{
	"two columns of results, headed by words": {0, func(rng *rand.Rand, l *lay, items []measured) {
		h := [][2]string{{"治疗后", "治疗前"}, {"第2次", "第1次"}, {"复查", "首次"}, {"2026-05", "2025-04"}, {"5月11日", "4月2日"}, {"测定值", "临界值"}, {"S/CO", "OD值"}, {"结果", "平均"}, {"患者", "对照"}, {"结果", "校正值"}}[rng.IntN(10)]
		cols(l, 0, 0, items, headed(heads, "v", h[0], "p", h[1]), pick(rng, "nvpr", "npvr", "nrvp", "nrpv", "nurpv"), wide)
	}},
	"halves of different order": {0, func(rng *rand.Rand, l *lay, items []measured) {
		h := len(items) / 2
		cols(l, 0, 0, items[:h], heads, pick(rng, "nvru", "nvmr", "cnvr", "#nvr"), wide)
		cols(l, 75, 0, items[h:], heads, pick(rng, "nrvu", "vnr", "ncrv", "nuvr"), wide)
	}},
	"halves of different order, no head": {0, func(rng *rand.Rand, l *lay, items []measured) {
		h := len(items) / 2
		cols(l, 0, 0, items[:h], nil, pick(rng, "nvru", "nVr", "cnvr"), wide)
		cols(l, 75, 0, items[h:], nil, pick(rng, "nrvu", "nvr", "nurv"), wide)
	}},
	"right aligned far away": {0, func(rng *rand.Rand, l *lay, items []measured) {
		for i, it := range items {
			l.put(0, i, it.name)
			l.put(110-len([]rune(it.value)), i, it.value)
			if rng.IntN(2) == 0 {
				l.put(112, i, it.unit)
			}
		}
	}},
	"this, last, before last by words": {0, func(rng *rand.Rand, l *lay, items []measured) {
		order := pick(rng, "nvpe", "npev", "nepv", "npvr", "nvper", "nrvpe")
		cols(l, 0, 0, items, headed(heads, "v", pick(rng, "本次", "本次结果", "结果"), "p", pick(rng, "上次", "上次结果"), "e", pick(rng, "前次", "上上次")), order, wide)
	}},
	"this, last, before last by dates": {0, func(rng *rand.Rand, l *lay, items []measured) {
		order := pick(rng, "nvpe", "nepv")
		cols(l, 0, 0, items, headed(heads, "v", "2026-05-11", "p", "2025-04-02", "e", "2024-03-18"), order+pick(rng, "", "r", "ru"), wide)
	}},
	"dates without a year": {0, func(rng *rand.Rand, l *lay, items []measured) {
		cols(l, 0, 0, items, headed(heads, "v", "11/20", "p", "10/02", "e", "03/18"), pick(rng, "nvpe", "nepv", "nrvpe"), wide)
	}},
	"years": {0, func(rng *rand.Rand, l *lay, items []measured) {
		cols(l, 0, 0, items, headed(heads, "v", "2026年", "p", "2025年", "e", "2024年"), pick(rng, "nvpe", "nepv", "nrvpe"), wide)
	}},
	"previous without head": {0, func(rng *rand.Rand, l *lay, items []measured) {
		cols(l, 0, 0, items, nil, pick(rng, "nvp", "nvpr", "nvrp", "nvpe"), wide)
	}},
	"previous whose head is not read": {0, func(rng *rand.Rand, l *lay, items []measured) {
		cols(l, 0, 0, items, headed(heads, "p", pick(rng, "", "囗囗囗囗", "一次")), pick(rng, "nvpr", "npvr", "nvrp"), wide)
	}},
	"result head not read, previous is": {0, func(rng *rand.Rand, l *lay, items []measured) {
		cols(l, 0, 0, items, headed(heads, "v", pick(rng, "", "囗囗", "本囗")), pick(rng, "nvpr", "npvr", "nvrp"), wide)
	}},
	"results below names": {0, func(rng *rand.Rand, l *lay, items []measured) {
		for i, it := range items {
			x, y := 24*(i%5), 4*(i/5)
			l.put(x, y, it.name)
			l.put(x, y+1, it.value)
			if rng.IntN(2) == 0 {
				l.put(x, y+2, it.reference)
			}
		}
	}},
	"values in a block below all names": {0, func(rng *rand.Rand, l *lay, items []measured) {
		for i, it := range items {
			l.put(0, i, it.name)
		}
		for i, it := range items {
			l.put(0, len(items)+2+i, it.value)
		}
	}},
	"values in a block, other order": {0, func(rng *rand.Rand, l *lay, items []measured) {
		for i, it := range items {
			l.put(0, i, it.name)
			l.put(40, (i+1+rng.IntN(2))%len(items), it.reference)
		}
	}},
	"struck out and corrected": {0, func(rng *rand.Rand, l *lay, items []measured) {
		y := 0
		for _, it := range items {
			l.put(0, y, it.name)
			l.put(24, y, it.before)
			if n := len(l.lines[y]); n > 0 && l.lines[y][n-1].Readings[0].Text == it.before {
				l.lines[y][n-1].Occluded = true
			}
			l.put(32, y, it.value)
			l.put(44, y, it.reference)
			y++
		}
	}},
	"footnote digits": {0, func(rng *rand.Rand, l *lay, items []measured) {
		for i, it := range items {
			n := fmt.Sprint(1 + rng.IntN(3))
			l.put(0, i, it.name+pick(rng, "", n, "("+n+")", "["+n+"]", "^"+n))
			l.put(24, i, it.value)
			l.put(36, i, it.reference)
		}
	}},
	"row numbers glued": {0, func(rng *rand.Rand, l *lay, items []measured) {
		for i, it := range items {
			l.put(0, i, fmt.Sprint(i+1)+pick(rng, "", ".", "、")+it.name)
			l.put(30, i, it.value)
			l.put(42, i, it.reference)
		}
	}},
	"row numbers after": {0, func(rng *rand.Rand, l *lay, items []measured) {
		cols(l, 0, 0, items, heads, pick(rng, "n#vr", "nv#r", "nvr#", "#nvr"), wide)
	}},
	"row numbers after, no head": {0, func(rng *rand.Rand, l *lay, items []measured) {
		cols(l, 0, 0, items, nil, pick(rng, "n#vr", "nvr#", "#nvr"), wide)
	}},
	"reference only": {0, func(rng *rand.Rand, l *lay, items []measured) {
		cols(l, 0, 0, items, someHeads(rng, nil, heads), pick(rng, "nr", "nru", "ncr", "nur"), wide)
	}},
	"limits in two columns": {0, func(rng *rand.Rand, l *lay, items []measured) {
		h := someHeads(rng, nil, map[string]string{"n": "项目", "v": "结果", "l": "下限", "h": "上限", "u": "单位"})
		y := 0
		order := pick(rng, "nvlh", "nlhv", "nvulh", "nlvh")
		if h != nil {
			for x, c := range order {
				l.put(22*x, y, h[string(c)])
			}
			y++
		}
		for _, it := range items {
			low, high, _ := strings.Cut(it.reference, "-")
			for x, c := range order {
				l.put(22*x, y, map[rune]string{'n': it.name, 'v': it.value, 'l': low, 'h': high, 'u': it.unit}[c])
			}
			y++
		}
	}},
	"quality control": {0, func(rng *rand.Rand, l *lay, items []measured) {
		for x, h := range []string{"项目", "靶值", "标准差", "测定值", "CV%"} {
			l.put(18*x, 0, h)
		}
		for i, it := range items {
			l.put(0, i+1, it.name)
			l.put(18, i+1, it.before)
			l.put(36, i+1, "0.35")
			l.put(54, i+1, it.value)
			l.put(72, i+1, "2.1")
		}
	}},
	"name over two lines": {0, func(rng *rand.Rand, l *lay, items []measured) {
		y := 0
		for _, it := range items {
			name := []rune(it.name)
			if len(name) > 4 {
				k := 2 + rng.IntN(len(name)-3)
				l.put(0, y, string(name[:k]))
				l.put(24, y, it.value)
				l.put(36, y, it.reference)
				l.put(0, y+1, string(name[k:]))
				y += 2
				continue
			}
			l.put(0, y, it.name)
			l.put(24, y, it.value)
			l.put(36, y, it.reference)
			y++
		}
	}},
	"some results missing": {0, func(rng *rand.Rand, l *lay, items []measured) {
		for i := range items {
			if rng.IntN(3) == 0 {
				items[i].value = ""
			}
		}
		cols(l, 0, 0, items, heads, pick(rng, "nvpr", "npvr", "nvru", "#nvr", "nrvu"), wide)
	}},
	"some results missing, no head": {0, func(rng *rand.Rand, l *lay, items []measured) {
		for i := range items {
			if rng.IntN(3) == 0 {
				items[i].value = ""
			}
		}
		cols(l, 0, 0, items, nil, pick(rng, "nvr", "#nvr", "nvru", "nrvu"), wide)
	}},
	"halves with results before the names, no head": {0.5, func(rng *rand.Rand, l *lay, items []measured) {
		h := len(items) / 2
		order := pick(rng, "vnr", "vnru", "Vnr")
		cols(l, 0, 0, items[:h], nil, order, wide)
		cols(l, 75, 0, items[h:], nil, order, wide)
	}},
	"results before the names, no head": {0.5, func(rng *rand.Rand, l *lay, items []measured) {
		cols(l, 0, 0, items, nil, pick(rng, "vnur", "vnru", "vncru"), wide)
	}},
	"items across, units below them, days down": {0.4, func(rng *rand.Rand, l *lay, items []measured) {
		l.put(0, 0, pick(rng, "日期", "时间"))
		for y, head := range []string{1: "", "2025-03-08", "2025-09-17", "2026-02-05", "参考值"} {
			l.put(0, y, head)
		}
		for k, it := range items {
			for y, text := range []string{it.name, it.unit, it.earlier, it.before, it.value, it.reference} {
				l.put(20+22*k, y, text)
			}
		}
	}},
	"means of a group": {0, func(rng *rand.Rand, l *lay, items []measured) {
		cols(l, 0, 0, items, headed(heads, "p", pick(rng, "均值", "平均值", "中位数", "人群均值", "同龄均值", "目标值", "控制目标")), pick(rng, "nvpr", "npvr", "nvrp"), wide)
	}},
	"percentile and z": {0, func(rng *rand.Rand, l *lay, items []measured) {
		cols(l, 0, 0, items, headed(heads, "p", pick(rng, "百分位", "Z值", "变化", "差值", "增减", "变化率", "检测限", "单价", "收费", "稀释倍数")), pick(rng, "nvpr", "npvr", "nvrp"), wide)
	}},
}

func someHeads(rng *rand.Rand, all ...map[string]string) map[string]string {
	return all[rng.IntN(len(all))]
}
