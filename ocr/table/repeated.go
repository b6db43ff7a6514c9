package table

import (
	"cmp"
	"slices"

	"tijian/ocr/vocabulary"
)

// splitRepeated cuts the lines below a header that repeats its columns before each
// name column: 结果 项目 单位 结果 项目 单位. There a result belongs to the name
// on its right, which only the header tells.
func (ps *Parser) splitRepeated(lines [][]Cell) [][]Cell {
	out := make([][]Cell, 0, len(lines))
	var cuts []int
	for _, cells := range lines {
		if h, ok := ps.findHeader(cells); ok {
			cuts = h.repeats()
		}
		from := 0
		for _, x := range cuts {
			to := from
			for to < len(cells) && cells[to].Box.Min.X+cells[to].Box.Max.X < 2*x {
				to++
			}
			if to > from {
				out = append(out, cells[from:to:to])
			}
			from = to
		}
		if from < len(cells) || len(cells) == 0 {
			out = append(out, cells[from:])
		}
	}
	return out
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
