package raster

// #include "kernel.h"
import "C"

import (
	"image"
	"math"
	"unsafe"
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

// Reduce brings gray to at most long pixels on its longer side, more where it is
// several pages or screens long, each new pixel the mean of the area it covers. It
// never enlarges.
func Reduce(gray *image.Gray, long int) *Plane {
	w, h := gray.Rect.Dx(), gray.Rect.Dy()
	long = longest(w, h, long)
	scale := float64(max(w, h)) / float64(long)
	if scale <= 1 {
		return PlaneOf(gray)
	}
	p := NewPlane(max(1, int(float64(w)/scale)), max(1, int(float64(h)/scale)))
	columns, rows := areas(w, p.W), areas(h, p.H)
	lines := make([]float32, rows.taps*w)
	at := make([]int32, rows.taps)
	sum := make([]float32, w)
	for i := range at {
		at[i] = int32(i * w)
	}
	for y := range p.H {
		first, weights := rows.at(y)
		for i := range at {
			levels(lines[i*w:][:w], gray.Pix[(first+i)*gray.Stride:])
		}
		weigh(sum, lines, at, weights)
		columns.apply(p.Row(y), sum)
	}
	return p
}

// areas weighs for each of n new pixels the old pixels that it covers.
func areas(old, n int) kernel {
	scale := float64(old) / float64(n)
	return makeKernel(old, n, func(i int) (lo, hi int, weight func(j int) float32) {
		from, to := float64(i)*scale, float64(i+1)*scale
		part := func(j int) float64 { return math.Min(to, float64(j+1)) - math.Max(from, float64(j)) }
		lo = int(from)
		hi = lo
		for hi+1 < old && float64(hi+1) < to && part(hi+1) > 0 {
			hi++
		}
		return lo, hi, func(j int) float32 { return float32(part(j) / scale) }
	})
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
	// Rows blurred across are kept while rows below need them.
	ring := make([]float32, len(kernel)*p.W)
	level := make([]int32, len(kernel))
	for i := range level {
		level[i] = int32(i)
	}
	padded := make([]float32, p.W+2*radius)
	down := NewPlane(p.W, p.H)
	at := make([]int32, len(kernel))
	for y, done := 0, 0; y < p.H; y++ {
		for ; done <= min(y+radius, p.H-1); done++ {
			row := p.Row(done)
			for i := range radius {
				padded[i], padded[radius+p.W+i] = row[0], row[p.W-1]
			}
			copy(padded[radius:], row)
			weigh(ring[done%len(kernel)*p.W:][:p.W], padded, level, kernel)
		}
		for i := range at {
			at[i] = int32(min(max(y+i-radius, 0), p.H-1) % len(kernel) * p.W)
		}
		weigh(down.Row(y), ring, at, kernel)
	}
	return down
}

// Mean gives the mean of the square of side 2*radius+1 around each pixel, cut
// at the picture's edge.
func (p *Plane) Mean(radius int) *Plane {
	const many = 4                            // rows whose means across are taken together
	rows := (2*radius + 2*many) / many * many // they and those still to be taken off the sums
	ring := make([]float32, rows*p.W)
	sum := make([]float64, p.W) // of each column
	down := NewPlane(p.W, p.H)
	for y, done := -radius, 0; y < p.H; y++ {
		if y+radius == done && done < p.H {
			some := min(many, p.H-done)
			C.raster_mean(floats(p.Row(done)), floats(ring[done%rows*p.W:]), C.long(some), C.long(p.W), C.long(radius))
			done += some
		}
		var add, drop, to []float32
		if i := y + radius; i < p.H {
			add = ring[i%rows*p.W:]
		}
		if i := y - radius - 1; i >= 0 {
			drop = ring[i%rows*p.W:]
		}
		if y >= 0 {
			to = down.Row(y)
		}
		n := min(y+radius, p.H-1) - max(y-radius, 0) + 1
		C.raster_slide((*C.double)(unsafe.SliceData(sum)), floats(add), floats(drop), C.double(n), floats(to), C.long(p.W))
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
		widen(row, long, 1, greater)
	}
	widen(v, long, w, greater)
	out := NewPlane(p.W, p.H)
	for y := range p.H {
		to := out.Row(y)
		for x, value := range v[y*w : y*w+p.W] {
			to[x] = sign * value
		}
	}
	return out
}

// widen makes of each value what join makes of long values that follow each
// other step apart, itself the first: the greatest, say. The last ones are left
// without meaning.
func widen[T any](v []T, long, step int, join func(a, b []T)) {
	for have := 1; have < long; {
		by := min(have, long-have)
		have += by
		join(v, v[min(by*step, len(v)):])
	}
}
