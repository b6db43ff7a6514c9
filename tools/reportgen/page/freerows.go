package page

import (
	"fmt"
	"image"
	"image/color"
	"slices"
	"strconv"
)

// heads are the words above columns, in several tongues of hospitals.
var freeHeads = map[string][]string{
	colName: {"项目", "检验项目", "项目名称", "指标"}, colCode: {"英文", "缩写", "代号", "代码"}, colResult: {"结果", "检测值", "测定值", "检验结果"},
	colUnit: {"单位"}, colReference: {"参考范围", "参考值", "参考区间", "正常范围"}, colFlag: {"提示", "标志", "状态", "异常"},
	colMethod: {"方法", "检测方法"},
}

const colMethod = "method"

// earlier is a result of another day.
func (f *free) earlier(e *entry) string {
	v, err := strconv.ParseFloat(e.truths[0].Printed, 64)
	if err != nil {
		return e.truths[0].Printed
	}
	decimals := 0
	if at := slices.Index([]byte(e.truths[0].Printed), '.'); at >= 0 {
		decimals = len(e.truths[0].Printed) - at - 1
	}
	return strconv.FormatFloat(v*(0.8+0.4*f.rng.Float64()), 'f', decimals, 64)
}

// days are dates, the newest first or last; at is its place.
func (f *free) days(n int) (all []string, at int) {
	form := []string{"2026-%02d-%02d", "2026/%02d/%02d", "2026.%02d.%02d"}[f.rng.IntN(3)]
	for i := range n {
		all = append(all, fmt.Sprintf(form, 11-3*i, 3+f.rng.IntN(25)))
	}
	if f.rng.IntN(2) == 0 {
		slices.Reverse(all)
		at = n - 1
	}
	return all, at
}

// order gives the columns of a table of rows.
func (f *free) order() []string {
	rest := []string{colResult}
	if f.is("flag", "word") || f.is("flag", "chip") || f.is("flag", "letter") || f.is("flag", "arrow") && f.style.Spelling%2 == 0 {
		rest = append(rest, colFlag)
	}
	if f.is("unit", "column") {
		rest = append(rest, colUnit)
	}
	if f.is("range", "column") || f.is("range", "label") {
		rest = append(rest, colReference)
	}
	switch f.chosen["order"] {
	case "any":
		f.rng.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	case "result first":
		name := 1 + f.rng.IntN(len(rest))
		rest = slices.Insert(rest, name, colName)
	}
	if !slices.Contains(rest, colName) {
		rest = slices.Insert(rest, 0, colName)
	}
	if f.is("code", "column") {
		rest = slices.Insert(rest, slices.Index(rest, colName)+f.rng.IntN(2), colCode)
	}
	if f.rng.IntN(8) == 0 && f.is("device", "paper") {
		rest = append(rest, colMethod)
	}
	return rest
}

// cellOf makes the cell of a column.
func (f *free) cellOf(e *entry, column string, wide float64, own bool) *cell {
	cells := f.field(e)
	c := &cell{entry: e}
	plain := f.pen(f.base, f.ink, false)
	switch column {
	case colName:
		c.lines = f.nameRuns(e, cells[colName], wide)
		if f.is("code", "below") && cells[colCode] != "" {
			c.lines = append(c.lines, []run{{text: cells[colCode], pen: f.pen(f.base*0.8, f.weak, false)}})
		}
		if f.is("range", "below") && cells[colReference] != "" {
			c.lines = append(c.lines, f.rangeRun(cells[colReference]))
		}
	case colResult:
		c.lines = [][]run{f.resultRuns(e, cells, own)}
		if f.is("unit", "below") && cells[colUnit] != "" {
			c.lines = append(c.lines, []run{{text: cells[colUnit], pen: f.pen(f.base*0.8, f.weak, false)}})
		}
		c.align, c.bar = map[string]float64{"middle": 0.5, "right": 1}[f.chosen["align"]], !f.is("bar", "none")
	case colFlag:
		if r := f.flagRun(e, cells[colFlag]); r != nil {
			c.lines = [][]run{r}
		}
	case colReference:
		if cells[colReference] != "" {
			c.lines = [][]run{f.rangeRun(cells[colReference])}
		}
	case colMethod:
		c.lines = [][]run{{{text: []string{"酶法", "比浊法", "化学发光", "仪器法"}[f.rng.IntN(4)], pen: plain}}}
	default:
		if cells[column] != "" {
			c.lines = [][]run{{{text: cells[column], pen: plain}}}
		}
	}
	return c
}

// rows draws a table of rows, in columns of items side by side.
func (f *free) rows(entries []*entry) {
	columns := f.order()
	own := slices.Contains(columns, colFlag)
	var days []string
	today := 0
	if f.is("orientation", "dates across") {
		days, today = f.days(2 + f.rng.IntN(2))
		at := slices.Index(columns, colResult)
		columns = slices.Delete(columns, at, at+1)
		for i := range days {
			column := colResult
			if i != today {
				column = fmt.Sprint("day", i)
			}
			columns = slices.Insert(columns, at+i, column)
		}
	}
	groups := int(f.chosen["columns"][0] - '0')
	wide := 0.0
	if f.is("names", "wrapped") {
		wide = f.base * 5
	}
	table := make([][]*cell, len(entries))
	widths := make([]float64, len(columns))
	gap := f.base * (0.8 + 0.6*f.rng.Float64())
	build := func() (total float64) {
		clear(widths)
		for i, e := range entries {
			table[i] = nil
			for k, column := range columns {
				var c *cell
				if day := (column)[:min(3, len(column))]; day == "day" {
					c = &cell{entry: e, align: map[string]float64{"middle": 0.5, "right": 1}[f.chosen["align"]], lines: [][]run{{{text: f.earlier(e), pen: f.pen(f.base, f.ink, false)}}}}
				} else {
					c = f.cellOf(e, column, wide, own)
				}
				w, _ := f.size(c)
				widths[k] = max(widths[k], w, f.base*2)
				table[i] = append(table[i], c)
			}
		}
		if days != nil {
			for k := range columns {
				widths[k] = max(widths[k], f.base*5*map[bool]float64{true: 1}[columns[k] == colResult || columns[k][0] == 'd'])
			}
		}
		for _, w := range widths {
			total += w + gap
		}
		return total
	}
	room := (f.right - f.left) / float64(groups)
	base, floor := f.base, 15.0
	if f.phone {
		floor = 20
	}
	defer func() { f.base = base }()
	for total := build(); total > room; total = build() {
		switch k := slices.IndexFunc(columns, func(c string) bool { return c == colMethod || c == colCode || c == "day2" }); {
		case f.base*0.95 >= floor:
			f.base *= 0.95
			gap *= 0.95
			wide *= 0.95
		case k >= 0:
			columns, widths = slices.Delete(columns, k, k+1), widths[1:]
		case groups > 1:
			groups--
			room = (f.right - f.left) / float64(groups)
		default:
			room = total // it overflows the margin a little
			f.right = f.left + total
		}
	}
	total := build()
	spare := (room - total) / float64(len(columns)) * (0.3 + 0.7*f.rng.Float64())
	for k := range widths {
		widths[k] += max(0, spare)
	}
	starts := make([]float64, len(columns)+1)
	for k := range columns {
		starts[k+1] = starts[k] + widths[k] + gap
	}
	if f.is("heads", "yes") || days != nil {
		h := f.base * 1.7
		for g := range groups {
			x := f.left + room*float64(g)
			for k, column := range columns {
				word := ""
				switch {
				case column == colResult && days != nil:
					word = days[today]
				case column[0] == 'd' && days != nil:
					i, _ := strconv.Atoi(column[3:])
					word = days[i]
				default:
					word = freeHeads[column][f.style.Spelling%len(freeHeads[column])]
				}
				pen := f.pen(f.base*0.95, f.ink, f.boldHeads)
				f.canvas.Text(x+starts[k]+(widths[k]-f.canvas.Width(word, pen))*table[0][k].align, f.y+h*0.68, word, pen)
			}
		}
		f.rule(f.left, f.right, f.y+h, 1)
		f.y += h + 2
	}
	per := (len(entries) + groups - 1) / groups
	across := f.rng.IntN(2) == 0
	air := f.base * (0.25 + 0.7*f.rng.Float64())
	top := f.y
	for i := range per {
		high := 0.0
		for g := range groups {
			if n := f.nth(i, g, per, groups, across); n < len(entries) {
				for _, c := range table[n] {
					_, h := f.size(c)
					high = max(high, h)
				}
			}
		}
		if f.is("rules", "zebra") && i%2 == 1 {
			f.canvas.Fill(image.Rect(int(f.left), int(f.y), int(f.right), int(f.y+high+air)), f.lift)
		}
		for g := range groups {
			n := f.nth(i, g, per, groups, across)
			if n >= len(entries) {
				continue
			}
			for k, c := range table[n] {
				_, h := f.size(c)
				f.draw(c, f.left+room*float64(g)+starts[k]+gap/3, f.y+air/2+(high-h)/2, widths[k])
			}
			f.printed = append(f.printed, entries[n])
		}
		f.y += high + air
		if f.is("rules", "lines") || f.is("rules", "grid") {
			f.rule(f.left, f.right, f.y, 1)
		}
	}
	if f.is("rules", "grid") {
		for g := range groups {
			for _, s := range starts {
				x := f.left + room*float64(g) + s
				f.canvas.Rule(x, top, x, f.y, 1.5, f.weak)
			}
		}
	}
}

// nth is the entry of a row and a group.
func (f *free) nth(i, g, per, groups int, across bool) int {
	if across {
		return i*groups + g
	}
	return g*per + i
}

func (f *free) rule(from, to, y, thick float64) { f.canvas.Rule(from, y, to, y, thick*1.5, f.weak) }

// cards draws each item in a card of its own.
func (f *free) cards(entries []*entry) {
	per := int(f.chosen["columns"][0] - '0')
	gap := f.base * (0.4 + 0.6*f.rng.Float64())
	wide := (f.right-f.left)/float64(per) - gap
	base := f.base
	defer func() { f.base = base }()
	f.base *= []float64{1, 1, 0.9, 0.8}[per]
	pad := f.base * (0.4 + 0.5*f.rng.Float64())
	border := f.rng.IntN(2) == 0
	corner := f.rng.IntN(2) == 0 // flags stand in the corner, not beside the value
	for at := 0; at < len(entries); at += per {
		row := entries[at:min(at+per, len(entries))]
		high := 0.0
		cards := make([][]*cell, len(row))
		for i, e := range row {
			cards[i] = f.card(e, wide-2*pad, corner)
			h := 2 * pad
			for k := 0; k < len(cards[i]); k += 2 {
				_, a := f.size(cards[i][k])
				_, b := f.size(cards[i][k+1])
				h += max(a, b)
			}
			high = max(high, h)
		}
		for i, e := range row {
			x, y := f.left+float64(i)*(wide+gap), f.y
			if !f.is("rules", "none") {
				f.canvas.Fill(image.Rect(int(x), int(y), int(x+wide), int(y+high)), f.lift)
				if border {
					for _, r := range [][4]float64{{x, y, x + wide, y}, {x, y + high, x + wide, y + high}, {x, y, x, y + high}, {x + wide, y, x + wide, y + high}} {
						f.canvas.Rule(r[0], r[1], r[2], r[3], 1.5, f.weak)
					}
				}
			}
			y += pad
			for k := 0; k < len(cards[i]); k += 2 {
				left, right := cards[i][k], cards[i][k+1]
				_, a := f.size(left)
				_, b := f.size(right)
				right.align = 1
				f.draw(left, x+pad, y+(max(a, b)-a)/2, wide-2*pad)
				f.draw(right, x+pad, y+(max(a, b)-b)/2, wide-2*pad)
				y += max(a, b)
			}
			f.printed = append(f.printed, e)
		}
		f.y += high + gap
	}
}

// card gives the lines of a card: what stands left and right in each.
func (f *free) card(e *entry, wide float64, corner bool) []*cell {
	cells := f.field(e)
	name := &cell{entry: e, lines: f.nameRuns(e, cells[colName], wide*map[bool]float64{true: 0.55, false: 0.72}[f.is("value", "beside")])}
	if f.is("code", "below") || f.is("code", "column") {
		if cells[colCode] != "" {
			name.lines = append(name.lines, []run{{text: cells[colCode], pen: f.pen(f.base*0.8, f.weak, false)}})
		}
	}
	flag := &cell{entry: e}
	if r := f.flagRun(e, cells[colFlag]); r != nil && !f.is("flag", "arrow") {
		flag.lines = [][]run{r}
	}
	result := &cell{entry: e, lines: [][]run{f.resultRuns(e, cells, false)}, align: map[string]float64{"middle": 0.5}[f.chosen["align"]]}
	if f.is("unit", "column") && cells[colUnit] != "" {
		result.lines[0] = append(result.lines[0], run{text: "  " + cells[colUnit], pen: f.pen(f.base*0.85, f.weak, false)})
	}
	if f.is("unit", "below") && cells[colUnit] != "" {
		result.lines = append(result.lines, []run{{text: cells[colUnit], pen: f.pen(f.base*0.8, f.weak, false)}})
	}
	var rng [][]run
	if cells[colReference] != "" && !f.is("range", "bracket") {
		rng = append(rng, f.rangeRun(cells[colReference]))
	}
	none := func() *cell { return &cell{entry: e} }
	var out []*cell
	switch f.chosen["value"] {
	case "beside":
		out = []*cell{name, result, {entry: e, lines: rng}, flag}
	case "above":
		result.align = 0
		out = []*cell{result, none(), name, none(), {entry: e, lines: rng}, flag}
	default:
		result.align = 0
		if corner {
			out = []*cell{name, flag, result, {entry: e, lines: rng}}
		} else {
			out = []*cell{name, none(), result, flag, {entry: e, lines: rng}, none()}
		}
	}
	if !f.is("bar", "none") {
		out = append(out, &cell{entry: e, bar: true}, none())
	}
	return out
}

// block draws a small table whose first column is words, all cells in the middle.
func (f *free) block(words []string, columns [][]*cell) {
	first := 0.0
	pen := f.pen(f.base*0.95, f.ink, f.boldHeads)
	for _, w := range words {
		first = max(first, f.canvas.Width(w, pen))
	}
	widths := []float64{}
	for _, c := range columns {
		w := f.base * 2
		for _, cell := range c {
			x, _ := f.size(cell)
			w = max(w, x)
		}
		widths = append(widths, w+f.base*1.2)
	}
	top, right := f.y, f.left+first+f.base
	for _, w := range widths {
		right += w
	}
	for i, word := range words {
		high := f.base * 1.4
		for _, c := range columns {
			_, h := f.size(c[i])
			high = max(high, h)
		}
		high += f.base * 0.6
		if f.is("rules", "zebra") && i%2 == 0 {
			f.canvas.Fill(image.Rect(int(f.left), int(f.y), int(right), int(f.y+high)), f.lift)
		}
		f.canvas.Text(f.left+f.base*0.3, f.y+high/2+f.base*0.36, word, pen)
		x := f.left + first + f.base
		for k, c := range columns {
			_, h := f.size(c[i])
			c[i].align = 0.5
			f.draw(c[i], x, f.y+(high-h)/2, widths[k])
			x += widths[k]
		}
		f.y += high
		if f.is("rules", "grid") || f.is("rules", "lines") {
			f.rule(f.left, right, f.y, 1)
		}
	}
	if f.is("rules", "grid") {
		x := f.left + first + f.base*0.8
		for _, w := range append(widths, 0) {
			f.canvas.Rule(x, top, x, f.y, 1.5, f.weak)
			x += w
		}
	}
	f.y += f.base * (0.7 + f.rng.Float64())
}

// blocks puts entries into small tables of as many as have room.
func (f *free) blocks(entries []*entry, words []string, column func(*entry) []*cell) {
	var columns [][]*cell
	used := 0.0
	room := f.right - f.left - f.base*6
	for _, e := range entries {
		c := column(e)
		w := f.base * 2
		for _, cell := range c {
			x, _ := f.size(cell)
			w = max(w, x)
		}
		if used+w+f.base*1.2 > room && len(columns) > 0 {
			f.block(words, columns)
			columns, used = nil, 0
		}
		columns, used = append(columns, c), used+w+f.base*1.2
		f.printed = append(f.printed, e)
	}
	if len(columns) > 0 {
		f.block(words, columns)
	}
}

// sideways draws items across and what is said of them down.
func (f *free) sideways(entries []*entry) {
	parts := []string{colName}
	for _, c := range f.order() {
		if c != colName && c != colMethod && (c != colFlag || !f.is("flag", "arrow")) {
			parts = append(parts, c)
		}
	}
	var words []string
	for _, p := range parts {
		words = append(words, freeHeads[p][f.style.Spelling%len(freeHeads[p])])
	}
	f.blocks(entries, words, func(e *entry) (all []*cell) {
		for _, p := range parts {
			c := f.cellOf(e, p, f.base*5, false)
			c.bar = false
			all = append(all, c)
		}
		return all
	})
}

// datesDown draws items across and days down.
func (f *free) datesDown(entries []*entry) {
	days, today := f.days(2 + f.rng.IntN(3))
	words := append([]string{[]string{"日期", "检查日期", "项目", "体检日期"}[f.rng.IntN(4)]}, days...)
	limits := f.is("range", "column") || f.is("range", "label")
	atEnd := f.rng.IntN(2) == 0
	if limits {
		at := 1
		if atEnd {
			at = len(words)
		}
		words = slices.Insert(words, at, "参考范围")
	}
	f.blocks(entries, words, func(e *entry) []*cell {
		cells := f.field(e)
		name := &cell{entry: e, lines: f.nameRuns(e, cells[colName], f.base*5)}
		if f.is("unit", "column") || f.is("unit", "below") {
			if cells[colUnit] != "" {
				name.lines = append(name.lines, []run{{text: "(" + cells[colUnit] + ")", pen: f.pen(f.base*0.8, f.ink, false)}})
			}
		}
		all := []*cell{name}
		for i := range days {
			if i == today {
				all = append(all, &cell{entry: e, lines: [][]run{f.resultRuns(e, cells, false)}})
			} else {
				all = append(all, &cell{entry: e, lines: [][]run{{{text: f.earlier(e), pen: f.pen(f.base, f.ink, false)}}}})
			}
		}
		if limits {
			c := &cell{entry: e}
			if cells[colReference] != "" {
				c.lines = [][]run{{{text: cells[colReference], pen: f.pen(f.base*0.9, color.Color(f.ink), false)}}}
			}
			at := 1
			if atEnd {
				at = len(all)
			}
			all = slices.Insert(all, at, c)
		}
		return all
	})
}
