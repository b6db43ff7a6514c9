package lattice

import "slices"

// A Box is a product of sets of points, one set for each dimension. Tags are
// what its cells have besides their place; merging joins them.
type Box struct {
	sets []string // one byte for each point: 1 when it belongs to the box
	Tags []int    // sorted
}

// Run is the box of the cells from one point of the last dimension to another,
// with the other dimensions as at point.
func (s *Space) Run(point []int, from, to, tag int) Box {
	b := Box{sets: make([]string, len(point)), Tags: []int{tag}}
	for i := range point {
		set := make([]byte, len(s.Dimensions[i].Points))
		if i == len(point)-1 {
			for k := from; k <= to; k++ {
				set[k] = 1
			}
		} else {
			set[point[i]] = 1
		}
		b.sets[i] = string(set)
	}
	return b
}

// Outer is the box of all points of the last dimension.
func (s *Space) Outer(point []int, tag int) Box {
	return s.Run(point, 0, len(s.Dimensions[len(point)-1].Points)-1, tag)
}

// Has reports whether a cell lies in the box.
func (b *Box) Has(point []int) bool {
	for i, p := range point {
		if b.sets[i][p] == 0 {
			return false
		}
	}
	return true
}

// First is the cell with the lowest indices.
func (b *Box) First() []int {
	point := make([]int, len(b.sets))
	for i, set := range b.sets {
		point[i] = slices.Index([]byte(set), 1)
	}
	return point
}

// Merge joins boxes that differ in one dimension only, until none do. The
// boxes must not overlap, and those that come back do not.
func Merge(boxes []Box) []Box {
	if len(boxes) == 0 {
		return boxes
	}
	for before := 0; before != len(boxes); {
		before = len(boxes)
		for d := len(boxes[0].sets) - 1; d >= 0; d-- {
			boxes = mergeAlong(boxes, d)
		}
	}
	return boxes
}

func mergeAlong(boxes []Box, d int) []Box {
	at := map[string]int{}
	merged := make([]Box, 0, len(boxes))
	var key []byte
	for _, b := range boxes {
		key = key[:0]
		for i, set := range b.sets {
			if i != d {
				key = append(key, set...)
			}
		}
		i, known := at[string(key)]
		if !known {
			at[string(key)] = len(merged)
			merged = append(merged, b)
			continue
		}
		m := &merged[i]
		m.sets = slices.Clone(m.sets)
		m.sets[d] = union(m.sets[d], b.sets[d])
		m.Tags = slices.Concat(m.Tags, b.Tags)
		slices.Sort(m.Tags)
		m.Tags = slices.Compact(m.Tags)
	}
	return merged
}

func union(a, b string) string {
	out := []byte(a)
	for i := range out {
		out[i] |= b[i]
	}
	return string(out)
}

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
