package table

import (
	"cmp"
	"image"
	"slices"

	"tijian/ocr/block"
	"tijian/ocr/value"
	"tijian/ocr/vocabulary"
)

// turned makes rows of the columns of a table that lies on its side: its lines
// begin with 项目, 结果, 单位 and 参考值, and what each item has stands below it.
// Other lines stay as they are.
func (ps *Parser) turned(lines []block.Line) []block.Line {
	var out []block.Line
	for from := 0; from < len(lines); {
		to, roles := from, map[vocabulary.Role]bool{}
		var table []block.Line
		for ; to < len(lines); to++ {
			if to > from && continues(lines[to-1], lines[to], lines[from].Blocks[0].Box) {
				table = append(table, block.Line{Blocks: slices.Concat(table[len(table)-1].Blocks[:1], lines[to].Blocks)})
				continue
			}
			role := ps.lineRole(lines[to])
			if role == vocabulary.NoRole || roles[role] || to > from && len(lines[to].Blocks) > len(lines[from].Blocks) && role == vocabulary.NameRole {
				break
			}
			roles[role] = true
			table = append(table, lines[to])
		}
		if !roles[vocabulary.NameRole] || !roles[vocabulary.ResultRole] {
			to = max(to, from+1)
			out = append(out, lines[from:to]...)
		} else {
			out = append(out, ps.upright(table)...)
		}
		from = to
	}
	return out
}

// continues tells that a line goes on with what the cells of the line above say, close
// below them and beside the head: a name and its code, a long name, a long interval.
func continues(above, line block.Line, head image.Rectangle) bool {
	return len(line.Blocks) > 0 && !slices.ContainsFunc(line.Blocks, func(b block.Block) bool {
		return b.Box.Min.X < head.Max.X || !slices.ContainsFunc(above.Blocks, func(a block.Block) bool {
			return min(a.Box.Max.X, b.Box.Max.X) > max(a.Box.Min.X, b.Box.Min.X) && b.Box.Min.Y-a.Box.Max.Y <= a.Box.Dy()
		})
	})
}

// lineRole is what the first word of a line says all others of it are; a line of
// headers says nothing.
func (ps *Parser) lineRole(line block.Line) vocabulary.Role {
	if len(line.Blocks) < 3 {
		return vocabulary.NoRole
	}
	role := func(b *block.Block) vocabulary.Role {
		main, ok := mainReading(b)
		if !ok {
			return vocabulary.NoRole
		}
		return ps.Words.Headers[vocabulary.Key(value.Normalise(main.Text))]
	}
	first := role(&line.Blocks[0])
	if slices.ContainsFunc(line.Blocks[1:], func(b block.Block) bool { return role(&b) != vocabulary.NoRole }) {
		return vocabulary.NoRole
	}
	return first
}

// upright puts below each other what the columns of some lines hold, the name first.
func (ps *Parser) upright(lines []block.Line) []block.Line {
	lines = slices.Clone(lines)
	head := lines[slices.IndexFunc(lines, func(l block.Line) bool { return ps.lineRole(l) == vocabulary.NameRole })]
	other := func(line block.Line) int { // names are sorted first
		if line.Blocks[0].Box == head.Blocks[0].Box {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(lines, func(a, b block.Line) int { return cmp.Compare(other(a), other(b)) })
	names := lines[0].Blocks[1:]
	out := make([]block.Line, len(names))
	for i, name := range names {
		out[i].Blocks = []block.Block{name}
	}
	for _, line := range lines[1:] {
		for _, b := range line.Blocks[1:] {
			nearest := 0
			for i := range names {
				if abs(names[i].Box.Min.X+names[i].Box.Max.X-b.Box.Min.X-b.Box.Max.X) < abs(names[nearest].Box.Min.X+names[nearest].Box.Max.X-b.Box.Min.X-b.Box.Max.X) {
					nearest = i
				}
			}
			if at := names[nearest].Box; min(at.Max.X, b.Box.Max.X) > max(at.Min.X, b.Box.Min.X) || abs(at.Min.X-b.Box.Min.X) < b.Box.Dy() {
				out[nearest].Blocks = append(out[nearest].Blocks, b)
			}
		}
	}
	return out
}
