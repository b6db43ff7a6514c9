package table

import (
	"fmt"
	"image"
	"slices"

	"tijian/ocr/block"
	"tijian/ocr/value"
	"tijian/ocr/vocabulary"
)

// turned makes rows of the columns of a table that lies on its side: its lines
// begin with 项目, 结果, 单位 and 参考值, or with the days of examinations, of which the
// newest has the results, and what each item has stands below it. Other lines stay as
// they are.
func (ps *Parser) turned(printed []block.Line) []block.Line {
	var out []block.Line
	lines, starts := ps.bands(printed)
	for from := 0; from < len(lines); {
		t := ps.sideTable(lines[from:])
		if t == nil {
			out = append(out, printed[starts[from]:starts[from+1]]...)
			from++
			continue
		}
		for len(out) > 0 && continues(lines[from], out[len(out)-1], lines[from].Blocks[0].Box) { // names begin above the word
			t.names.Blocks = slices.Concat(t.names.Blocks[:1], out[len(out)-1].Blocks, t.names.Blocks[1:])
			out = out[:len(out)-1]
		}
		out = append(out, ps.upright(t)...)
		from += t.lines
	}
	return out
}

// A sideTable is a table on its side: a line of names, and the lines of what is said of
// them, the results first.
type sideTable struct {
	names block.Line
	said  []block.Line
	lines int // that it has on the page
}

// sideTable reads the table that begins with some lines; nil where there is none.
func (ps *Parser) sideTable(lines []block.Line) *sideTable {
	role, _ := ps.lineRole(lines[0])
	if len(lines[0].Blocks) < 2 || role != vocabulary.NameRole && (len(lines) < 2 || !ps.heads(lines[0], lines[1:])) {
		return nil
	}
	t := &sideTable{names: lines[0], lines: 1}
	head := lines[0].Blocks[0].Box
	of, newest, dated := map[vocabulary.Role]int{}, "", 0
	var days []string
	for ; t.lines < len(lines); t.lines++ {
		line := lines[t.lines]
		if continues(lines[t.lines-1], line, head) {
			if len(t.said) == 0 {
				t.names.Blocks = slices.Concat(t.names.Blocks, line.Blocks)
			} else {
				t.said[len(t.said)-1].Blocks = slices.Concat(t.said[len(t.said)-1].Blocks, line.Blocks)
			}
			continue
		}
		role, day := ps.lineRole(line)
		_, had := of[role]
		if day == "" && (role == vocabulary.NoRole || had || role == vocabulary.NameRole) || day != "" && slices.Contains(days, day) {
			break
		}
		if day != "" {
			dated++
			newest = max(newest, day)
		} else {
			of[role] = len(t.said)
		}
		days, t.said = append(days, day), append(t.said, line)
	}
	result, ok := of[vocabulary.ResultRole]
	if !ok {
		if result = slices.Index(days, newest); dated < 2 {
			return nil
		}
	}
	said := []block.Line{t.said[result]}
	for i, line := range t.said {
		if _, previous := of[vocabulary.PreviousRole]; i != result && days[i] == "" && !(previous && of[vocabulary.PreviousRole] == i) {
			said = append(said, line)
		}
	}
	t.said = said
	return t
}

// heads tells that a line stands above two that begin with days, or with one and limits,
// as their names do: its first word stands above these.
func (ps *Parser) heads(line block.Line, below []block.Line) bool {
	dated := 0
	for _, l := range below[:min(len(below), sideLines)] {
		if len(l.Blocks) == 0 {
			break
		}
		if _, day := ps.lineRole(l); day != "" && besides(l.Blocks[0].Box, line.Blocks[0].Box) < 0 && len(l.Blocks) > 1 && len(l.Blocks) <= len(line.Blocks)+1 {
			dated++
		}
	}
	_, day := ps.lineRole(line)
	return dated >= 2 && day == ""
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

// lineRole is what the first word of a line says all others of it are, or the day on which
// they were found; a line of headers says nothing.
func (ps *Parser) lineRole(line block.Line) (role vocabulary.Role, on string) {
	word := func(b *block.Block) string {
		main, _ := mainReading(b)
		return value.Normalise(main.Text)
	}
	if len(line.Blocks) == 0 || slices.ContainsFunc(line.Blocks[1:], func(b block.Block) bool {
		return ps.Words.Headers[vocabulary.Key(word(&b))] != vocabulary.NoRole || day.MatchString(word(&b))
	}) {
		return vocabulary.NoRole, ""
	}
	first := word(&line.Blocks[0])
	if at := day.FindStringSubmatch(first); at != nil && len(at[0]) == len(first) {
		return vocabulary.NoRole, fmt.Sprintf("%s-%02s-%02s", at[1], at[2], at[3])
	}
	return ps.Words.Headers[vocabulary.Key(first)], ""
}

// upright puts below each other what the columns of a table hold, the name first.
func (ps *Parser) upright(t *sideTable) []block.Line {
	var cells [][]block.Block // by item, what its name is made of
	for _, b := range t.names.Blocks[1:] {
		at := slices.IndexFunc(cells, func(c []block.Block) bool {
			return slices.ContainsFunc(c, func(o block.Block) bool { return besides(o.Box, b.Box) < 0 })
		})
		if at < 0 {
			cells = append(cells, []block.Block{b})
		} else {
			cells[at] = append(cells[at], b)
		}
	}
	out := make([]block.Line, len(cells))
	boxes := make([]image.Rectangle, len(cells))
	for i, c := range cells {
		for _, b := range c {
			boxes[i] = boxes[i].Union(b.Box)
		}
		out[i].Blocks = ps.joinNames(c)
	}
	for _, line := range t.said {
		for _, b := range line.Blocks[1:] {
			nearest := 0
			for i := range boxes {
				if abs(boxes[i].Min.X+boxes[i].Max.X-b.Box.Min.X-b.Box.Max.X) < abs(boxes[nearest].Min.X+boxes[nearest].Max.X-b.Box.Min.X-b.Box.Max.X) {
					nearest = i
				}
			}
			if at := boxes[nearest]; besides(at, b.Box) < 0 || abs(at.Min.X-b.Box.Min.X) < b.Box.Dy() {
				out[nearest].Blocks = append(out[nearest].Blocks, b)
			}
		}
	}
	return out
}
