package block

import "slices"

// ResultsAhead reports whether results stand before the names on a page: at least so many
// items are on lines with a result before the first name and none behind the last, more
// than are on others. named and result say what a cell of a line is, ordinal which number
// of the lines it may be, 0 for none.
func ResultsAhead[T any](lines [][]T, least int, named, result func(T) bool, ordinal func(T) int) bool {
	ahead, behind, counted := 0, 0, 0
	for _, cells := range lines {
		name := slices.IndexFunc(cells, named)
		if name < 0 {
			continue
		}
		last, items := name, 0
		for i, c := range cells {
			if named(c) {
				last, items = i, items+1
			}
		}
		first := slices.IndexFunc(cells[:name], result)
		switch {
		case slices.ContainsFunc(cells[last+1:], result):
			behind += items
		case first >= 0 && (ordinal(cells[first]) == 0 || ordinal(cells[first]) != counted+1):
			ahead += items
		}
		if first >= 0 {
			counted = ordinal(cells[first])
		}
	}
	return ahead >= least && ahead > behind
}
