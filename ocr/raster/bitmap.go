package raster

import (
	"image"
	"slices"
)

// A Bitmap is a picture of two levels: 1 where there is ink, 0 on paper.
type Bitmap struct {
	W, H int
	Pix  []uint8 // row by row, without padding
}

// NewBitmap returns w by h pixels of paper.
func NewBitmap(w, h int) *Bitmap {
	return &Bitmap{W: w, H: h, Pix: make([]uint8, w*h)}
}

// Clone returns a copy.
func (ink *Bitmap) Clone() *Bitmap {
	return &Bitmap{W: ink.W, H: ink.H, Pix: slices.Clone(ink.Pix)}
}

// Transposed swaps rows and columns.
func (ink *Bitmap) Transposed() *Bitmap {
	out := NewBitmap(ink.H, ink.W)
	const square = 32 // keeps both pictures in the cache
	for y0 := 0; y0 < ink.H; y0 += square {
		for x0 := 0; x0 < ink.W; x0 += square {
			for y := y0; y < min(y0+square, ink.H); y++ {
				for x := x0; x < min(x0+square, ink.W); x++ {
					out.Pix[x*out.W+y] = ink.Pix[y*ink.W+x]
				}
			}
		}
	}
	return out
}

// Draw draws the components that keep says yes to.
func Draw(w, h int, components []Component, keep func(image.Rectangle) bool) *Bitmap {
	out := NewBitmap(w, h)
	for i := range components {
		if !keep(components[i].Box) {
			continue
		}
		for _, r := range components[i].Runs {
			fill(out.Pix[int(r.Y)*w+int(r.X0) : int(r.Y)*w+int(r.X1)])
		}
	}
	return out
}

// Smear fills the gaps of at most gap pixels in each row (run-length smearing).
func (ink *Bitmap) Smear(gap int) *Bitmap {
	out := ink.Clone()
	for y := range ink.H {
		row := out.Pix[y*ink.W : (y+1)*ink.W]
		last := -1
		for x, v := range row {
			if v == 0 {
				continue
			}
			if last >= 0 && x-last <= gap+1 {
				fill(row[last+1 : x])
			}
			last = x
		}
	}
	return out
}

// Dilate marks everything within radius of ink, in a square.
func (ink *Bitmap) Dilate(radius int) *Bitmap {
	return ink.dilateRows(radius).Transposed().dilateRows(radius).Transposed()
}

func (ink *Bitmap) dilateRows(radius int) *Bitmap {
	out := NewBitmap(ink.W, ink.H)
	for y := range ink.H {
		row := out.Pix[y*ink.W : (y+1)*ink.W]
		done := 0 // the row is filled up to here
		for x, v := range ink.Pix[y*ink.W : (y+1)*ink.W] {
			if v != 0 {
				end := min(x+radius+1, ink.W)
				fill(row[max(x-radius, done):end])
				done = end
			}
		}
	}
	return out
}

func fill(row []uint8) {
	for i := range row {
		row[i] = 1
	}
}
