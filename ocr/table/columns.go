package table

import (
	"image"
	"slices"
	"strings"

	"tijian/ocr/block"
	"tijian/ocr/value"
	"tijian/ocr/vocabulary"
)

// columns is what the page's headers and the cells above and below tell about
// a cell.
type columns struct {
	headers []header
	cells   []placed
	region  []int // of each line: how many headers stand above it
	middle  []int // of each line: twice the height of its name, or of its first cell
	marks   bool  // the page prints marks
	ahead   bool  // results stand before the names of their lines, which have none behind
	units   []string
	// dotted is true when the page's zeros have a dot or stroke that readers
	// stumble over.
	dotted bool
	usual  int // digits after the point of most numbers; 0 without such a habit
}

type placed struct {
	line    int
	box     image.Rectangle
	look    Look
	marked  bool // a number with its mark
	ordinal int  // the whole number read there, 0 for none
}

// oneName tells that the header above a box names no second column of names or of
// results, and no line below it another item behind a value: each is about one item.
func (c *columns) oneName(box image.Rectangle) bool {
	at := c.headerOf(box)
	if at < 0 || c.headers[at].several {
		return false
	}
	count := map[vocabulary.Role]int{}
	for _, p := range c.headers[at].pieces {
		count[p.role]++
	}
	return count[vocabulary.NameRole] <= 1 && count[vocabulary.ResultRole] <= 1
}

// resultsFirst tells that the header above a box names results before the one column of
// names: what stands before a name is said of it, also off the words of the header.
func (c *columns) resultsFirst(box image.Rectangle) bool {
	at := c.headerOf(box)
	if at < 0 || !c.oneName(box) {
		return false
	}
	of := func(r vocabulary.Role) int {
		return slices.IndexFunc(c.headers[at].pieces, func(p piece) bool { return p.role == r })
	}
	result, name := of(vocabulary.ResultRole), of(vocabulary.NameRole)
	return result >= 0 && result < name
}

// headerOf gives the place of the nearest header above a box, or -1.
func (c *columns) headerOf(box image.Rectangle) int {
	best := -1
	for i, h := range c.headers {
		centre := (box.Min.X + box.Max.X) / 2
		margin := (h.x2 - h.x1) / 20
		if h.y < box.Max.Y && h.x1-margin <= centre && centre <= h.x2+margin+box.Dx() && (best < 0 || h.y >= c.headers[best].y) {
			best = i
		}
	}
	return best
}

// roleOf gives the role that the nearest header above gives to a box.
func (c *columns) roleOf(box image.Rectangle) vocabulary.Role { return c.headOf(box).role }

// headOf gives the heading of the column of a box, without a role where there is none.
func (c *columns) headOf(box image.Rectangle) (found piece) {
	best := c.headerOf(box)
	if best < 0 {
		return piece{}
	}
	least := 0
	for _, p := range c.headers[best].pieces {
		d := min(abs(p.x1-box.Min.X), abs(p.x2-box.Max.X), abs(p.x1+p.x2-box.Min.X-box.Max.X)/2)
		apart := max(p.x1, box.Min.X) - min(p.x2, box.Max.X)
		if apart > box.Dy() {
			continue // a column whose heading was not read is not its neighbour
		}
		d += 2 * max(0, apart)
		if found.role == vocabulary.NoRole || d < least {
			found, least = p, d
		}
	}
	return found
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// shares tells how the cells above and below a box look: the shares of
// numbers, of intervals, of units and of grades among those within reach, and of
// numbers with marks.
type shares struct{ number, interval, unit, grade, mark, marked float64 }

func (c *columns) around(line int, box image.Rectangle) shares {
	var looks [markLook + 1]float64
	n, marked := 0.0, 0.0
	for _, p := range c.cells {
		if p.line == line || abs(p.line-line) > columnReach || c.region[p.line] != c.region[line] {
			continue // under another header, columns are others
		}
		if !sameColumn(p.box, box) || abs(c.offset(p.line, p.box)-c.offset(line, box)) > box.Dy() {
			continue // in another place of its row: the limits below the results
		}
		n++
		looks[p.look]++
		if p.marked && p.look == numberLook {
			marked++
		}
	}
	if n < columnCells {
		return shares{}
	}
	return shares{(looks[numberLook] + looks[PairLook]) / n, looks[intervalLook] / n, looks[unitLook] / n, looks[GradeLook] / n, looks[markLook] / n, marked / n}
}

// offset is twice the height of a box above its line's name, or below it.
func (c *columns) offset(line int, box image.Rectangle) int {
	return box.Min.Y + box.Max.Y - c.middle[line]
}

// numbers tells that a box stands in a column that counts its lines: the
// numbers there go up by one from line to line, at least over three of them.
func (c *columns) numbers(line int, box image.Rectangle) bool {
	at := -1
	var column []placed
	for _, p := range c.cells {
		if p.ordinal == 0 || c.region[p.line] != c.region[line] || min(p.box.Max.X, box.Max.X) <= max(p.box.Min.X, box.Min.X) {
			continue
		}
		if p.line == line && p.box == box {
			at = len(column)
		}
		column = append(column, p)
	}
	if at < 0 {
		return false
	}
	run := 1
	for i := at; i > 0 && column[i].ordinal == column[i-1].ordinal+1; i-- {
		run++
	}
	for i := at; i+1 < len(column) && column[i].ordinal+1 == column[i+1].ordinal; i++ {
		run++
	}
	return run >= numberedLines
}

// ordinal gives the small whole number that a cell is, 0 for none.
func (c *Cell) ordinal() int {
	for _, r := range c.read {
		if len(r.tokens) != 1 || r.tokens[0].Kind != value.NumberKind {
			continue
		}
		if n := r.tokens[0].Number; n.Decimals == 0 && n.Compare == "" && n.Value >= 1 && n.Value <= lastOrdinal {
			return int(n.Value)
		}
	}
	return 0
}

// addUnits notes the units of a cell, each spelling once.
func (c *columns) addUnits(cell *Cell) {
	for _, r := range cell.read {
		for _, t := range r.tokens {
			if t.Kind == value.UnitKind && !slices.Contains(c.units, t.Text) {
				c.units = append(c.units, t.Text)
			}
		}
		if cell.look == unitLook && !slices.Contains(c.units, r.text) {
			c.units = append(c.units, r.text)
		}
	}
}

func (ps *Parser) newColumns(lines [][]Cell) *columns {
	c := &columns{}
	stumbles := 0
	for i, cells := range lines {
		c.region = append(c.region, len(c.headers))
		middle := 0
		if len(cells) > 0 {
			at := max(0, slices.IndexFunc(cells, func(c Cell) bool { return c.isWord() }))
			middle = cells[at].Box.Min.Y + cells[at].Box.Max.Y
		}
		c.middle = append(c.middle, middle)
		for j := range cells {
			if ps.stumbles(&cells[j]) {
				stumbles++
			}
		}
		if h, ok := ps.findHeader(cells); ok {
			if h.line = i; len(c.headers) == 0 || !c.headers[len(c.headers)-1].joins(h) {
				c.headers = append(c.headers, h)
			}
			for _, p := range h.pieces {
				c.marks = c.marks || p.role == vocabulary.MarkRole
			}
			continue
		}
		if n := len(c.headers); n > 0 {
			box, several := boxOf(cells), areSeveral(cells)
			if several && i+1 < len(lines) && areSeveral(lines[i+1]) && c.oneName(box) {
				// A form, label by label: the header of the table above tells nothing of it.
				c.headers = append(c.headers, header{y: box.Min.Y, y2: box.Min.Y, x1: c.headers[n-1].x1, x2: c.headers[n-1].x2, line: i})
				c.region[i]++
			} else {
				c.headers[n-1].several = c.headers[n-1].several || several
			}
		}
		for j := range cells {
			marked := false
			for _, r := range cells[j].read {
				for _, t := range r.tokens {
					marked = marked || t.Kind == value.MarkKind && t.Sure
				}
			}
			c.marks = c.marks || marked && cells[j].look != textLook
			c.cells = append(c.cells, placed{i, cells[j].Box, cells[j].look, marked, cells[j].ordinal()})
			c.addUnits(&cells[j])
		}
	}
	c.dotted = stumbles >= dottedPage
	c.ahead = block.ResultsAhead(lines, columnCells,
		func(c Cell) bool { return c.best().Sim >= nameSure }, func(c Cell) bool { return c.holds().value }, func(c Cell) int { return c.ordinal() })
	c.usual = usualDecimals(lines)
	return c
}

// areSeveral tells that cells of a line name two items, and a value between them.
func areSeveral(cells []Cell) bool {
	var above *Cell
	valued := false
	for i := range cells {
		switch c := &cells[i]; {
		case c.best().Sim >= nameSure && above != nil && valued && c.isOther(above):
			return true
		case c.best().Sim >= nameSure:
			above, valued = c, false
		default:
			valued = valued || c.holdsValue()
		}
	}
	return false
}

// usualDecimals gives the digits after the point that most numbers of a page
// have, 0 when they differ or have none.
func usualDecimals(lines [][]Cell) int {
	var counts [mostUsual + 1]int
	all := 0
	for _, cells := range lines {
		for i := range cells {
			c := &cells[i]
			if c.look != numberLook || c.ordinal() > 0 || len(c.read) == 0 {
				continue
			}
			for _, t := range c.read[0].tokens {
				if t.Kind == value.NumberKind {
					all++
					if t.Number.Decimals < len(counts) {
						counts[t.Number.Decimals]++
					}
					break
				}
			}
		}
	}
	for d := 1; d < len(counts); d++ {
		if all >= leastUsual && float64(counts[d]) >= usualShare*float64(all) {
			return d
		}
	}
	return 0
}

// stumbles tells that a reader saw in a number a sign that stands for a dotted
// zero, @.02-0.52, or that two readers took the same zeros for other digits:
// 20.0-50.0 and 26.9-56.9.
func (ps *Parser) stumbles(c *Cell) bool {
	for i, r := range c.read {
		if vocabulary.HasHan(r.text) {
			continue
		}
		if strings.ContainsAny(r.text, "@®©") && strings.ContainsAny(r.text, "0123456789") {
			return true
		}
		for _, other := range c.read[i+1:] {
			if zerosDiffer(r.text, other.text) {
				return true
			}
		}
	}
	return false
}

// zerosDiffer tells that two texts of digits are the same but for zeros that
// one has as what a dotted zero is read as.
func zerosDiffer(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	differ := false
	for i := range len(a) {
		switch {
		case a[i] == b[i]:
		case a[i] == '0' && value.LikeDottedZero(b[i]), b[i] == '0' && value.LikeDottedZero(a[i]):
			differ = true
		default:
			return false
		}
	}
	return differ
}
