package match

import (
	"slices"

	"tijian/ocr/block"
)

// gather puts a name of two lines into the line of its values, which stand
// between them: the block of the line above and that of the line below come
// first. Other lines stay as they are.
func gather(lines []block.Line) []block.Line {
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
	named := slices.ContainsFunc(above.Blocks[0].Readings, func(r block.Reading) bool { return hasHan(r.Text) })
	if !named || abs(a.Min.X-b.Min.X) > high || b.Min.Y < a.Min.Y || 2*(b.Min.Y-a.Max.Y) > high || v.Min.X < max(a.Max.X, b.Max.X) {
		return false
	}
	middle := v.Min.Y + v.Max.Y
	return middle > a.Min.Y+a.Max.Y-high && middle < b.Min.Y+b.Max.Y+high
}

// join reads a name that gather has put into two cells of one line.
func (m *Matcher) join(cells []cell, finds []found) {
	if len(cells) < 3 || cells[0].box.Max.X <= cells[1].box.Min.X || cells[1].box.Max.X <= cells[0].box.Min.X {
		return
	}
	var names, codes []hit
	for _, h := range m.names.find(cells[0].chinese() + cells[1].chinese()) {
		if h.code {
			codes = append(codes, h)
		} else {
			names = append(names, h)
		}
	}
	if bestSim(names) >= 0.9 {
		finds[0].names, finds[0].codes, finds[1] = names, codes, found{}
	}
}

// unwrap joins names that go on in the line below: a line whose name is
// nothing, or only part of one, followed by a line that holds nothing but the
// rest of it at the same place.
func (m *Matcher) unwrap(lines [][]cell, finds [][]found) {
	for i := 0; i+1 < len(lines); i++ {
		below := lines[i+1]
		if len(below) != 1 || below[0].holdsValue() || len(lines[i]) == 0 {
			continue
		}
		rest := below[0].chinese()
		if label, _ := m.isLabel(rest); label || !hasHan(rest) || m.headingOf(below) != nil {
			continue
		}
		for j := range lines[i] {
			c := &lines[i][j]
			if !c.han || c.box.Max.X <= below[0].box.Min.X || below[0].box.Max.X <= c.box.Min.X ||
				below[0].box.Min.Y-c.box.Max.Y > c.box.Dy() || len(lines[i]) < 2 {
				continue
			}
			joined := m.names.find(c.chinese() + rest)
			if len(joined) == 0 || joined[0].code || joined[0].sim < 0.9 || joined[0].sim <= bestSim(finds[i][j].names)+0.03 && joined[0].length <= bestLength(finds[i][j].names) {
				continue
			}
			finds[i][j].names = joined[:1]
			finds[i+1][0] = found{}
			break
		}
	}
}

func bestSim(hits []hit) float64 {
	if len(hits) == 0 {
		return 0
	}
	return hits[0].sim
}

func bestLength(hits []hit) int {
	if len(hits) == 0 {
		return 0
	}
	return hits[0].length
}
