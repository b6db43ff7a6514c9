package table

import (
	"cmp"
	"image"
	"slices"
	"unicode"

	"tijian/ocr/vocabulary"
)

// A piece is one word of a header line with the role it gives its column.
type piece struct {
	role   vocabulary.Role
	x1, x2 int
	day    string // of an examination whose results stand below, 2026-05-14 or 2026
}

// A header is a line that names columns.
type header struct {
	y, y2  int
	x1, x2 int
	line   int
	pieces []piece

	several bool // a line below has a value between two items
}

// findHeader reads a line as a header; false when it names fewer than two
// columns.
func (ps *Parser) findHeader(cells []Cell) (header, bool) {
	var h header
	var area image.Rectangle
	for i := 0; i < len(cells); i++ {
		c := &cells[i]
		if _, _, field := CutLabel(c.Text()); field {
			return h, false // 检验项目：… is a field of the page's head
		}
		area = area.Union(c.Box)
		if i+1 < len(cells) {
			// 结　果, letters far apart, come as two cells.
			if p, ok := ps.spacedWord(c, &cells[i+1]); ok {
				h.pieces = append(h.pieces, p)
				i++
				continue
			}
		}
		h.add(ps.pieces(c), c.Box.Dy())
	}
	h.visits()
	roles := map[vocabulary.Role]bool{}
	for _, p := range h.pieces {
		roles[p.role] = true
	}
	if len(roles) < 2 || !roles[vocabulary.NameRole] && !roles[vocabulary.ResultRole] {
		return h, false
	}
	h.y, h.y2, h.x1, h.x2 = area.Min.Y, area.Max.Y, area.Min.X, area.Max.X
	return h, true
}

// joins adds a line of headings that reaches into the one above, as where cells of one line
// stand in the middle of those of two, and reports whether it did. Of two words above each
// other the upper one tells the role: 本次结果 of its day.
func (h *header) joins(o header) bool {
	if o.line != h.line+1 || o.y <= h.y || o.y >= h.y2 {
		return false
	}
	h.y, h.y2, h.x1, h.x2, h.line = o.y, o.y2, min(h.x1, o.x1), max(h.x2, o.x2), o.line
	for _, p := range o.pieces {
		at := slices.IndexFunc(h.pieces, func(a piece) bool { return max(a.x1, p.x1) < min(a.x2, p.x2) })
		if at < 0 {
			h.pieces = append(h.pieces, p)
			continue
		}
		a := &h.pieces[at]
		a.x1, a.x2, a.day = min(a.x1, p.x1), max(a.x2, p.x2), cmp.Or(a.day, p.day)
	}
	return true
}

// add adds what a cell of a height heads columns with. The word beside a date says whose
// results stand below that: 2026-05-14 (本次).
func (h *header) add(found []piece, height int) {
	if n := len(h.pieces); n > 0 && len(found) == 1 && found[0].day == "" && h.pieces[n-1].day != "" && found[0].x1-h.pieces[n-1].x2 <= height &&
		(found[0].role == vocabulary.ResultRole || found[0].role == vocabulary.PreviousRole) {
		h.pieces[n-1].role, h.pieces[n-1].x2 = found[0].role, found[0].x2
		return
	}
	h.pieces = append(h.pieces, found...)
}

func (ps *Parser) spacedWord(a, b *Cell) (piece, bool) {
	left, right := vocabulary.Key(a.Text()), vocabulary.Key(b.Text())
	if len([]rune(left)) != 1 || len([]rune(right)) != 1 {
		return piece{}, false
	}
	r, ok := ps.headerWord(left + right)
	return piece{role: r, x1: a.Box.Min.X, x2: b.Box.Max.X}, ok
}

// pieces finds header words in a cell: the whole of it, or each of its words.
func (ps *Parser) pieces(c *Cell) []piece {
	if p, ok := ps.visit(c); ok {
		return []piece{p}
	}
	if c.number {
		return nil
	}
	for _, r := range c.read {
		if role, ok := ps.headerWord(vocabulary.Key(r.text)); ok {
			return []piece{{role: role, x1: c.Box.Min.X, x2: c.Box.Max.X}}
		}
	}
	text := []rune(c.Text())
	var found []piece
	for from := 0; from < len(text); {
		for from < len(text) && unicode.IsSpace(text[from]) {
			from++
		}
		// The longest run of words that is a header word: readers put spaces
		// inside words too.
		next := from
		for to := len(text); to > from; to-- {
			if to < len(text) && !unicode.IsSpace(text[to]) {
				continue
			}
			next = to // of one word at last
			if role, ok := ps.headerWord(vocabulary.Key(string(text[from:to]))); ok {
				width := c.Box.Dx()
				found = append(found, piece{role: role, x1: c.Box.Min.X + from*width/len(text), x2: c.Box.Min.X + to*width/len(text)})
				break
			}
		}
		from = next
	}
	return found
}
