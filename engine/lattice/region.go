package lattice

import "slices"

// A Region is where two sides answer differently, each always the same.
type Region[T comparable] struct {
	From, To T
	Box
}

// Regions walks all cells, asks for both sides' answers and puts the cells in
// which they differ together, by person first. tag is kept with the cell. The
// last dimension moves fastest.
func Regions[T comparable](s *Space, answer func(point []int) (from, to T, tag int)) []Region[T] {
	type change struct{ from, to T }
	var order []change
	boxes := map[change][]Box{}
	add := func(c change, b Box) {
		if boxes[c] == nil {
			order = append(order, c)
		}
		boxes[c] = append(boxes[c], b)
	}
	last := len(s.Dimensions) - 1
	var current change
	var outer []int
	start, tag := -1, 0
	flush := func(end int) {
		if start >= 0 {
			add(current, s.Run(outer, start, end, tag))
			start = -1
		}
	}
	s.Each(func(point []int) bool {
		if last < 0 {
			if from, to, t := answer(point); from != to {
				add(change{from, to}, Box{Tags: []int{t}})
			}
			return false
		}
		flush(len(s.Dimensions[last].Points) - 1)
		outer = append(outer[:0], point...)
		return true
	}, func(point []int) bool {
		from, to, t := answer(point)
		if c := (change{from, to}); start >= 0 && (c != current || t != tag) {
			flush(point[last] - 1)
		}
		if from != to && start < 0 {
			current, tag, start = change{from, to}, t, point[last]
		}
		return true
	})
	if last >= 0 {
		flush(len(s.Dimensions[last].Points) - 1)
	}
	var regions []Region[T]
	for _, c := range order {
		for _, b := range Merge(boxes[c]) {
			regions = append(regions, Region[T]{c.from, c.to, b})
		}
	}
	slices.SortStableFunc(regions, func(a, b Region[T]) int { return slices.Compare(a.First(), b.First()) })
	return regions
}
