package page

import (
	"fmt"
	"image"
	"slices"
)

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

// A blockColumn holds what stands below each other of an item.
type blockColumn struct {
	cells []*cell
	width float64
}

// block draws a small table whose first column is words, all cells in the middle.
func (f *free) block(words []string, columns []blockColumn) {
	first := 0.0
	pen := f.pen(f.base*0.95, f.ink, f.boldHeads)
	for _, w := range words {
		first = max(first, f.canvas.Width(w, pen))
	}
	top, right := f.y, f.left+first+f.base
	for _, c := range columns {
		right += c.width
	}
	for i, word := range words {
		high := f.base * 1.4
		for _, c := range columns {
			high = max(high, f.highest(c.cells[i]))
		}
		high += f.base * 0.6
		if f.is("rules", "zebra") && i%2 == 0 {
			f.canvas.Fill(image.Rect(int(f.left), int(f.y), int(right), int(f.y+high)), f.lift)
		}
		f.canvas.Text(f.left+f.base*0.3, f.y+high/2+f.base*0.36, word, pen)
		x := f.left + first + f.base
		for _, c := range columns {
			c.cells[i].align = 0.5
			f.draw(c.cells[i], x, f.y+(high-f.highest(c.cells[i]))/2, c.width)
			x += c.width
		}
		f.y += high
		if f.is("rules", "grid") || f.is("rules", "lines") {
			f.rule(f.left, right, f.y)
		}
	}
	if f.is("rules", "grid") {
		x := f.left + first + f.base*0.8
		f.canvas.Rule(x, top, x, f.y, 1.5, f.weak)
		for _, c := range columns {
			x += c.width
			f.canvas.Rule(x, top, x, f.y, 1.5, f.weak)
		}
	}
	f.y += f.base * (0.7 + f.rng.Float64())
}

// blocks puts entries into small tables of as many as have room.
func (f *free) blocks(entries []*entry, words []string, column func(*entry) []*cell) {
	var columns []blockColumn
	used := 0.0
	room := f.right - f.left - f.base*6
	for _, e := range entries {
		c := blockColumn{column(e), f.base * 2}
		for _, cell := range c.cells {
			w, _ := f.size(cell)
			c.width = max(c.width, w)
		}
		c.width += f.base * 1.2
		if used+c.width > room && len(columns) > 0 {
			f.block(words, columns)
			columns, used = nil, 0
		}
		columns, used = append(columns, c), used+c.width
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
		words = append(words, f.head(p))
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
	at := 1 // the line of limits
	if f.rng.IntN(2) == 0 {
		at = len(words)
	}
	if limits {
		words = slices.Insert(words, at, "参考范围")
	}
	f.blocks(entries, words, func(e *entry) []*cell {
		cells := f.field(e)
		name := &cell{entry: e, lines: f.nameRuns(cells[colName], f.base*5)}
		if cells[colUnit] != "" && !f.is("unit", "glued") {
			name.lines = append(name.lines, []run{{text: "(" + cells[colUnit] + ")", pen: f.pen(f.base*0.8, f.ink, false)}})
		}
		all := []*cell{name}
		for i := range days {
			if i == today {
				all = append(all, &cell{entry: e, lines: [][]run{f.resultRuns(e, cells, false)}})
			} else {
				all = append(all, f.earlierCell(e))
			}
		}
		if limits {
			c := &cell{entry: e}
			if cells[colReference] != "" {
				c.lines = [][]run{{{text: cells[colReference], pen: f.pen(f.base*0.9, f.ink, false)}}}
			}
			all = slices.Insert(all, at, c)
		}
		return all
	})
}
