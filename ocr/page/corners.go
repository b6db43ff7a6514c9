package page

import (
	"image"
	"math"

	"tijian/ocr/raster"
)

// corners fits a straight line to each side of the mask and returns where
// they meet. It reports false when the mask is no quadrilateral.
func corners(mask *raster.Bitmap) (out [4]raster.Point, ok bool) {
	var rim []raster.Point
	area := 0
	extremes := [4]float64{math.Inf(1), math.Inf(1), math.Inf(1), math.Inf(1)}
	for y := range mask.H {
		for x := range mask.W {
			if mask.Pix[y*mask.W+x] == 0 {
				continue
			}
			area++
			fx, fy := float64(x), float64(y)
			for i, v := range [4]float64{fx + fy, fy - fx, -fx - fy, fx - fy} {
				if v < extremes[i] {
					extremes[i], out[i] = v, raster.Pt(fx, fy)
				}
			}
			if x > 0 && y > 0 && x+1 < mask.W && y+1 < mask.H && touchesPaper(mask, x, y) {
				rim = append(rim, raster.Pt(fx, fy))
			}
		}
	}
	size := math.Hypot(float64(mask.W), float64(mask.H))
	var sides [4]line
	for i := range 4 {
		sides[i] = fitSide(rim, out[i], out[(i+1)%4], sideReach*size)
	}
	for i := range 4 {
		p, crossed := sides[i].meet(sides[(i+3)%4])
		if !crossed || math.Hypot(p.X-out[i].X, p.Y-out[i].Y) > cornerReach*size {
			return out, false
		}
		out[i] = p
	}
	quad := 0.0
	for i := range 4 {
		a, b := out[i], out[(i+1)%4]
		quad += (a.X*b.Y - b.X*a.Y) / 2
	}
	fill := float64(area) / max(quad, 1)
	return out, fill > 1-quadFill && fill < 1+quadFill && rectangular(out)
}

// rectangular tells a sheet photographed as people do, with opposite sides of
// like length and corners that are not far from upright; the lit part of a page
// that lies across the edge of a shadow has not.
func rectangular(c [4]raster.Point) bool {
	var sides [4]raster.Point
	var length [4]float64
	for i := range 4 {
		sides[i] = raster.Pt(c[(i+1)%4].X-c[i].X, c[(i+1)%4].Y-c[i].Y)
		length[i] = max(math.Hypot(sides[i].X, sides[i].Y), 1e-9)
	}
	for i := range 4 {
		j := (i + 1) % 4
		if length[i] > sidesAlike*length[(i+2)%4] || math.Abs(sides[i].X*sides[j].X+sides[i].Y*sides[j].Y) > cornerCosine*length[i]*length[j] {
			return false
		}
	}
	return true
}

func touchesPaper(mask *raster.Bitmap, x, y int) bool {
	i := y*mask.W + x
	return mask.Pix[i-1] == 0 || mask.Pix[i+1] == 0 || mask.Pix[i-mask.W] == 0 || mask.Pix[i+mask.W] == 0
}

// A line holds the points p with nx*p.X + ny*p.Y = d.
type line struct{ nx, ny, d float64 }

// through is the line through a and b.
func through(a, b raster.Point) line {
	l := math.Hypot(b.X-a.X, b.Y-a.Y)
	if l == 0 {
		return line{}
	}
	nx, ny := (b.Y-a.Y)/l, (a.X-b.X)/l
	return line{nx, ny, nx*a.X + ny*a.Y}
}

func (l line) off(p raster.Point) float64 { return math.Abs(l.nx*p.X + l.ny*p.Y - l.d) }

func (l line) meet(m line) (raster.Point, bool) {
	det := l.nx*m.ny - l.ny*m.nx
	if math.Abs(det) < sidesCross {
		return raster.Point{}, false
	}
	return raster.Pt((l.d*m.ny-m.d*l.ny)/det, (l.nx*m.d-m.nx*l.d)/det), true
}

// fitSide fits a line to the rim between two corners, leaving out the ends
// and, step by step, what lies off.
func fitSide(rim []raster.Point, a, b raster.Point, within float64) line {
	l := through(a, b)
	length := math.Hypot(b.X-a.X, b.Y-a.Y)
	for range 4 {
		var near []raster.Point
		for _, p := range rim {
			along := ((p.X-a.X)*(b.X-a.X) + (p.Y-a.Y)*(b.Y-a.Y)) / max(length*length, 1)
			if along > sideEnds && along < 1-sideEnds && l.off(p) < within {
				near = append(near, p)
			}
		}
		if float64(len(near)) < sideSeen*length {
			return l // the side lies on the edge of the picture
		}
		l = leastSquares(near)
		within = max(within/2, sideClose)
	}
	return l
}

// leastSquares fits by total least squares.
func leastSquares(points []raster.Point) line {
	var mx, my float64
	for _, p := range points {
		mx += p.X / float64(len(points))
		my += p.Y / float64(len(points))
	}
	var xx, xy, yy float64
	for _, p := range points {
		xx += (p.X - mx) * (p.X - mx)
		xy += (p.X - mx) * (p.Y - my)
		yy += (p.Y - my) * (p.Y - my)
	}
	angle := math.Atan2(2*xy, xx-yy) / 2
	sin, cos := math.Sincos(angle)
	return line{-sin, cos, -sin*mx + cos*my}
}

// sharpEdged tells a sheet's rim, where brightness drops at once, from the soft
// rim of a shadow; the share seen of it must be in the picture.
func sharpEdged(g *image.Gray, corners [4]raster.Point, seen float64) bool {
	sharp, total, all := 0, 0, 0
	for i := range 4 {
		a, b := corners[i], corners[(i+1)%4]
		l := through(a, b)
		for t := edgeFrom; t < edgeTo; t += edgeBy {
			x, y := a.X+(b.X-a.X)*t, a.Y+(b.Y-a.Y)*t
			all++
			ox, oy := x+l.nx*edgeStep, y+l.ny*edgeStep // outwards, as corners go clockwise
			ix, iy := x-l.nx*edgeStep, y-l.ny*edgeStep
			if !inside(g, ox, oy) || !inside(g, ix, iy) {
				continue
			}
			total++
			if float64(raster.Bilinear(g, ox, oy)) < edgeDrop*float64(raster.Bilinear(g, ix, iy)) {
				sharp++
			}
		}
	}
	return float64(total) >= seen*float64(all) && float64(sharp) > edgeSharp*float64(total)
}

func inside(g *image.Gray, x, y float64) bool {
	return x >= 0 && y >= 0 && x <= float64(g.Rect.Dx()-1) && y <= float64(g.Rect.Dy()-1)
}
