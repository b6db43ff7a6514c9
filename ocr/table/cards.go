package table

import (
	"cmp"
	"image"
	"slices"

	"tijian/ocr/block"
	"tijian/ocr/value"
	"tijian/ocr/vocabulary"
)

// A cardCell is a block of the page with its place in the lines.
type cardCell struct {
	Cell
	line, at int
}

// cards makes one line of each card of a hospital's app: the name stands alone
// at the left, the value at the right a little higher, the interval with its
// label (参考区间：3.9～6.1 mmol/L) below, and the unit, where it had no room,
// below that. Pages without such labels stay as they are.
func (ps *Parser) cards(lines []block.Line) []block.Line {
	labels := ps.cardLabels(lines)
	if len(labels) < leastCards {
		return lines
	}
	var cells []cardCell
	for i := range lines {
		for j := range lines[i].Blocks {
			cells = append(cells, cardCell{ps.newCell(&lines[i].Blocks[j]), i, j})
		}
	}
	taken := map[[2]int]bool{}
	made := map[int][]block.Line{} // by the line of the label
	top := 0
	for _, l := range labels {
		box := lines[l[0]].Blocks[l[1]].Box
		from := max(top, box.Min.Y-cardHeight*box.Dy())
		if parts := ps.card(cells, l, box, from); parts != nil {
			var line block.Line
			for _, c := range parts {
				taken[[2]int{c.line, c.at}] = true
				line.Blocks = append(line.Blocks, lines[c.line].Blocks[c.at])
			}
			made[l[0]] = append(made[l[0]], line)
		}
		top = box.Max.Y
	}
	var out []block.Line
	for i := range lines {
		var rest block.Line
		for j := range lines[i].Blocks {
			if !taken[[2]int{i, j}] {
				rest.Blocks = append(rest.Blocks, lines[i].Blocks[j])
			}
		}
		if len(rest.Blocks) > 0 {
			out = append(out, rest)
		}
		out = append(out, made[i]...)
	}
	return out
}

// cardLabels gives the places of blocks that are, or begin with, the label of a
// reference interval, from the top of the page down.
func (ps *Parser) cardLabels(lines []block.Line) [][2]int {
	var labels [][2]int
	for i := range lines {
		for j := range lines[i].Blocks {
			if ps.isReferenceLabel(&lines[i].Blocks[j]) {
				labels = append(labels, [2]int{i, j})
			}
		}
	}
	slices.SortStableFunc(labels, func(a, b [2]int) int {
		return cmp.Compare(lines[a[0]].Blocks[a[1]].Box.Min.Y, lines[b[0]].Blocks[b[1]].Box.Min.Y)
	})
	return labels
}

// isReferenceLabel reports whether a reader saw the label of a reference interval.
func (ps *Parser) isReferenceLabel(b *block.Block) bool {
	return slices.ContainsFunc(b.Readings, func(r block.Reading) bool {
		label, _, found := CutLabel(value.Normalise(r.Text))
		return found && ps.Words.Headers[vocabulary.Key(label)] == vocabulary.ReferenceRole
	})
}

// card finds the cells of the card whose interval's label has a box, left to
// right; nil unless there are one name and one value between from and the
// label's foot, or one near it.
func (ps *Parser) card(cells []cardCell, label [2]int, box image.Rectangle, from int) []cardCell {
	var names, values, parts []cardCell
	right := box.Max.X
	for _, c := range cells {
		middle := (c.box.Min.Y + c.box.Max.Y) / 2
		switch {
		case c.line == label[0] && c.at >= label[1]:
			parts = append(parts, c)
			right = max(right, c.box.Max.X)
		case middle < from || middle > box.Max.Y:
		case c.number && c.look != intervalLook:
			values = append(values, c)
		case c.look == markLook:
			parts = append(parts, c)
		case c.isWord() && !ps.isField(c.Text()):
			names = append(names, c)
		}
	}
	name, oneName := nearest(names)
	value, oneValue := nearest(values)
	if !oneName || !oneValue || name.box.Max.X > value.box.Min.X {
		return nil
	}
	for _, c := range cells {
		gap := c.box.Min.Y - box.Max.Y
		if c.look == unitLook && gap > -box.Dy()/2 && float64(gap) <= unitBelow*float64(box.Dy()) && c.box.Max.X > box.Min.X && c.box.Min.X < right {
			parts = append(parts, c)
		}
	}
	parts = append(parts, name, value)
	slices.SortStableFunc(parts, func(a, b cardCell) int { return cmp.Compare(a.box.Min.X, b.box.Min.X) })
	return parts
}

// nearest gives the lowest cell; false when there is none, or another as near
// to the label.
func nearest(cells []cardCell) (cardCell, bool) {
	if len(cells) == 0 {
		return cardCell{}, false
	}
	slices.SortStableFunc(cells, func(a, b cardCell) int { return cmp.Compare(b.box.Min.Y, a.box.Min.Y) })
	best := cells[0]
	return best, len(cells) == 1 || best.box.Min.Y-cells[1].box.Max.Y > best.box.Dy()
}

// isField reports whether a text is a field of the page's head or foot.
func (ps *Parser) isField(text string) bool {
	label, _ := ps.isLabel(text)
	return label
}
