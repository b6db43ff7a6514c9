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
