package table

import (
	"slices"
	"unicode/utf8"

	"tijian/ocr/block"
	"tijian/ocr/names"
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
func (ps *Parser) joinNameCells(cells []Cell, finds []nameHits) {
	if len(cells) < 3 || cells[0].box.Max.X <= cells[1].box.Min.X || cells[1].box.Max.X <= cells[0].box.Min.X {
		return
	}
	var long, codes []names.Hit
	for _, h := range ps.Names.Find(cells[0].Text() + cells[1].Text()) {
		if h.Code {
			codes = append(codes, h)
		} else {
			long = append(long, h)
		}
	}
	if bestSim(long) >= namePlain {
		finds[0].names, finds[0].codes, finds[1] = long, codes, nameHits{}
	}
}

// joinWrappedNames joins names that go on in the line below: a line whose name is
// nothing, or only part of one, followed by a line that holds nothing but the
// rest of it at the same place.
func (ps *Parser) joinWrappedNames(lines [][]Cell, finds [][]nameHits) {
	for i := 0; i+1 < len(lines); i++ {
		below := lines[i+1]
		if len(below) != 1 || below[0].holdsValue() || len(lines[i]) == 0 {
			continue
		}
		rest := below[0].Text()
		if label, _ := ps.isLabel(rest); label || !vocabulary.HasHan(rest) || ps.HeadingOf(below) != nil {
			continue
		}
		for j := range lines[i] {
			c := &lines[i][j]
			if !c.han || c.box.Max.X <= below[0].box.Min.X || below[0].box.Max.X <= c.box.Min.X ||
				below[0].box.Min.Y-c.box.Max.Y > c.box.Dy() || len(lines[i]) < 2 {
				continue
			}
			joined := ps.Names.Find(c.Text() + rest)
			if len(joined) == 0 || joined[0].Code || joined[0].Sim < namePlain || joined[0].Sim <= bestSim(finds[i][j].names)+wrapLead && joined[0].Length <= bestLength(finds[i][j].names) {
				continue
			}
			if len(finds[i][j].names) > 0 && joined[0].From >= utf8.RuneCountInString(c.Text()) {
				continue // both lines have a name of their own
			}
			finds[i][j].names = joined[:1:1]
			finds[i+1][0] = nameHits{}
			break
		}
	}
}

func bestSim(hits []names.Hit) float64 {
	if len(hits) == 0 {
		return 0
	}
	return hits[0].Sim
}

func bestLength(hits []names.Hit) int {
	if len(hits) == 0 {
		return 0
	}
	return hits[0].Length
}
