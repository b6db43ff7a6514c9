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
	second := map[[2]int][][4]int{} // what stands second in its row, by page
	for _, row := range rows {
		if own := share(row); own != nil {
			page := [2]int{row[0].Picture, row[0].page}
			second[page] = append(second[page], hull(own))
		}
	}
	for i := range list {
		l := &list[i]
		beside := second[[2]int{l.Picture, l.page}]
		if len(beside) < fewest {
			beside, l.own = nil, l.blocks
		}
		l.box = hull(l.own)
		if len(l.own) > 0 && l.page <= 1 { // the browser shows the first page of a file
			l.Box = fmt.Sprintf("%d %d %d %d", l.box[0], l.box[1], l.box[2], l.box[3])
		}
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
			if before.Picture == l.Picture && before.page == l.page && before.box[2] < l.box[0] {
				l.column = max(l.column, before.column+1)
			}
		}
	}
}
