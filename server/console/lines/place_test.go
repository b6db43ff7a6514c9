package lines

import (
	"slices"
	"testing"
)

// A head of two results a row does not make a sheet of two columns: what goes across
// stands below it, and above it what stands above.
func TestHeadOfASheet(t *testing.T) {
	blocks := func(y int, lefts ...int) (all [][4]int) {
		for _, x := range lefts {
			all = append(all, [4]int{x, y, x + 80, y + 20})
		}
		return all
	}
	list := []Line{{blocks: blocks(0, 10, 300, 500)}, {blocks: blocks(40, 10, 100, 400, 500), to: 1}, {blocks: blocks(40, 10, 100, 400, 500), from: 2, to: 3},
		{blocks: blocks(80, 10, 100, 400, 500), to: 1}, {blocks: blocks(80, 10, 100, 400, 500), from: 2, to: 3}, {blocks: blocks(120, 10, 100)}, {blocks: blocks(160, 10, 300, 500)}}
	place(list)
	for i, want := range [][2]int{{-1, 0}, {0, 0}, {0, 1}, {0, 0}, {0, 1}, {0, 0}, {1, 0}} {
		if got := [2]int{list[i].band, list[i].column}; got != want {
			t.Errorf("line %d stands in %v, want %v: %v", i, got, want, list[i].box)
		}
	}
}

// A sheet with two columns is listed column by column: each result has its own half of
// the row of print that it shares.
func TestColumnsOfASheet(t *testing.T) {
	row := func(y int) [][4]int { // number, name, value, range; and again
		var blocks [][4]int
		for i, x := range []int{10, 60, 200, 300, 520, 560, 700, 800} {
			blocks = append(blocks, [4]int{x, y, x + 30 + 10*(i%3), y + 20})
		}
		return blocks
	}
	line := func(name string, y, from, to int) Line {
		return Line{Name: name, blocks: row(y), from: from, to: to}
	}
	for name, list := range map[string][]Line{
		"two columns":         {line("a", 0, 1, 2), line("c", 0, 5, 6), line("b", 40, 1, 2), line("d", 40, 5, 6)},
		"a longer left":       {line("a", 0, 1, 2), line("c", 0, 5, 6), line("b", 40, 1, 2), line("d", 40, 5, 6), line("e", 80, 5, 6), line("x", 80, 1, 2)},
		"a value unread":      {line("a", 0, 1, 2), line("c", 0, 5, 6), line("b", 40, 1, 1), line("d", 40, 5, 5), line("x", 80, 1, 2), line("y", 80, 5, 6)},
		"the value first":     {line("a", 0, 1, 2), {Name: "c", blocks: row(0), from: 5, to: 6}, line("b", 40, 1, 2), line("d", 40, 5, 6)},
		"two in one block":    {line("a", 0, 1, 2), line("a", 0, 1, 2), line("c", 0, 5, 6), line("b", 40, 1, 2), line("d", 40, 5, 6)},
		"nothing on the left": {line("a", 0, 1, 2), line("c", 0, 5, 6), line("b", 40, 1, 2), line("d", 40, 5, 6), line("y", 80, 5, 6)},
		"one column, misread": {line("a", 0, 0, 0), line("b", 0, 1, 2), line("c", 40, 1, 2), line("d", 80, 1, 2)},
		"one column":          {line("a", 0, 1, 2), line("b", 40, 1, 1), line("c", 80, 0, 2)},
	} {
		place(list)
		var left, right []string
		for _, l := range list {
			if l.column == 0 {
				left = append(left, l.Name)
			} else {
				right = append(right, l.Name)
			}
			if wide := l.box[2]-l.box[0] > 500; wide != (name[:3] == "one") {
				t.Errorf("%s: %s has the box %v", name, l.Name, l.box)
			}
		}
		if name[:3] == "one" {
			if len(right) > 0 {
				t.Errorf("%s: %v are taken for a second column", name, right)
			}
		} else if slices.ContainsFunc(left, func(s string) bool { return s == "c" || s == "d" || s == "e" || s == "y" }) || slices.ContainsFunc(right, func(s string) bool { return s < "c" || s == "x" }) {
			t.Errorf("%s: %v and %v", name, left, right)
		}
	}
}

// A sheet that was photographed on its side, or on its head, is listed as it is read.
func TestTurnedSheet(t *testing.T) {
	for turn := range 4 {
		var list []Line
		for _, y := range []int{40, 0} {
			for i := range 2 {
				var blocks [][4]int
				for _, left := range []int{10, 200, 520, 700} {
					blocks = append(blocks, turned([4]int{left, y, left + 90, y + 20}, 4-turn)) // as the picture has it
				}
				list = append(list, Line{Name: string(rune('a' + i)), blocks: blocks, from: 2 * i, to: 2*i + 1})
			}
		}
		place(list)
		for i, l := range list {
			if l.Turn != turn || l.column != i%2 || l.box[0] != []int{10, 520}[i%2] || l.box[1] != []int{40, 40, 0, 0}[i] {
				t.Errorf("turned by %d: line %d is turned by %d, column %d, box %v", turn, i, l.Turn, l.column, l.box)
			}
		}
		if head := HeadOf(list[2:]); head == nil || head.Turn != turn || head.Edge != 0 {
			t.Errorf("turned by %d: the head is %+v", turn, head)
		}
	}
}
