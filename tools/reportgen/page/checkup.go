package page

import (
	"image"
	"strings"

	"tijian/tools/reportgen/catalogue"
)

// checkup draws a page of a check-up report: sections with a bar each, the
// general examination first.
func (s *sheet) checkup(layout string, panels []*catalogue.Panel, top, bottom float64) {
	total := 0
	sections := make([][]*entry, len(panels))
	for i, p := range panels {
		sections[i] = s.items([]*catalogue.Panel{p})
		total += len(sections[i]) + 3
	}
	pitch := min((bottom-top)/float64(total), s.mm(7.2))
	look := gridLook{points: 9.5, pitch: pitch}
	if layout == "TABLE" {
		look.rules = []ruling{fullRules, rowRules}[s.rng.IntN(2)]
	}
	y := top
	for i, p := range panels {
		bar := s.pen(10.5)
		bar.Bold = true
		if s.has(inverted) {
			bar.Ink = s.darkHead(s.margin, y, s.width-s.margin, y+pitch, bar.Ink)
		} else if layout == "TABLE" {
			s.canvas.Fill(image.Rect(int(s.margin), int(y), int(s.width-s.margin), int(y+pitch)), pale)
		}
		s.canvas.Text(s.margin+s.mm(1.5), y+pitch/2+bar.Size*0.36, "【"+p.Title+"】", bar)
		y += pitch
		if layout == "SINGLE" && p.ID == "general" {
			y = s.pairs(sections[i], y, pitch)
		} else {
			y = s.grid(sections[i], area{s.margin, y, s.width - s.margin, bottom}, look)
		}
		y += pitch * 0.6
	}
}

// pairs draws entries as `身高：172cm`, two or three to a line.
func (s *sheet) pairs(entries []*entry, y, pitch float64) float64 {
	pen := s.pen(10)
	perLine := 2 + s.rng.IntN(2)
	colon := []string{"：", ":", "： "}[s.rng.IntN(3)]
	space := []string{"", " "}[s.rng.IntN(2)]
	step := (s.width - 2*s.margin) / float64(perLine)
	for i, e := range entries {
		x := s.margin + s.mm(2) + step*float64(i%perLine)
		base := y + pitch/2 + pen.Size*0.36
		name := strings.TrimSpace(e.cells[colName]) + colon
		nameBox := s.canvas.Text(x, base, name, pen)
		x += s.canvas.Width(name, pen)
		result := e.cells[colResult]
		resultBox := s.canvas.Text(x, base, result, pen)
		x += s.canvas.Width(result, pen)
		unitBox := s.canvas.Text(x, base, space+e.cells[colUnit], pen)
		for j := range e.truths {
			t := &e.truths[j]
			t.Box, t.NameBox, t.ResultBox = boxOf(nameBox.Union(resultBox).Union(unitBox)), boxOf(nameBox), boxOf(resultBox)
			t.Code, t.Reference = "", ""
			if !strings.Contains(result, t.Mark) || t.Mark == "" {
				t.Mark, t.Flag = "", ""
			}
		}
		s.printed = append(s.printed, e)
		if i%perLine == perLine-1 || i == len(entries)-1 {
			y += pitch
		}
	}
	return y
}
