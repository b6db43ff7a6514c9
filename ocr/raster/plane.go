package raster

import (
	"image"
	"math"
)

// A Plane is a picture of real numbers, row by row.
type Plane struct {
	W, H int
	V    []float32
}

// NewPlane returns a plane of noughts.
func NewPlane(w, h int) *Plane { return &Plane{W: w, H: h, V: make([]float32, w*h)} }

// PlaneOf returns the grey levels of a picture.
func PlaneOf(g *image.Gray) *Plane {
	p := NewPlane(g.Rect.Dx(), g.Rect.Dy())
	for y := range p.H {
		row := p.Row(y)
		for x, v := range g.Pix[y*g.Stride : y*g.Stride+p.W] {
			row[x] = float32(v)
		}
	}
	return p
}

// Row returns the numbers of row y, to be read and written.
func (p *Plane) Row(y int) []float32 { return p.V[y*p.W : (y+1)*p.W] }

// Reduce brings gray to at most long pixels on its longer side, each new pixel
// the mean of the area it covers. It never enlarges.
func Reduce(gray *image.Gray, long int) *Plane {
	w, h := gray.Rect.Dx(), gray.Rect.Dy()
	scale := float64(max(w, h)) / float64(long)
	if scale <= 1 {
		return PlaneOf(gray)
	}
	p := NewPlane(max(1, int(float64(w)/scale)), max(1, int(float64(h)/scale)))
	columns, rows := spans(w, p.W), spans(h, p.H)
	sum := make([]float32, w)
	for y := range p.H {
		clear(sum)
		for _, s := range rows[y] {
			from := gray.Pix[s.at*gray.Stride : s.at*gray.Stride+w]
			for x, v := range from {
				sum[x] += s.weight * float32(v)
			}
		}
		to := p.Row(y)
		for x := range to {
			for _, s := range columns[x] {
				to[x] += s.weight * sum[s.at]
			}
		}
	}
	return p
}

// A share is how much one old pixel counts in a new one.
type share struct {
	at     int
	weight float32
}

// spans gives for each of n new pixels the old pixels it covers.
func spans(old, n int) [][]share {
	scale := float64(old) / float64(n)
	all := make([][]share, n)
	for i := range all {
		from, to := float64(i)*scale, float64(i+1)*scale
		for at := int(from); at < old && float64(at) < to; at++ {
			part := math.Min(to, float64(at+1)) - math.Max(from, float64(at))
			if part > 0 {
				all[i] = append(all[i], share{at, float32(part / scale)})
			}
		}
	}
	return all
}

// Gaussian blurs p with standard deviation sigma; edges are repeated.
func (p *Plane) Gaussian(sigma float64) *Plane {
	radius := int(math.Ceil(3 * sigma))
	kernel := make([]float32, 2*radius+1)
	var total float32
	for i := range kernel {
		d := float64(i-radius) / sigma
		kernel[i] = float32(math.Exp(-d * d / 2))
		total += kernel[i]
	}
	for i := range kernel {
		kernel[i] /= total
	}
	across := NewPlane(p.W, p.H)
	padded := make([]float32, p.W+2*radius)
	for y := range p.H {
		row := p.Row(y)
		for i := range padded {
			padded[i] = row[min(max(i-radius, 0), p.W-1)]
		}
		to := across.Row(y)
		for i, k := range kernel {
			for x, v := range padded[i : i+p.W] {
				to[x] += k * v
			}
		}
	}
	down := NewPlane(p.W, p.H)
	for y := range p.H {
		to := down.Row(y)
		for i, k := range kernel {
			for x, v := range across.Row(min(max(y+i-radius, 0), p.H-1)) {
				to[x] += k * v
			}
		}
	}
	return down
}

// Mean gives the mean of the square of side 2*radius+1 around each pixel, cut
// at the picture's edge.
func (p *Plane) Mean(radius int) *Plane {
	across := NewPlane(p.W, p.H)
	for y := range p.H {
		from, to := p.Row(y), across.Row(y)
		var sum float64
		for i := range min(radius, p.W) {
			sum += float64(from[i])
		}
		for i := range to {
			if add := i + radius; add < p.W {
				sum += float64(from[add])
			}
			if drop := i - radius - 1; drop >= 0 {
				sum -= float64(from[drop])
			}
			to[i] = float32(sum / float64(min(i+radius, p.W-1)-max(i-radius, 0)+1))
		}
	}
	down := NewPlane(p.W, p.H)
	sum := make([]float64, p.W) // of each column, so that memory is walked row by row
	for y := range min(radius, p.H) {
		for x, v := range across.Row(y) {
			sum[x] += float64(v)
		}
	}
	for y := range p.H {
		if add := y + radius; add < p.H {
			for x, v := range across.Row(add) {
				sum[x] += float64(v)
			}
		}
		if drop := y - radius - 1; drop >= 0 {
			for x, v := range across.Row(drop) {
				sum[x] -= float64(v)
			}
		}
		n := float64(min(y+radius, p.H-1) - max(y-radius, 0) + 1)
		for x, to := 0, down.Row(y); x < p.W; x++ {
			to[x] = float32(sum[x] / n)
		}
	}
	return down
}

// Max gives the greatest value of the square of side 2*radius+1 around each
// pixel, cut at the picture's edge.
func (p *Plane) Max(radius int) *Plane { return p.filter(radius, 1) }

// Min gives the least value of the square of side 2*radius+1 around each pixel,
// cut at the picture's edge.
func (p *Plane) Min(radius int) *Plane { return p.filter(radius, -1) }

// filter takes the greatest of sign times the stretch of 2*radius+1 pixels
// around each one, first of its row, then of its column. Stretches are doubled
// until two of them, which may overlap, cover what is asked for.
func (p *Plane) filter(radius int, sign float32) *Plane {
	long := 2*radius + 1
	least := float32(math.Inf(-1))
	// Every row with the edges on both sides, and as many rows of edge around.
	w, h := p.W+2*radius, p.H+2*radius
	v := make([]float32, w*h)
	for i := range v {
		v[i] = least
	}
	for y := range p.H {
		row := v[(y+radius)*w : (y+radius+1)*w]
		for x, value := range p.Row(y) {
			row[x+radius] = sign * value
		}
		widen(row, long, 1)
	}
	widen(v, long, w)
	out := NewPlane(p.W, p.H)
	for y := range p.H {
		to := out.Row(y)
		for x, value := range v[y*w : y*w+p.W] {
			to[x] = sign * value
		}
	}
	return out
}

// widen makes of each value the greatest of long values that follow each other
// step apart, itself the first; the last ones are left without meaning.
func widen(v []float32, long, step int) {
	for have := 1; have < long; {
		by := min(have, long-have)
		have += by
		greater(v, v[min(by*step, len(v)):])
	}
}

// greater keeps in each value of a the greater of it and b's.
func greater(a, b []float32) {
	for i, v := range b {
		if v > a[i] {
			a[i] = v
		}
	}
}
