package page

import (
	"image"
	"image/color"
	"strconv"
	"strings"
	"unicode"

	"tijian/tools/reportgen/paint"
)

// A run is text in one pen.
type run struct {
	text   string
	pen    paint.Pen
	column string      // what it is of its entry
	chip   color.Color // behind it; nil for none
}

// A cell of a free page holds lines of runs, below them perhaps a bar.
type cell struct {
	entry *entry
	lines [][]run
	align float64
	bar   bool
}

func (f *free) pen(size float64, ink color.Color, bold bool) paint.Pen {
	return paint.Pen{CJK: f.style.CJK, Latin: f.style.Latin, Size: size, Ink: ink, Bold: bold}
}

func (f *free) lineWidth(line []run) (w float64) {
	for _, r := range line {
		w += f.canvas.Width(r.text, r.pen)
		if r.chip != nil {
			w += r.pen.Size * 0.8
		}
	}
	return w
}

func lineHeight(line []run) (h float64) {
	for _, r := range line {
		h = max(h, r.pen.Size*1.35)
	}
	return h
}

func (f *free) size(c *cell) (w, h float64) {
	for _, line := range c.lines {
		w, h = max(w, f.lineWidth(line)), h+lineHeight(line)
	}
	if c.bar && c.entry.interval() != nil {
		w, h = max(w, f.base*6), h+f.barHeight()
	}
	return w, h
}

// highest is the height of a row of cells.
func (f *free) highest(cells ...*cell) (high float64) {
	for _, c := range cells {
		_, h := f.size(c)
		high = max(high, h)
	}
	return high
}

// draw draws a cell at its upper left corner in a width.
func (f *free) draw(c *cell, x, y, w float64) {
	for _, line := range c.lines {
		h := lineHeight(line)
		f.line(c.entry, line, x+(w-f.lineWidth(line))*c.align, y+h*0.78)
		y += h
	}
	if c.bar {
		f.bar(c.entry, x, y, w)
	}
}

// line draws runs on a baseline, and notes where name and result stand.
func (f *free) line(e *entry, line []run, x, base float64) {
	for _, r := range line {
		w := f.canvas.Width(r.text, r.pen)
		if r.chip != nil {
			w += r.pen.Size * 0.8
			f.canvas.Fill(image.Rect(int(x+r.pen.Size*0.1), int(base-r.pen.Size*1.05), int(x+w-r.pen.Size*0.1), int(base+r.pen.Size*0.3)), r.chip)
			f.canvas.Text(x+r.pen.Size*0.4, base, r.text, r.pen)
			x += w
			continue
		}
		box := f.canvas.Text(x, base, r.text, r.pen)
		if e != nil {
			for i := range e.truths {
				switch t := &e.truths[i]; r.column {
				case colName:
					t.NameBox = boxOf(t.NameBox.Rect().Union(box))
				case colResult:
					t.ResultBox = boxOf(box)
				}
			}
		}
		x += w
	}
}

// interval gives the printed limits of an entry as numbers; nil without two.
func (e *entry) interval() []float64 {
	parts := strings.FieldsFunc(e.cells[colReference], func(r rune) bool { return !unicode.IsDigit(r) && r != '.' })
	var limits []float64
	for _, p := range parts {
		v, err := strconv.ParseFloat(p, 64)
		if err != nil {
			return nil
		}
		limits = append(limits, v)
	}
	if len(limits) != 2 || limits[0] >= limits[1] {
		return nil
	}
	return limits
}

func (f *free) barHeight() float64 {
	if f.is("bar", "scale") {
		return f.base * 1.9
	}
	return f.base * 0.9
}

// bar draws where a value lies in its interval.
func (f *free) bar(e *entry, x, y, w float64) {
	limits := e.interval()
	v, err := strconv.ParseFloat(e.truths[0].Printed, 64)
	if limits == nil || err != nil {
		return
	}
	at := min(max(0.33+0.34*(v-limits[0])/(limits[1]-limits[0]), 0.02), 0.98)
	thick := max(4, f.base*0.28)
	fill := func(from, to, top, bottom float64, ink color.Color) {
		f.canvas.Fill(image.Rect(int(x+from*w), int(y+top), int(x+to*w), int(y+bottom)), ink)
	}
	top := f.base * 0.3
	if f.is("bar", "filled") {
		fill(0, 1, top, top+thick, color.Gray{Y: 205})
		fill(0, at, top, top+thick, f.accent)
		return
	}
	fill(0, 0.33, top, top+thick, color.RGBA{90, 160, 240, 255})
	fill(0.33, 0.67, top, top+thick, color.RGBA{70, 190, 110, 255})
	fill(0.67, 1, top, top+thick, color.RGBA{235, 90, 80, 255})
	fill(at-f.base*0.12/w, at+f.base*0.12/w, top-f.base*0.15, top+thick+f.base*0.15, f.ink)
	pen := f.pen(f.base*0.68, f.weak, false)
	for i, limit := range limits {
		text := strconv.FormatFloat(limit, 'f', -1, 64)
		f.canvas.Text(x+w*(0.33+0.34*float64(i))-f.canvas.Width(text, pen)/2, y+top+thick+f.base*0.95, text, pen)
	}
}
