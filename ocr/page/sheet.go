package page

import (
	"cmp"
	"image"
	"math"
	"slices"
)

// A Point is a place on a picture in pixels.
type Point struct{ X, Y float64 }

// A Sheet is the paper found in a photograph.
type Sheet struct {
	// Corners of the paper: top left, top right, bottom right, bottom left.
	Corners [4]Point
	mask    *Ink // 1 on paper, on a reduced picture
	scale   float64
}

// overview is the longer side of the reduced picture on which the sheet is
// searched.
const overview = 360

// FindSheet looks for bright paper on a darker ground. It reports false when
// there is none to be seen: the paper fills the picture, or ground and paper
// cannot be told apart.
func FindSheet(g *image.Gray) (Sheet, bool) {
	small, k := Fit(g, overview)
	w, h := small.Rect.Dx(), small.Rect.Dy()
	if min(w, h) < 40 {
		return Sheet{}, false
	}
	bright := withoutPrint(small)
	high := level(bright, 256)
	core, ok := brightest(bright, w, h, high)
	if !ok {
		core = nil
	}
	// Part of the paper may lie behind the sharp edge of a shadow.
	if both, ok := brightest(bright, w, h, level(bright, high)); ok {
		if core == nil {
			core = brighter(bright, w, h, high)
		}
		if s, ok := outlined(small, bright, both, piece, whole, k); ok && lit(s.mask, core) {
			return s, true
		}
	}
	if !ok {
		return Sheet{}, false
	}
	return outlined(small, bright, core, 1, part, k)
}

// piece is the least size of a part of a sheet that the edge of a shadow cuts
// off, as a share of the largest part.
const piece = 0.06

// How much of a sheet's rim must be in the picture.
const (
	part  = 0.11
	whole = 0.8
)

// outlined grows core to a sheet with straight sides, of parts that are at
// least least as large as the largest, of whose rim the share seen is in the
// picture.
func outlined(small *image.Gray, bright []float32, core *Ink, least, seen, k float64) (Sheet, bool) {
	// Part of the paper may lie in shadow: grow over soft changes of light,
	// carefully first when the ground is hard to tell from the paper.
	for _, barrier := range []float64{0.16, 0.1, 0.06, 0} {
		mask := grown(core, bright, barrier, least)
		solid(mask)
		c, ok := corners(mask)
		if !ok || !edged(small, c, seen) {
			continue
		}
		s := Sheet{mask: mask, scale: k}
		for i, p := range c {
			s.Corners[i] = Point{(p.X+0.5)/k - 0.5, (p.Y+0.5)/k - 0.5}
		}
		return s, true
	}
	return Sheet{}, false
}

// grown extends core over neighbours where brightness changes by less than
// the share barrier from pixel to pixel, and drops parts smaller than the share
// least of the largest.
func grown(core *Ink, f []float32, barrier, least float64) *Ink {
	w, h := core.W, core.H
	steep := func(i int) bool {
		x, y := i%w, i/w
		l, r := f[y*w+max(x-1, 0)], f[y*w+min(x+1, w-1)]
		u, d := f[max(y-1, 0)*w+x], f[min(y+1, h-1)*w+x]
		level := float64(f[i]) + 4
		return math.Abs(float64(r-l)) > barrier*level || math.Abs(float64(d-u)) > barrier*level
	}
	out := &Ink{W: w, H: h, Pix: make([]uint8, w*h)}
	if barrier == 0 {
		copy(out.Pix, core.Pix)
		return out
	}
	var queue []int
	for i, v := range core.Pix {
		if v != 0 && !steep(i) {
			out.Pix[i] = 1
			queue = append(queue, i)
		}
	}
	for len(queue) > 0 {
		i := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, j := range [4]int{i - 1, i + 1, i - w, i + w} {
			if j < 0 || j >= len(f) || (j == i-1 && i%w == 0) || (j == i+1 && j%w == 0) || out.Pix[j] != 0 || steep(j) {
				continue
			}
			out.Pix[j] = 1
			queue = append(queue, j)
		}
	}
	// What is steep inside the sheet, such as print, is closed by solid; keep
	// the areas that hold most of the core.
	parts := Components(out)
	largest := 0
	for _, p := range parts {
		largest = max(largest, p.Area)
	}
	return only(w, h, slices.DeleteFunc(parts, func(p Component) bool { return float64(p.Area) < least*float64(largest) }),
		func(image.Rectangle) bool { return true })
}

// withoutPrint closes dark print with a maximum filter.
func withoutPrint(g *image.Gray) []float32 {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	f := make([]float32, w*h)
	for y := range h {
		for x := range w {
			f[y*w+x] = float32(g.Pix[y*g.Stride+x])
		}
	}
	return extreme(extreme(f, w, h, 2, true), w, h, 2, false)
}

// level returns the last level of the darker class of what is darker than
// below, or -1.
func level(f []float32, below int) int {
	var histogram [256]int
	n := 0
	for _, v := range f {
		if int(v) < below {
			histogram[uint8(v)]++
			n++
		}
	}
	if n == 0 {
		return -1
	}
	return otsu(histogram)
}

// brighter marks what is above a level.
func brighter(f []float32, w, h, cut int) *Ink {
	out := &Ink{W: w, H: h, Pix: make([]uint8, w*h)}
	for i, v := range f {
		if int(v) > cut {
			out.Pix[i] = 1
		}
	}
	return out
}

// brightest returns the largest area above a level, if it could be a sheet:
// neither tiny nor all, and clearly brighter than the rest.
func brightest(f []float32, w, h, cut int) (mask *Ink, ok bool) {
	var sum [2]float64
	var n [2]float64
	for _, v := range f {
		side := 0
		if int(v) > cut {
			side = 1
		}
		sum[side] += float64(v)
		n[side]++
	}
	if n[1] == 0 || n[0] < 0.04*float64(w*h) || sum[0]/n[0] > 0.8*sum[1]/n[1] {
		return nil, false
	}
	parts := Components(brighter(f, w, h, cut))
	if len(parts) == 0 {
		return nil, false
	}
	largest := slices.MaxFunc(parts, func(a, b Component) int { return cmp.Compare(a.Area, b.Area) })
	if share := float64(largest.Area) / float64(w*h); share < 0.2 || share > 0.96 {
		return nil, false
	}
	return only(w, h, []Component{largest}, func(image.Rectangle) bool { return true }), true
}

// solid fills the holes and bays of a mask: what lies between paper both
// across and down is paper.
func solid(mask *Ink) {
	type span struct{ lo, hi int }
	rows, cols := make([]span, mask.H), make([]span, mask.W)
	for i := range rows {
		rows[i] = span{mask.W, -1}
	}
	for i := range cols {
		cols[i] = span{mask.H, -1}
	}
	for y := range mask.H {
		for x := range mask.W {
			if mask.Pix[y*mask.W+x] != 0 {
				rows[y] = span{min(rows[y].lo, x), max(rows[y].hi, x)}
				cols[x] = span{min(cols[x].lo, y), max(cols[x].hi, y)}
			}
		}
	}
	for y := range mask.H {
		for x := range mask.W {
			if x >= rows[y].lo && x <= rows[y].hi && y >= cols[x].lo && y <= cols[x].hi {
				mask.Pix[y*mask.W+x] = 1
			}
		}
	}
}

// Clear whitens everything off the sheet in a flattened picture, and a narrow
// strip along its edge where the light changes.
func (s *Sheet) Clear(g *image.Gray) *image.Gray {
	out := blank(g.Rect.Dx(), g.Rect.Dy())
	s.each(g, func(y, x0, x1 int) {
		copy(out.Pix[y*out.Stride+x0:y*out.Stride+x1], g.Pix[y*g.Stride+x0:y*g.Stride+x1])
	})
	return out
}

// Fill continues the brightness of the sheet's edge over the ground around
// it, so that the ground does not disturb the measuring of light.
func (s *Sheet) Fill(g *image.Gray) *image.Gray {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	out := image.NewGray(g.Rect)
	const deep = 24 // pixels that tell the brightness of an edge
	edge := func(part []uint8) uint8 {
		var histogram [256]int
		for _, v := range part {
			histogram[v]++
		}
		return uint8(quantile(&histogram, len(part), 0.8))
	}
	first, last := -1, -1
	s.each(g, func(y, x0, x1 int) {
		row := out.Pix[y*out.Stride : y*out.Stride+w]
		copy(row[x0:x1], g.Pix[y*g.Stride+x0:y*g.Stride+x1])
		left, right := edge(row[x0:min(x0+deep, x1)]), edge(row[max(x1-deep, x0):x1])
		for x := range x0 {
			row[x] = left
		}
		for x := x1; x < w; x++ {
			row[x] = right
		}
		if first < 0 {
			first = y
		}
		last = y
	})
	for y := range h {
		if from := min(max(y, first), last); from != y {
			copy(out.Pix[y*out.Stride:y*out.Stride+w], out.Pix[from*out.Stride:from*out.Stride+w])
		}
	}
	return out
}

// each calls f for the stretches of the sheet, row by row.
func (s *Sheet) each(g *image.Gray, f func(y, x0, x1 int)) {
	const strip = 2 // pixels of the overview along the edge of the sheet
	for y := range g.Rect.Dy() {
		my := min(int(float64(y)*s.scale), s.mask.H-1)
		lo, hi := s.mask.W, 0
		for _, ny := range [2]int{max(my-strip, 0), min(my+strip, s.mask.H-1)} {
			row := s.mask.Pix[ny*s.mask.W : (ny+1)*s.mask.W]
			first, last := slices.Index(row, 1), len(row)
			for last > 0 && row[last-1] == 0 {
				last--
			}
			if first < 0 {
				lo, hi = s.mask.W, 0
				break
			}
			if lo > hi {
				lo, hi = first, last
			}
			lo, hi = max(lo, first), min(hi, last)
		}
		if lo > 0 {
			lo += strip
		}
		if hi < s.mask.W {
			hi -= strip
		}
		x0, x1 := int(float64(lo)/s.scale), min(int(float64(hi)/s.scale), g.Rect.Dx())
		if x0 < x1 {
			f(y, x0, x1)
		}
	}
}

// Rectify returns the map from the sheet seen squarely, and its size, to the
// picture. The perspective is that of a flat sheet; pixels keep their density.
func (s *Sheet) Rectify() (Map, image.Point) {
	c := s.Corners
	side := func(a, b Point) float64 { return math.Hypot(b.X-a.X, b.Y-a.Y) }
	w := (side(c[0], c[1]) + side(c[3], c[2])) / 2
	h := (side(c[0], c[3]) + side(c[1], c[2])) / 2
	// A projective map of the unit square (Heckbert 1989, section 2.2.3).
	dx1, dx2, dx3 := c[1].X-c[2].X, c[3].X-c[2].X, c[0].X-c[1].X+c[2].X-c[3].X
	dy1, dy2, dy3 := c[1].Y-c[2].Y, c[3].Y-c[2].Y, c[0].Y-c[1].Y+c[2].Y-c[3].Y
	det := dx1*dy2 - dx2*dy1
	g, k := (dx3*dy2-dx2*dy3)/det, (dx1*dy3-dx3*dy1)/det
	a, b := c[1].X-c[0].X+g*c[1].X, c[3].X-c[0].X+k*c[3].X
	d, e := c[1].Y-c[0].Y+g*c[1].Y, c[3].Y-c[0].Y+k*c[3].Y
	// A bent sheet bulges over its corners' quadrilateral: keep a margin.
	margin := 0.03
	return func(x, y float64) (float64, float64) {
		u, v := (x+0.5)/w-margin, (y+0.5)/h-margin
		z := g*u + k*v + 1
		return (a*u + b*v + c[0].X) / z, (d*u + e*v + c[0].Y) / z
	}, image.Pt(int(w*(1+2*margin)), int(h*(1+2*margin)))
}
