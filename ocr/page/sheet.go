package page

import (
	"cmp"
	"image"
	"math"
	"slices"

	"tijian/ocr/raster"
)

// A Sheet is the paper found in a photograph.
type Sheet struct {
	// Corners of the paper: top left, top right, bottom right, bottom left.
	Corners [4]raster.Point
	mask    *raster.Bitmap // 1 on paper, on a reduced picture
	scale   float64
}

// FindSheet looks for bright paper on a darker ground. It reports false when
// there is none to be seen: the paper fills the picture, or ground and paper
// cannot be told apart.
func FindSheet(g *image.Gray) (Sheet, bool) {
	small, bright, k, ok := reduced(g)
	if !ok {
		return Sheet{}, false
	}
	level := otsuBelow(bright, 256)
	core, ok := brightest(bright, level)
	// Part of the paper may lie behind the sharp edge of a shadow.
	if both, found := brightest(bright, otsuBelow(bright, level)); found {
		lit := core
		if !ok {
			lit = brighter(bright, level)
		}
		if s, found := outline(small, bright, both, sheetPart, rimOfTwo, k); found && partlyLit(s.mask, lit) {
			return s, true
		}
	}
	if !ok {
		return Sheet{}, false
	}
	return outline(small, bright, core, 1, rimOfOne, k)
}

// outline grows core to a sheet with straight sides, of parts that are at
// least least as large as the largest, of whose rim the share seen is in the
// picture.
func outline(small *image.Gray, bright *raster.Plane, core *raster.Bitmap, least, seen, k float64) (Sheet, bool) {
	// Part of the paper may lie in shadow: grow over soft changes of light,
	// carefully first when the ground is hard to tell from the paper.
	for _, barrier := range sheetBarriers {
		mask := grow(core, bright, barrier, least)
		fillHoles(mask)
		c, ok := corners(mask)
		if !ok || !sharpEdged(small, c, seen) || shadeCut(small, bright, mask) {
			continue
		}
		s := Sheet{mask: mask, scale: k}
		for i, p := range c {
			s.Corners[i] = raster.Pt((p.X+0.5)/k-0.5, (p.Y+0.5)/k-0.5)
		}
		return s, true
	}
	return Sheet{}, false
}

// shadeCut reports whether much of the print lies off the mask, no denser than on
// it, as on the ground: the edge of a shadow runs across the sheet, and its lit part
// was marked.
func shadeCut(small *image.Gray, bright *raster.Plane, mask *raster.Bitmap) bool {
	near := mask.Dilate(printRim)
	var print, all [2]float64 // on the mask, off it
	for y := range mask.H {
		for x := range mask.W {
			i, side := y*mask.W+x, 0
			if mask.Pix[i] == 0 {
				if side = 1; near.Pix[i] != 0 {
					continue
				}
			}
			all[side]++
			if float32(small.Pix[y*small.Stride+x]) < printDark*bright.V[i] {
				print[side]++
			}
		}
	}
	return print[1] > printOff*(print[0]+print[1]) && print[1]*all[0] < printDense*print[0]*all[1]
}

// grow extends core over neighbours where brightness changes by less than
// the share barrier from pixel to pixel, and drops parts smaller than the share
// least of the largest.
func grow(core *raster.Bitmap, bright *raster.Plane, barrier, least float64) *raster.Bitmap {
	w, h, f := core.W, core.H, bright.V
	steep := func(i int) bool {
		x, y := i%w, i/w
		l, r := f[y*w+max(x-1, 0)], f[y*w+min(x+1, w-1)]
		u, d := f[max(y-1, 0)*w+x], f[min(y+1, h-1)*w+x]
		level := float64(f[i]) + barrierNoise
		return math.Abs(float64(r-l)) > barrier*level || math.Abs(float64(d-u)) > barrier*level
	}
	if barrier == 0 {
		return core.Clone()
	}
	out := raster.NewBitmap(w, h)
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
	// What is steep inside the sheet, such as print, is closed by fillHoles; keep
	// the areas that hold most of the core.
	parts := raster.Components(out)
	largest := 0
	for _, p := range parts {
		largest = max(largest, p.Area)
	}
	return raster.Draw(w, h, parts, func(p *raster.Component) bool { return float64(p.Area) >= least*float64(largest) })
}

// reduced gives the picture on which sheets are looked for, the same without its
// print, and the factor by which it is smaller. It reports false when too little
// of the picture is left.
func reduced(g *image.Gray) (small *image.Gray, bright *raster.Plane, k float64, ok bool) {
	small, k = raster.Fit(g, overview)
	if min(small.Rect.Dx(), small.Rect.Dy()) < overviewLeast {
		return nil, nil, 0, false
	}
	return small, raster.PlaneOf(small).Max(overviewPrint).Min(overviewPrint), k, true
}

// otsuBelow returns the last level of the darker class of what is darker than
// below, or -1.
func otsuBelow(f *raster.Plane, below int) int {
	var histogram raster.Histogram
	n := 0
	for _, v := range f.V {
		if int(v) < below {
			histogram[uint8(v)]++
			n++
		}
	}
	if n == 0 {
		return -1
	}
	return histogram.Otsu()
}

// brighter marks what is above a level.
func brighter(f *raster.Plane, cut int) *raster.Bitmap {
	out := raster.NewBitmap(f.W, f.H)
	for i, v := range f.V {
		if int(v) > cut {
			out.Pix[i] = 1
		}
	}
	return out
}

// brightest returns the largest area above a level, if it could be a sheet:
// neither tiny nor all, and clearly brighter than the rest.
func brightest(f *raster.Plane, cut int) (mask *raster.Bitmap, ok bool) {
	var sum [2]float64
	var n [2]float64
	for _, v := range f.V {
		side := 0
		if int(v) > cut {
			side = 1
		}
		sum[side] += float64(v)
		n[side]++
	}
	if n[1] == 0 || n[0] < groundLeast*float64(len(f.V)) || sum[0]/n[0] > groundBright*sum[1]/n[1] {
		return nil, false
	}
	parts := raster.Components(brighter(f, cut))
	if len(parts) == 0 {
		return nil, false
	}
	largest := slices.MaxFunc(parts, func(a, b raster.Component) int { return cmp.Compare(a.Area, b.Area) })
	if share := float64(largest.Area) / float64(len(f.V)); share < sheetLeast || share > sheetMost {
		return nil, false
	}
	return raster.Draw(f.W, f.H, []raster.Component{largest}, nil), true
}

// fillHoles fills the holes and bays of a mask: what lies between paper both
// across and down is paper.
func fillHoles(mask *raster.Bitmap) {
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

// Outside marks what does not show the sheet on the same picture in another
// size.
func (s *Sheet) Outside(w, h int) *raster.Bitmap {
	out := raster.NewBitmap(w, h)
	for y := range h {
		row := s.mask.Pix[y*s.mask.H/h*s.mask.W:][:s.mask.W]
		for x := range w {
			out.Pix[y*w+x] = 1 - row[x*s.mask.W/w]
		}
	}
	return out
}

// Clear whitens everything off the sheet in a picture of even background, and a narrow
// strip along its edge where the light changes.
func (s *Sheet) Clear(g *image.Gray) *image.Gray {
	out := raster.Blank(g.Rect.Dx(), g.Rect.Dy())
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
	edge := func(part []uint8) uint8 {
		var histogram raster.Histogram
		histogram.Add(part)
		return uint8(histogram.Quantile(len(part), paperQuantile))
	}
	first, last := -1, -1
	s.each(g, func(y, x0, x1 int) {
		row := out.Pix[y*out.Stride : y*out.Stride+w]
		copy(row[x0:x1], g.Pix[y*g.Stride+x0:y*g.Stride+x1])
		left, right := edge(row[x0:min(x0+edgeDeep, x1)]), edge(row[max(x1-edgeDeep, x0):x1])
		raster.Fill(row[:x0], left)
		raster.Fill(row[x1:], right)
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
	for y := range g.Rect.Dy() {
		my := min(int(float64(y)*s.scale), s.mask.H-1)
		lo, hi := s.mask.W, 0
		for _, ny := range [2]int{max(my-edgeStrip, 0), min(my+edgeStrip, s.mask.H-1)} {
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
			lo += edgeStrip
		}
		if hi < s.mask.W {
			hi -= edgeStrip
		}
		x0, x1 := int(float64(lo)/s.scale), min(int(float64(hi)/s.scale), g.Rect.Dx())
		if x0 < x1 {
			f(y, x0, x1)
		}
	}
}

// Rectify returns the map from the sheet seen squarely, and its size, to the
// picture. The perspective is that of a flat sheet; pixels keep their density.
func (s *Sheet) Rectify() (raster.Map, image.Point) {
	c := s.Corners
	side := func(a, b raster.Point) float64 { return math.Hypot(b.X-a.X, b.Y-a.Y) }
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
	return func(x, y float64) (float64, float64) {
		u, v := (x+0.5)/w-sheetMargin, (y+0.5)/h-sheetMargin
		z := g*u + k*v + 1
		return (a*u + b*v + c[0].X) / z, (d*u + e*v + c[0].Y) / z
	}, image.Pt(int(w*(1+2*sheetMargin)), int(h*(1+2*sheetMargin)))
}
