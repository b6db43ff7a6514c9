package lines

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// unplaced is where the name of a line stands that nobody has told the place of.
const unplaced = -1

// fewest is how many rows of print have two results beside each other where a page has
// two columns; of one alone the reading is as likely wrong.
const fewest = 2

// place finds each line's own part of the row of print that it stands in, which on a
// page of several columns it shares with others, and its column.
func place(list []Line) {
	rows := map[string][]*Line{}
	for i := range list {
		if l := &list[i]; len(l.blocks) > 0 {
			at := fmt.Sprint(l.Picture, l.page, l.blocks)
			rows[at] = append(rows[at], l)
		}
	}
	begins := map[[2]int][]int{} // where second columns do, by page
	heights := map[[2]int][]int{}
	for _, row := range rows {
		if own := parts(row, nil); len(own) > 1 && own[1][2] != unplaced {
			page, at := [2]int{row[0].Picture, row[0].page}, row[0].blocks[own[1][0]]
			begins[page], heights[page] = append(begins[page], at[0]), append(heights[page], at[1])
		}
	}
	for _, row := range rows {
		column := begins[[2]int{row[0].Picture, row[0].page}]
		own := parts(row, column)
		if len(column) < fewest {
			own = own[:1]
		}
		for _, l := range row {
			of := own[0]
			for _, part := range own {
				if l.from >= part[0] || l.from == unplaced && part[2] == unplaced {
					of = part
				}
			}
			l.box = hull(l.blocks[of[0]:of[1]])
			if len(own) == 1 {
				l.box = hull(l.blocks)
			}
			if l.page <= 1 { // the browser shows the first page of a file
				l.Box = fmt.Sprintf("%d %d %d %d", l.box[0], l.box[1], l.box[2], l.box[3])
			}
		}
	}
	columns(list)
	for i := range list {
		l := &list[i]
		page := [2]int{l.Picture, l.page}
		if len(begins[page]) < fewest || l.box[2] < slices.Min(begins[page]) || l.box[0] > slices.Min(begins[page]) {
			l.band = within
		} else if first, last := slices.Min(heights[page]), slices.Max(heights[page]); l.box[1] > last {
			l.band = within + 1
		} else if l.box[3] > first {
			l.band = within
		}
	}
}

// within is the part of a page that has columns: what goes across all of it stands above
// or below.
const within = 1

// parts are the blocks of a row of print that belong together, as from and to, from the
// left: a part begins with the first name or value that stands beyond those of the one
// before, and with as many blocks before it as the first has, such as a number. What has
// no place takes the side that the others leave.
func parts(row []*Line, column []int) (own [][3]int) {
	placed := slices.DeleteFunc(slices.Clone(row), func(l *Line) bool { return l.from < 0 || l.from >= len(l.blocks) })
	slices.SortFunc(placed, func(a, b *Line) int { return cmp.Compare(a.from, b.from) })
	end, all := -1, len(row[0].blocks)
	for _, l := range placed {
		if l.from > end {
			own = append(own, [3]int{max(end+1, l.from-placed[0].from), all, l.from})
		}
		end = max(end, l.to)
	}
	if len(own) == 1 && len(placed) < len(row) {
		if name := own[0][2]; name > 2 { // a number and a mark may stand before a name
			own = [][3]int{{0, all, unplaced}, {nearest(row[0].blocks, name-1, name, column), all, name}}
		} else if end < all-1 {
			own = append(own, [3]int{nearest(row[0].blocks, end+1, all-1, column), all, unplaced})
		}
	}
	for i := range own {
		if i > 0 {
			own[i-1][1] = own[i][0]
		}
	}
	if len(own) == 0 {
		return [][3]int{{0, all, unplaced}}
	}
	own[0][0] = 0
	return own
}

// nearest is which of the blocks from first to last begins nearest to where others of a
// column do.
func nearest(blocks [][4]int, first, last int, column []int) (at int) {
	least := math.MaxInt
	for i := first; i <= last; i++ {
		for _, left := range column {
			if away := max(blocks[i][0]-left, left-blocks[i][0]); away < least {
				at, least = i, away
			}
		}
	}
	return max(at, first)
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
