package raster

import "image"

// A Run is a horizontal stretch of ink.
type Run struct {
	Y, X0, X1 int32 // X1 is exclusive
}

// A Component is a connected piece of ink (8 neighbours).
type Component struct {
	Box  image.Rectangle
	Area int // pixels of ink
	Runs []Run
}

// Components returns the connected pieces of ink in order of their first row.
func Components(ink *Bitmap) []Component {
	var runs []Run
	var parent []int32
	find := func(i int32) int32 {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	prev, prevEnd := 0, 0
	for y := range ink.H {
		start := len(runs)
		row := ink.Pix[y*ink.W : (y+1)*ink.W]
		for x := NextInk(row, 0); x < len(row); x = NextInk(row, x) {
			x0 := x
			for x < len(row) && row[x] != 0 {
				x++
			}
			id := int32(len(runs))
			runs = append(runs, Run{int32(y), int32(x0), int32(x)})
			parent = append(parent, id)
			for prev < prevEnd && int(runs[prev].X1) < x0 {
				prev++
			}
			for i := prev; i < prevEnd && int(runs[i].X0) <= x; i++ {
				if a, b := find(int32(i)), find(id); a < b {
					parent[b] = a
				} else {
					parent[a] = b
				}
			}
		}
		prev, prevEnd = start, len(runs)
	}
	return gather(runs, find)
}

// gather groups runs by their root; the runs of a component share one array.
func gather(runs []Run, find func(int32) int32) []Component {
	index := make([]int32, len(runs))
	var count []int
	for i := range runs {
		root := find(int32(i))
		if int(root) == i {
			index[i] = int32(len(count))
			count = append(count, 0)
		} else {
			index[i] = index[root]
		}
		count[index[i]]++
	}
	sorted := make([]Run, len(runs))
	components := make([]Component, len(count))
	at := 0
	for i, n := range count {
		components[i].Runs = sorted[at : at : at+n]
		at += n
	}
	for i, r := range runs {
		c := &components[index[i]]
		box := image.Rect(int(r.X0), int(r.Y), int(r.X1), int(r.Y)+1)
		if len(c.Runs) == 0 {
			c.Box = box
		} else {
			c.Box.Min.X = min(c.Box.Min.X, box.Min.X)
			c.Box.Max.X = max(c.Box.Max.X, box.Max.X)
			c.Box.Max.Y = box.Max.Y
		}
		c.Runs = append(c.Runs, r)
		c.Area += int(r.X1 - r.X0)
	}
	return components
}

// Bounds returns the box around components.
func Bounds(components []Component) image.Rectangle {
	var box image.Rectangle
	for i := range components {
		box = box.Union(components[i].Box)
	}
	return box
}
