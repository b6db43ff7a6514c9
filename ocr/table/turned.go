package table

import (
	"fmt"
	"image"
	"slices"
	"strings"

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
	lines, plain := ps.bands(printed)
	for i := range lines {
		lines[i] = joinHead(lines[i])
	}
	mark := 0 // lines up to here are those of tables above
	for from := 0; from < len(lines); {
		t := ps.sideTable(lines[from:])
		if t == nil {
			out = append(out, plain[from]...)
			from++
			continue
		}
		for len(out) > mark && continues(t.names, out[len(out)-1], t.names.Blocks[0].Box) { // names begin above the word
			t.names.Blocks = slices.Concat(t.names.Blocks[:1], out[len(out)-1].Blocks, t.names.Blocks[1:])
			out = out[:len(out)-1]
		}
		out = append(out, ps.upright(t)...)
		from, mark = from+t.lines, len(out)
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
	if len(lines[0].Blocks) < 2 {
		return nil
	}
	t := &sideTable{names: lines[0], lines: 1}
	if ps.lineHead(lines[0]).role != vocabulary.NameRole {
		corner, ok := ps.heads(lines[0], lines[1:])
		if !ok {
			return nil
		}
		if len(corner.Readings) > 0 { // nothing stands above the heads
			t.names.Blocks = slices.Insert(slices.Clone(t.names.Blocks), 0, block.Block{Box: corner.Box})
		}
	}
	head := t.names.Blocks[0].Box
	var of []lineHead // of each line of what is said
	undated := false  // some line has a head that was not read
	for ; t.lines < len(lines); t.lines++ {
		line := lines[t.lines]
		if continues(lines[t.lines-1], line, head) && (len(t.said) > 0 || !ps.looksLike(line, valueLooks...)) {
			if len(t.said) == 0 {
				t.names.Blocks = slices.Concat(t.names.Blocks, line.Blocks)
			} else {
				t.said[len(t.said)-1].Blocks = slices.Concat(t.said[len(t.said)-1].Blocks, line.Blocks)
			}
			continue
		}
		h := ps.lineHead(line)
		if h == (lineHead{}) && ps.headed(lines[t.lines+1:]) {
			_, names := ps.heads(line, lines[t.lines+1:])
			switch {
			case ps.looksLike(line, unitLook):
				line.Blocks, h.role = slices.Insert(slices.Clone(line.Blocks), 0, block.Block{Box: head}), vocabulary.UnitRole
			case !names && ps.holdsValue(line): // no title of what follows
				undated = true
				continue
			}
		}
		if h == (lineHead{}) || h.role == vocabulary.NameRole || slices.Contains(of, h) {
			break
		}
		of, t.said = append(of, h), append(t.said, line)
	}
	result, newest, dated := slices.Index(of, lineHead{role: vocabulary.ResultRole}), 0, 0
	for i, h := range of {
		if h.day != "" {
			dated++
		}
		if h.day > of[newest].day {
			newest = i
		}
	}
	if result < 0 && dated < 2 {
		return nil
	}
	var said []block.Line
	switch {
	case result >= 0:
		said = append(said, t.said[result])
	case undated: // none is known to be the newest
		t.said = nil
		return t
	default:
		result, said = newest, append(said, t.said[newest])
	}
	for i, line := range t.said {
		if i != result && of[i].day == "" && of[i].role != vocabulary.PreviousRole {
			said = append(said, line)
		}
	}
	t.said = said
	return t
}

// headed tells that one of the next lines has a head.
func (ps *Parser) headed(lines []block.Line) bool {
	return slices.ContainsFunc(lines[:min(len(lines), sideLines)], func(l block.Line) bool { return ps.lineHead(l) != (lineHead{}) })
}

// valueLooks are the looks of what no name goes on with.
var valueLooks = []Look{numberLook, comparedLook, PairLook, GradeLook, intervalLook, markLook}

// holdsValue tells that something in a line looks like a result or its interval.
func (ps *Parser) holdsValue(line block.Line) bool {
	return slices.ContainsFunc(line.Blocks, func(b block.Block) bool { return slices.Contains(valueLooks, ps.lookOfBlock(&b)) })
}

// looksLike tells that a line has nothing but what has one of some looks.
func (ps *Parser) looksLike(line block.Line, looks ...Look) bool {
	return !slices.ContainsFunc(line.Blocks, func(b block.Block) bool { return !slices.Contains(looks, ps.lookOfBlock(&b)) })
}

// lookOfBlock is what a block looks like by itself.
func (ps *Parser) lookOfBlock(b *block.Block) Look {
	main, _ := mainReading(b)
	return lookOfTokens(ps.values.Scan(main.Text, ps.likeUnit))
}

// heads tells that a line holds the names of what stands below it: of lines that begin
// with days, or with words for results and for what is said of them, and have no names.
// The first of its words stands above these, or none does, of which the first is given.
func (ps *Parser) heads(line block.Line, below []block.Line) (corner block.Block, ok bool) {
	seen := map[lineHead]bool{}
	dated := 0
	for _, l := range below[:min(len(below), sideLines)] {
		h := ps.lineHead(l)
		if len(l.Blocks) < 2 || len(l.Blocks) > len(line.Blocks)+1 || h == (lineHead{}) || slices.ContainsFunc(l.Blocks[1:], func(b block.Block) bool { return ps.isName(textOf(&b), nil) }) {
			continue
		}
		switch apart := besides(l.Blocks[0].Box, line.Blocks[0].Box); {
		case apart >= 0 && l.Blocks[0].Box.Max.X <= line.Blocks[0].Box.Min.X:
			corner = l.Blocks[0]
		case apart >= 0:
			continue
		}
		if seen[h] = true; h.day != "" {
			dated++
		}
	}
	said := dated >= 2 || seen[lineHead{role: vocabulary.ResultRole}] && len(seen) >= 2
	return corner, said && ps.lineHead(line) == (lineHead{}) && !ps.looksLike(line, valueLooks...)
}

// joinHead makes one of the blocks that stand below each other at the beginning of a line:
// 2026-05- and 14.
func joinHead(line block.Line) block.Line {
	n := 1
	for n < len(line.Blocks) && besides(line.Blocks[0].Box, line.Blocks[n].Box) < 0 {
		n++
	}
	if n < 2 {
		return line
	}
	head := line.Blocks[0]
	for _, b := range line.Blocks[1:n] {
		head = join(head, b)
	}
	return block.Line{Blocks: slices.Concat([]block.Block{head}, line.Blocks[n:])}
}

// continues tells that a line goes on with what the cells of the line above say, close
// below them and beside the head: a name and its code, a long name, a long interval.
func continues(above, line block.Line, head image.Rectangle) bool {
	return len(line.Blocks) > 0 && !slices.ContainsFunc(line.Blocks, func(b block.Block) bool {
		return b.Box.Min.X < head.Max.X || !slices.ContainsFunc(above.Blocks, func(a block.Block) bool {
			return besides(a.Box, b.Box) < 0 && b.Box.Min.Y-a.Box.Max.Y <= a.Box.Dy()
		})
	})
}

// A lineHead is what the first word of a line says all others of it are, or the day on
// which they were found.
type lineHead struct {
	role vocabulary.Role
	day  string
}

// lineHead reads the first word of a line; a line of headers says nothing.
func (ps *Parser) lineHead(line block.Line) lineHead {
	word := func(b *block.Block) string {
		main, _ := mainReading(b)
		return value.Normalise(main.Text)
	}
	if len(line.Blocks) == 0 {
		return lineHead{}
	}
	first, rest := word(&line.Blocks[0]), line.Blocks[1:]
	if len(rest) > 0 && day.MatchString(first) && ps.Words.Headers[vocabulary.Key(word(&rest[0]))] == vocabulary.ResultRole {
		rest = rest[1:] // 2025.08.14 (本次)
	}
	if slices.ContainsFunc(rest, func(b block.Block) bool {
		return ps.Words.Headers[vocabulary.Key(word(&b))] != vocabulary.NoRole || day.MatchString(word(&b))
	}) {
		return lineHead{}
	}
	if at := day.FindStringSubmatch(first); at != nil {
		if before, after, _ := strings.Cut(first, at[0]); before == "" && (after == "" || ps.Words.Headers[vocabulary.Key(after)] == vocabulary.ResultRole) {
			return lineHead{day: fmt.Sprintf("%s-%02s-%02s", at[1], at[2], at[3])}
		}
	}
	behind := first[strings.LastIndexAny(first, "0123456789")+1:] // 1月16日 06:20本次
	return lineHead{role: ps.Words.Headers[vocabulary.Key(behind)]}
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
			aside := func(i int) int { return abs(boxes[i].Min.X + boxes[i].Max.X - b.Box.Min.X - b.Box.Max.X) }
			nearest := 0
			for i := range boxes {
				if aside(i) < aside(nearest) {
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
