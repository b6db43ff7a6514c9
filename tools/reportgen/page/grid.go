package page

import (
	"image"
	"math"
	"slices"
	"strings"

	"tijian/tools/reportgen/paint"
)

// ruling says which lines of a table are drawn.
type ruling int

const (
	noRules ruling = iota
	fullRules
	rowRules    // between rows, none between columns
	columnRules // between columns and around, none between rows
)

// overflow says what happens to names longer than their column.
type overflow int

const (
	whole   overflow = iota // the column is as wide as its longest name
	cut                     // characters beyond the column's edge are lost
	wrapped                 // they go on in a second line
)

// An area is left, top, right, bottom.
type area struct{ x0, y0, x1, y1 float64 }

type gridLook struct {
	rules    ruling
	overflow overflow
	columns  []string // of the style by default
	points   float64  // of the font; chosen by default
	pitch    float64  // of the rows; chosen by default
}

type column struct {
	id    string
	x, w  float64
	align float64 // 0 left, 0.5 middle, 1 right
}

// grid draws entries under a row of column heads and returns where it ended.
func (s *sheet) grid(entries []*entry, a area, look gridLook) float64 {
	if look.columns == nil {
		look.columns = s.usedColumns()
	}
	if s.has(cutNames) {
		look.overflow = cut
	}
	if look.points == 0 {
		look.points = []float64{9, 9.5, 10, 10.5}[s.rng.IntN(4)]
	}
	pen := s.pen(look.points)
	lines := float64(len(entries) + 1)
	if look.overflow == wrapped {
		lines *= 1.25
	}
	pen.Size = min(pen.Size, (a.y1-a.y0)/lines/1.3)
	if look.overflow != whole {
		s.shorten(entries, look.overflow, 7+s.rng.IntN(3))
	}
	columns := s.columns(entries, a, look, &pen)
	pitch := look.pitch
	if pitch == 0 {
		pitch = min((a.y1-a.y0)/lines, pen.Size*(1.5+0.5*s.rng.Float64()))
	}

	y := a.y0
	heads := map[string]string{}
	for _, c := range columns {
		heads[c.id] = s.style.Heads[c.id]
	}
	headPen := pen
	headPen.Bold = s.boldHeads
	headPen.Ink = s.darkHead(a.x0, y, a.x1, y+pitch, headPen.Ink)
	ys := []float64{y}
	for _, c := range columns {
		s.cell(c, y, pitch, heads[c.id], headPen)
	}
	y += pitch
	ys = append(ys, y)
	for _, e := range entries {
		bottom := y + pitch
		if strings.Contains(e.cells[colName], "\n") {
			bottom += pen.Size * 1.15
		}
		s.row(e, columns, y, bottom-y, pen)
		y = bottom
		ys = append(ys, y)
	}
	s.rules(columns, ys, a, look.rules)
	return y
}

func (s *sheet) rules(columns []column, ys []float64, a area, rules ruling) {
	thick := max(1, math.Round(s.dpi/120))
	last := ys[len(ys)-1]
	if rules == noRules && !s.has(partial) {
		s.canvas.Rule(a.x0, ys[1], a.x1, ys[1], thick, black)
		return
	}
	for i, y := range ys {
		if rules != columnRules || i < 2 || i == len(ys)-1 {
			y -= s.nudge
			s.line(a.x0, y, a.x1, y, thick)
		}
	}
	if rules == rowRules {
		return
	}
	for _, c := range columns {
		s.line(c.x, ys[0], c.x, last, thick)
	}
	s.line(a.x1, ys[0], a.x1, last, thick)
}

// usedColumns are the style's columns; marks joined to the result have none.
func (s *sheet) usedColumns() []string {
	return s.shuffled(slices.DeleteFunc(slices.Clone(s.style.Columns), func(id string) bool {
		return id == colFlag && s.style.FlagAt == "after"
	}))
}

// columns gives each column its place, shrinking the font until all fit.
func (s *sheet) columns(entries []*entry, a area, look gridLook, pen *paint.Pen) []column {
	var list []column
	for {
		list = list[:0]
		pad := pen.Size * s.air()
		total := 0.0
		for _, id := range look.columns {
			w := s.canvas.Width(s.style.Heads[id], *pen)
			for _, e := range entries {
				for part := range strings.SplitSeq(e.cells[id], "\n") {
					w = max(w, s.canvas.Width(part, *pen))
				}
			}
			list = append(list, column{id: id, w: w + pad, align: s.align[id]})
			total += w + pad
		}
		spare := (a.x1 - a.x0) - total
		if spare < 0 && pen.Size > s.pt(7) {
			pen.Size *= 0.96
			continue
		}
		if spare < 0 {
			if i := slices.IndexFunc(look.columns, func(id string) bool { return id == colNumber || id == colCode }); i >= 0 {
				look.columns = slices.Delete(slices.Clone(look.columns), i, i+1)
				continue
			}
		}
		x := a.x0
		if s.has(tight) {
			spare = 0
		}
		share := max(spare, 0) / float64(len(list)+1)
		if look.overflow != whole { // names that do not fit stand in a narrow column
			share = max(spare, 0) / float64(len(list)-1)
		}
		for i := range list {
			list[i].x = x
			switch {
			case list[i].id != colName:
				list[i].w += share
			case look.overflow == whole:
				list[i].w += 2 * share
			}
			x += list[i].w
		}
		return list
	}
}

// row draws one entry and keeps its boxes.
func (s *sheet) row(e *entry, columns []column, y, height float64, pen paint.Pen) {
	if e.abnormal && s.style.Red {
		pen.Ink = red
	}
	var line, name, result image.Rectangle
	for _, c := range columns {
		box := s.cell(c, y, height, e.cells[c.id], s.resultPen(c.id, pen))
		if c.id == colName && e.lost != 0 {
			s.half(e.lost, box, c, y, height, pen)
		}
		line = line.Union(box)
		switch c.id {
		case colName:
			name = box
		case colResult:
			result = box
		}
	}
	hasCode := slices.ContainsFunc(columns, func(c column) bool { return c.id == colCode })
	for i := range e.truths {
		t := &e.truths[i]
		t.Box, t.NameBox, t.ResultBox = boxOf(line), boxOf(name), boxOf(result)
		t.Name = strings.ReplaceAll(e.cells[colName], "\n", "")
		if !hasCode {
			t.Code = ""
		}
	}
	s.printed = append(s.printed, e)
}

// cell draws the text of one cell, of one line or two.
func (s *sheet) cell(c column, y, height float64, text string, pen paint.Pen) image.Rectangle {
	var box image.Rectangle
	parts := strings.Split(text, "\n")
	step := pen.Size * 1.15
	base := y + height/2 + pen.Size*0.36 - step*float64(len(parts)-1)/2
	inset := pen.Size * 0.35
	for _, part := range parts {
		spare := c.w - 2*inset - s.canvas.Width(part, pen)
		box = box.Union(s.canvas.Text(c.x+inset+max(0, spare)*c.align, base, part, pen))
		base += step
	}
	return box
}

// shorten cuts or wraps names wider than limit, in Chinese characters. A name
// is cut only where what is left still belongs to one indicator alone.
func (s *sheet) shorten(entries []*entry, how overflow, limit int) {
	for _, e := range entries {
		runes := []rune(e.cells[colName])
		fits, width := 0, 0
		for fits < len(runes) && width < 2*limit {
			width++
			if runes[fits] >= 0x2E80 {
				width++
			}
			fits++
		}
		switch short := string(runes[:fits]); {
		case fits == len(runes):
		case how == wrapped:
			e.cells[colName] = short + "\n" + string(runes[fits:])
		case s.maker.unique(strings.TrimPrefix(short, s.style.Star), e.truths[0].Indicator):
			e.cells[colName] = short
			if s.halved {
				e.lost = runes[fits]
			}
		}
	}
}

// unique reports whether only this indicator's names begin with short.
func (m *Maker) unique(short, indicator string) bool {
	for _, item := range m.catalogue.Items {
		for _, name := range item.Names {
			if item.Indicator != indicator && strings.HasPrefix(name, short) {
				return false
			}
		}
	}
	return true
}

// centred draws text in the middle of the page and returns its lower edge.
func (s *sheet) centred(y float64, text string, pen paint.Pen) float64 {
	s.canvas.Text((s.width-s.canvas.Width(text, pen))/2, y+pen.Size*0.88, text, pen)
	return y + pen.Size*1.15
}
