package table

import (
	"cmp"
	"slices"

	"tijian/ocr/block"
	"tijian/ocr/vocabulary"
)

// splitRepeated cuts the lines below a header that repeats its columns before each
// name column: 结果 项目 单位 结果 项目 单位. There a result belongs to the name
// on its right, which only the header tells. Cells and blocks of a line are cut
// alike.
func (ps *Parser) splitRepeated(lines [][]Cell, printed []block.Line) ([][]Cell, []block.Line) {
	outLines, outPrinted := make([][]Cell, 0, len(lines)), make([]block.Line, 0, len(printed))
	var cuts []int
	for i, cells := range lines {
		if h, ok := ps.findHeader(cells); ok {
			cuts = h.repeats()
		}
		from := 0
		for _, x := range cuts {
			to := from
			for to < len(cells) && cells[to].box.Min.X+cells[to].box.Max.X < 2*x {
				to++
			}
			if to > from {
				outLines = append(outLines, cells[from:to:to])
				outPrinted = append(outPrinted, block.Line{Blocks: printed[i].Blocks[from:to:to]})
			}
			from = to
		}
		if from < len(cells) || len(cells) == 0 {
			outLines = append(outLines, cells[from:])
			outPrinted = append(outPrinted, block.Line{Blocks: printed[i].Blocks[from:]})
		}
	}
	return outLines, outPrinted
}

// repeats gives the places where a header's columns begin anew, when something
// stands before its names; nil when it does not repeat.
func (h *header) repeats() []int {
	pieces := slices.Clone(h.pieces)
	slices.SortFunc(pieces, func(a, b piece) int { return cmp.Compare(a.x1, b.x1) })
	if len(pieces) < 4 || pieces[0].role.IsName() || pieces[0].role == vocabulary.NumberRole {
		return nil
	}
	for period := 2; 2*period <= len(pieces)+1; period++ {
		named, same := false, true
		for i, p := range pieces {
			named = named || i < period && p.role == vocabulary.NameRole
			same = same && p.role == pieces[i%period].role
		}
		if !named || !same {
			continue
		}
		var cuts []int
		for i := period; i < len(pieces); i += period {
			cuts = append(cuts, (pieces[i-1].x2+pieces[i].x1)/2)
		}
		return cuts
	}
	return nil
}
