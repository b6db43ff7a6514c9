package quality

import "image"

// Measures of what lies around the paper, in px of the reduced picture.
const (
	deskCell   = 8    // side of the squares that are looked at
	deskReach  = 200  // paper is looked for so far away
	deskShare  = 0.45 // of the grey of the brightest square there; bold print covers less
	deskMargin = 48   // its shadow and the paper's edge, beyond paperRadius
)

// darkSurroundings marks what is far darker than the paper nearby and its
// edge: the table under a photographed sheet, whose border would pass for
// print of great height and contrast, and bars under inverted print.
func darkSurroundings(page *plane) (marked *mask, any bool) {
	w, h := (page.w+deskCell-1)/deskCell, (page.h+deskCell-1)/deskCell
	mean := newPlane(w, h)
	for y := range h {
		for x := range w {
			area := image.Rect(x*deskCell, y*deskCell, (x+1)*deskCell, (y+1)*deskCell).Intersect(image.Rect(0, 0, page.w, page.h))
			var sum float32
			for j := area.Min.Y; j < area.Max.Y; j++ {
				for _, v := range page.row(j)[area.Min.X:area.Max.X] {
					sum += v
				}
			}
			mean.v[y*w+x] = sum / float32(area.Dx()*area.Dy())
		}
	}
	brightest := highest(mean, deskReach/deskCell)
	dark := newPlane(w, h)
	for i, v := range boxMean(mean, 1).v {
		if v < deskShare*brightest.v[i] {
			dark.v[i], any = 1, true
		}
	}
	near := highest(dark, deskMargin/deskCell)
	marked = &mask{w: page.w, h: page.h, at: make([]bool, len(page.v))}
	for y := range page.h {
		for x := range page.w {
			marked.at[y*page.w+x] = near.v[y/deskCell*w+x/deskCell] > 0
		}
	}
	return marked, any
}

// highest gives the greatest value of the square of side 2*radius+1 around
// each point.
func highest(p *plane, radius int) *plane {
	across := newPlane(p.w, p.h)
	for y := range p.h {
		row, to := p.row(y), across.row(y)
		for x := range to {
			to[x] = row[x]
			for _, v := range row[max(0, x-radius):min(p.w, x+radius+1)] {
				to[x] = max(to[x], v)
			}
		}
	}
	out := newPlane(p.w, p.h)
	for y := range p.h {
		to := out.row(y)
		copy(to, across.row(y))
		for j := max(0, y-radius); j < min(p.h, y+radius+1); j++ {
			for x, v := range across.row(j) {
				to[x] = max(to[x], v)
			}
		}
	}
	return out
}
