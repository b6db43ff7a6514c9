package lines

import (
	"cmp"
	"fmt"
	"slices"
)

// fewest is how many rows of print have two results beside each other where a page has
// two columns; of one alone the reading is as likely wrong.
const fewest = 2

// printed says where a line is: the blocks of its row of print, and which of them are its
// name and its value, -1 for none.
func (l *Line) printed(blocks [][4]int, name, value int) {
	l.blocks, l.from, l.to = blocks, name, max(name, value)
	if value >= 0 {
		l.from = min(name, value)
	}
}

// turns finds by how many quarters clockwise each page is to be turned to be read: its
// rows go from their first block to their last.
func turns(list []Line) map[[2]int]int {
	along := map[[2]int][2]int{}
	for i := range list {
		if b := list[i].blocks; len(b) > 1 {
			at, first, last := list[i].sheet(), b[0], b[len(b)-1]
			along[at] = [2]int{along[at][0] + last[0] + last[2] - first[0] - first[2], along[at][1] + last[1] + last[3] - first[1] - first[3]}
		}
	}
	turn := map[[2]int]int{}
	for at, way := range along {
		switch x, y := way[0], way[1]; {
		case max(y, -y) <= max(x, -x):
			turn[at] = map[bool]int{true: 2}[x < 0]
		case y < 0:
			turn[at] = 1
		default:
			turn[at] = 3
		}
	}
	return turn
}

// turned is a box of a page that is turned by so many quarters clockwise.
func turned(box [4]int, quarters int) [4]int {
	for range quarters {
		box = [4]int{-box[3], box[0], -box[1], box[2]}
	}
	return box
}

// A Head is where the head of a page ends, which prints whose it is: the side of the first
// line that looks to it, in the picture as it is.
type Head struct {
	Turn, Edge int
	Report     string // that has the picture
	Kept       bool
}

// HeadOf is that of the first picture, nil for none.
func HeadOf(list []Line) *Head {
	for i := range list {
		if l := &list[i]; l.Picture == 0 && l.Box != "" {
			return &Head{Turn: l.Turn, Edge: hull(l.own)[[...]int{1, 0, 3, 2}[l.Turn]]}
		}
	}
	return nil
}

// sheet is the page that a line stands on.
func (l *Line) sheet() [2]int { return [2]int{l.Picture, l.page} }

// place finds each line's own part of the row of print that it stands in, which on a
// page of several columns it shares with others, its column, and whether it goes across
// the page above or below them.
func place(list []Line) {
	rows := map[string][]*Line{}
	for i := range list {
		l := &list[i]
		at := fmt.Sprint(l.Picture, l.page, l.blocks)
		rows[at] = append(rows[at], l)
	}
	turn := turns(list)
	second := map[[2]int][][4]int{} // what stands second in its row, by page
	for _, row := range rows {
		if own := share(row); own != nil {
			page := row[0].sheet()
			second[page] = append(second[page], turned(hull(own), turn[page]))
		}
	}
	for i := range list {
		l := &list[i]
		beside := second[l.sheet()]
		if len(beside) < fewest {
			beside, l.own = nil, l.blocks
		} else if len(l.own) == len(l.blocks) {
			l.alone(hull(beside)[0], turn[l.sheet()])
		}
		l.box, l.Turn = hull(l.own), turn[l.sheet()]
		if len(l.own) > 0 && l.page <= 1 { // the browser shows the first page of a file
			l.Box = fmt.Sprintf("%d %d %d %d", l.box[0], l.box[1], l.box[2], l.box[3])
		}
		l.box = turned(l.box, l.Turn)
		if two := hull(beside); len(beside) > 0 && l.box[0] <= two[0] && two[0] <= l.box[2] {
			middle := (l.box[1] + l.box[3]) / 2
			l.band = cmp.Compare(middle, min(max(middle, two[1]), two[3]))
		}
	}
	columns(list)
}

// share gives each line of a row of print its own blocks: a part begins with the first
// name or value beyond those of the one before, and with as many blocks before it as the
// first has, such as a number. It returns the second part, nil where there is one.
func share(row []*Line) (second [][4]int) {
	slices.SortFunc(row, func(a, b *Line) int { return cmp.Compare(a.from, b.from) })
	blocks, end := row[0].blocks, row[0].to
	begins := make([]int, len(row))
	for i, l := range row[1:] {
		begins[i+1] = begins[i]
		if l.from > end {
			begins[i+1] = min(max(end+1, l.from-row[0].from), len(blocks))
		}
		end = max(end, l.to)
	}
	until := len(blocks)
	for i, l := range slices.Backward(row) {
		if i+1 < len(row) && begins[i+1] > begins[i] {
			until, second = begins[i+1], row[i+1].own
		}
		l.own = blocks[begins[i]:until]
	}
	return second
}

// alone leaves to a line that stands by itself in its row, in the second column, what stands
// there: of the first column nothing was read in that row, or only a heading.
func (l *Line) alone(left, turn int) {
	from := slices.IndexFunc(l.blocks, func(b [4]int) bool { return turned(b, turn)[0] >= left })
	if from > 0 && l.from >= from {
		l.own = l.blocks[from:]
	}
}

// hull is the rectangle around blocks: left, top, right, bottom.
func hull(blocks [][4]int) (box [4]int) {
	for i, b := range blocks {
		if i == 0 {
			box = b
		}
		box = [4]int{min(box[0], b[0]), min(box[1], b[1]), max(box[2], b[2]), max(box[3], b[3])}
	}
	return box
}

// columns numbers the columns of a page: what lies wholly to the right of a line is in
// a later one than it.
func columns(list []Line) {
	byLeft := make([]*Line, len(list))
	for i := range list {
		byLeft[i] = &list[i]
	}
	slices.SortStableFunc(byLeft, func(a, b *Line) int { return cmp.Compare(a.box[0], b.box[0]) })
	for i, l := range byLeft {
		for _, before := range byLeft[:i] {
			if before.sheet() == l.sheet() && before.box[2] < l.box[0] {
				l.column = max(l.column, before.column+1)
			}
		}
	}
}
