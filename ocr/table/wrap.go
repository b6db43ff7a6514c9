package table

import (
	"slices"
	"unicode/utf8"

	"tijian/ocr/block"
	"tijian/ocr/vocabulary"
)

// joinWrappedLines puts a name of two lines into the line of its values, which stand
// between them: the block of the line above and that of the line below come
// first. Other lines stay as they are.
func joinWrappedLines(lines []block.Line) []block.Line {
	out := make([]block.Line, 0, len(lines))
	for i := 0; i < len(lines); i++ {
		if i+2 < len(lines) && wraps(lines[i], lines[i+1], lines[i+2]) {
			blocks := []block.Block{lines[i].Blocks[0], lines[i+2].Blocks[0]}
			out = append(out, block.Line{Blocks: slices.Concat(blocks, lines[i+1].Blocks)})
			i += 2
			continue
		}
		out = append(out, lines[i])
	}
	return out
}

// wraps tells that above and below are one block each, close together at the
// same place, with the values beside them.
func wraps(above, values, below block.Line) bool {
	if len(above.Blocks) != 1 || len(below.Blocks) != 1 || len(values.Blocks) < 2 {
		return false
	}
	a, b, v := above.Blocks[0].Box, below.Blocks[0].Box, values.Blocks[0].Box
	high := a.Dy()
	named := slices.ContainsFunc(above.Blocks[0].Readings, func(r block.Reading) bool { return vocabulary.HasHan(r.Text) })
	if !named || abs(a.Min.X-b.Min.X) > high || b.Min.Y < a.Min.Y || 2*(b.Min.Y-a.Max.Y) > high || v.Min.X < max(a.Max.X, b.Max.X) {
		return false
	}
	middle := v.Min.Y + v.Max.Y
	return middle > a.Min.Y+a.Max.Y-high && middle < b.Min.Y+b.Max.Y+high
}

// joinNameCells reads a name that gather has put into two cells of one line.
func (ps *Parser) joinNameCells(cells []Cell) {
	if len(cells) < 3 || cells[0].Box.Max.X <= cells[1].Box.Min.X || cells[1].Box.Max.X <= cells[0].Box.Min.X {
		return
	}
	var joined nameHits
	for _, h := range ps.Names.Find(cells[0].Text() + cells[1].Text()) {
		if h.Code {
			joined.codes = append(joined.codes, h)
		} else {
			joined.names = append(joined.names, h)
		}
	}
	if joined.best().Sim >= namePlain {
		cells[0].nameHits, cells[1].nameHits = joined, nameHits{}
	}
}

// joinWrappedNames joins names that go on in the line below: a line whose name is
// nothing, or only part of one, followed by a line that holds nothing but the
// rest of it at the same place.
func (ps *Parser) joinWrappedNames(lines [][]Cell) {
	for i := 0; i+1 < len(lines); i++ {
		if len(lines[i+1]) != 1 || len(lines[i]) < 2 {
			continue
		}
		below := &lines[i+1][0]
		rest := below.Text()
		if label, _ := ps.isLabel(rest); label || below.holdsValue() || !vocabulary.HasHan(rest) || ps.HeadingOf(lines[i+1]) != nil {
			continue
		}
		for j := range lines[i] {
			c := &lines[i][j]
			if !c.han || c.Box.Max.X <= below.Box.Min.X || below.Box.Max.X <= c.Box.Min.X || below.Box.Min.Y-c.Box.Max.Y > c.Box.Dy() {
				continue
			}
			joined := ps.Names.Find(c.Text() + rest)
			if len(joined) == 0 || joined[0].Code || joined[0].Sim < namePlain || joined[0].Sim <= c.best().Sim+wrapLead && joined[0].Length <= c.best().Length {
				continue
			}
			if len(c.names) > 0 && joined[0].From >= utf8.RuneCountInString(c.Text()) {
				continue // both lines have a name of their own
			}
			c.names = joined[:1:1]
			below.nameHits = nameHits{}
			break
		}
	}
}
