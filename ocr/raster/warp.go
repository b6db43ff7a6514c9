package raster

// #include "kernel.h"
import "C"

import (
	"encoding/binary"
	"image"
	"math"
	"runtime"
	"slices"
)

// A Map tells for a point of the new picture where it lies in the old one,
// both in pixels.
type Map func(x, y float64) (float64, float64)

// Then returns the map that leads from the newest picture through m to the
// picture before: first m, then next.
func (m Map) Then(next Map) Map {
	return func(x, y float64) (float64, float64) { return next(m(x, y)) }
}

// Scale maps a picture enlarged by factor k back to its original.
func Scale(k float64) Map {
	return func(x, y float64) (float64, float64) { return (x+0.5)/k - 0.5, (y+0.5)/k - 0.5 }
}

// Rotation maps a picture whose content has been turned anticlockwise by
// angle (radians, y downwards) to its original of w by h pixels, and returns
// the size of the turned picture that holds all of it.
func Rotation(angle float64, w, h int) (Map, image.Point) {
	sin, cos := math.Sincos(angle)
	nw := math.Abs(float64(w)*cos) + math.Abs(float64(h)*sin)
	nh := math.Abs(float64(w)*sin) + math.Abs(float64(h)*cos)
	cx, cy := float64(w-1)/2, float64(h-1)/2
	nx, ny := math.Ceil(nw), math.Ceil(nh)
	return func(x, y float64) (float64, float64) {
		dx, dy := x-(nx-1)/2, y-(ny-1)/2
		return cx + dx*cos - dy*sin, cy + dx*sin + dy*cos
	}, image.Pt(int(nx), int(ny))
}

// gridStep is the grid on which Warp evaluates its map; between its points the
// map is taken as linear.
const gridStep = 16

// Warp draws the picture of size that m describes. Points outside src become
// paper. Cubic interpolation keeps strokes crisp when enlarging.
func Warp(src *image.Gray, size image.Point, m Map, cubic bool) *image.Gray {
	out := image.NewGray(image.Rectangle{Max: size})
	if src.Rect.Empty() {
		return Blank(size.X, size.Y)
	}
	inked, across := inkedSquares(src)
	s := C.raster_source{
		levels: bytes8(src.Pix), inked: bytes8(inked),
		width: C.int32_t(src.Rect.Dx()), height: C.int32_t(src.Rect.Dy()), stride: C.int32_t(src.Stride), across: C.int32_t(across),
	}
	var pins runtime.Pinner // s leads to them
	defer pins.Unpin()
	pins.Pin(s.levels)
	pins.Pin(s.inked)
	if cubic {
		s.splines = (*C.int32_t)(&splines[0][0])
		pins.Pin(s.splines)
	}
	place := func(row [][2]float64) *C.double { return (*C.double)(&row[0][0]) }
	cols := size.X/gridStep + 2
	upper := gridRow(m, cols, 0)
	for gy := 0; gy*gridStep < size.Y; gy++ {
		lower := gridRow(m, cols, (gy+1)*gridStep)
		for y := gy * gridStep; y < min((gy+1)*gridStep, size.Y); y++ {
			t := float64(y-gy*gridStep) / gridStep
			C.raster_warp(&s, bytes8(out.Pix[y*out.Stride:]), C.long(size.X), place(upper), place(lower), C.double(t))
		}
		upper = lower
	}
	return out
}

// inkedSquares marks with 1 the squares of 8 pixels in which there is more than
// paper, and returns how many stand side by side.
func inkedSquares(g *image.Gray) (marks []uint8, across int) {
	const side = 8
	w, h := g.Rect.Dx(), g.Rect.Dy()
	across = (w + side - 1) / side
	marks = make([]uint8, across*((h+side-1)/side))
	for y := range h {
		row := g.Pix[y*g.Stride : y*g.Stride+w]
		line := marks[y/side*across:][:across]
		for i := range line {
			if part := row[i*side:]; len(part) >= side {
				if binary.LittleEndian.Uint64(part) != math.MaxUint64 {
					line[i] = 1
				}
			} else if slices.ContainsFunc(part, func(v uint8) bool { return v != Paper }) {
				line[i] = 1
			}
		}
	}
	return marks, across
}

func gridRow(m Map, cols, y int) [][2]float64 {
	row := make([][2]float64, cols)
	for i := range row {
		row[i][0], row[i][1] = m(float64(i*gridStep), float64(y))
	}
	return row
}

// Bilinear returns the level of a picture between its pixels.
func Bilinear(g *image.Gray, x, y float64) uint8 {
	fx, fy := math.Floor(x), math.Floor(y)
	ix, iy := int(fx), int(fy)
	w, h := g.Rect.Dx(), g.Rect.Dy()
	if ix < -1 || iy < -1 || ix >= w || iy >= h {
		return Paper
	}
	wx, wy := int32((x-fx)*256), int32((y-fy)*256)
	if ix >= 0 && iy >= 0 && ix+1 < w && iy+1 < h {
		p := g.Pix[iy*g.Stride+ix:][:2]
		q := g.Pix[(iy+1)*g.Stride+ix:][:2]
		if p[0]&p[1]&q[0]&q[1] == Paper { // most of a page
			return Paper
		}
		top := int32(p[0])*(256-wx) + int32(p[1])*wx
		low := int32(q[0])*(256-wx) + int32(q[1])*wx
		return uint8((top*(256-wy) + low*wy + 1<<15) >> 16)
	}
	top := int32(at(g, ix, iy))*(256-wx) + int32(at(g, ix+1, iy))*wx
	low := int32(at(g, ix, iy+1))*(256-wx) + int32(at(g, ix+1, iy+1))*wx
	return uint8((top*(256-wy) + low*wy + 1<<15) >> 16)
}

func at(g *image.Gray, x, y int) uint8 {
	if x < 0 || y < 0 || x >= g.Rect.Dx() || y >= g.Rect.Dy() {
		return Paper
	}
	return g.Pix[y*g.Stride+x]
}

// phases is the number of places between two pixels that bicubic tells apart.
const phases = 64

// splines holds the weights of the four neighbours per phase; they sum to 256.
var splines = func() (out [phases][4]int32) {
	for i := range out {
		t := (float64(i) + 0.5) / phases
		t2, t3 := t*t, t*t*t
		for j, k := range [4]float64{
			(-t3 + 2*t2 - t) / 2,
			(3*t3 - 5*t2 + 2) / 2,
			(-3*t3 + 4*t2 + t) / 2,
			(t3 - t2) / 2,
		} {
			out[i][j] = int32(math.Round(k * 256))
		}
		out[i][1] += 256 - out[i][0] - out[i][1] - out[i][2] - out[i][3]
	}
	return out
}()

// A Point is a place on a picture in pixels.
type Point struct{ X, Y float64 }

// Pt is short for Point{X: x, Y: y}.
func Pt(x, y float64) Point { return Point{x, y} }

// RotateQuarters turns a picture clockwise by quarters of a circle.
func RotateQuarters(g *image.Gray, quarters int) *image.Gray {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	switch quarters &= 3; quarters {
	case 1, 3:
		out := image.NewGray(image.Rect(0, 0, h, w))
		for y := range w {
			for x := range h {
				sx, sy := y, h-1-x
				if quarters == 3 {
					sx, sy = w-1-y, x
				}
				out.Pix[y*out.Stride+x] = g.Pix[sy*g.Stride+sx]
			}
		}
		return out
	case 2:
		out := image.NewGray(image.Rect(0, 0, w, h))
		for y := range h {
			line := out.Pix[y*out.Stride : y*out.Stride+w]
			copy(line, g.Pix[(h-1-y)*g.Stride:(h-1-y)*g.Stride+w])
			slices.Reverse(line)
		}
		return out
	}
	return g
}
