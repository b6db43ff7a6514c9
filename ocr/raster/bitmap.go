package raster

import (
	"encoding/binary"
	"math/bits"
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
	const square = 8 // as many pixels as a word has bytes
	const block = 64 // of both pictures, that stays in the cache
	for y0 := 0; y0 < ink.H; y0 += block {
		for x0 := 0; x0 < ink.W; x0 += block {
			for y := y0; y < min(y0+block, ink.H); y += square {
				for x := x0; x < min(x0+block, ink.W); x += square {
					if y+square <= ink.H && x+square <= ink.W {
						turnSquare(ink.Pix[y*ink.W+x:], ink.W, out.Pix[x*out.W+y:], out.W)
						continue
					}
					for j := y; j < min(y+square, ink.H); j++ {
						for i := x; i < min(x+square, ink.W); i++ {
							out.Pix[i*out.W+j] = ink.Pix[j*ink.W+i]
						}
					}
				}
			}
		}
	}
	return out
}

// turnSquare swaps the rows and columns of 8 by 8 pixels: first within squares
// of two, then of those within squares of four, then of all (Warren, Hacker's
// Delight, 7-3).
func turnSquare(from []uint8, stride int, to []uint8, toStride int) {
	var rows [8]uint64
	var all uint64
	for i := range rows {
		rows[i] = binary.LittleEndian.Uint64(from[i*stride:])
		all |= rows[i]
	}
	if all == 0 {
		return // to is paper
	}
	swap := func(a, b *uint64, shift int, mask uint64) {
		t := (*a>>shift ^ *b) & mask
		*b ^= t
		*a ^= t << shift
	}
	for i := 0; i < 8; i += 2 {
		swap(&rows[i], &rows[i+1], 8, 0x00ff00ff00ff00ff)
	}
	for _, i := range [4]int{0, 1, 4, 5} {
		swap(&rows[i], &rows[i+2], 16, 0x0000ffff0000ffff)
	}
	for i := range 4 {
		swap(&rows[i], &rows[i+4], 32, 0x00000000ffffffff)
	}
	for i, row := range rows {
		binary.LittleEndian.PutUint64(to[i*toStride:], row)
	}
}

// Draw draws the components that keep says yes to, all of them without it.
func Draw(w, h int, components []Component, keep func(*Component) bool) *Bitmap {
	out := NewBitmap(w, h)
	for i := range components {
		if keep == nil || keep(&components[i]) {
			out.set(components[i].Runs, 1)
		}
	}
	return out
}

// Erase makes paper of the ink of components.
func (ink *Bitmap) Erase(components []Component) {
	for i := range components {
		ink.set(components[i].Runs, 0)
	}
}

func (ink *Bitmap) set(runs []Run, to uint8) {
	for _, r := range runs {
		Fill(ink.Pix[int(r.Y)*ink.W+int(r.X0):int(r.Y)*ink.W+int(r.X1)], to)
	}
}

// Smear fills the gaps of at most gap pixels in each row (run-length smearing).
func (ink *Bitmap) Smear(gap int) *Bitmap {
	out := ink.Clone()
	for y := range ink.H {
		row := out.Pix[y*ink.W : (y+1)*ink.W]
		last := -1
		for x := NextInk(row, 0); x < len(row); x = NextInk(row, x+1) {
			if last >= 0 && x-last <= gap+1 {
				Fill(row[last+1:x], 1)
			}
			last = x
		}
	}
	return out
}

// NextInk returns the place of the first ink in row from x on, or the row's
// length where there is none.
func NextInk(row []uint8, x int) int {
	if x < len(row) && row[x] != 0 {
		return x
	}
	for ; x+8 <= len(row); x += 8 {
		if word := binary.LittleEndian.Uint64(row[x:]); word != 0 {
			return x + bits.TrailingZeros64(word)/8
		}
	}
	for x < len(row) && row[x] == 0 {
		x++
	}
	return min(x, len(row))
}

// NextLost returns the place of the first ink in row from x on that is not in
// left, or the row's length where there is none.
func NextLost(row, left []uint8, x int) int {
	for ; x+8 <= len(row); x += 8 {
		if word := binary.LittleEndian.Uint64(row[x:]) &^ binary.LittleEndian.Uint64(left[x:]); word != 0 {
			return x + bits.TrailingZeros64(word)/8
		}
	}
	for x < len(row) && row[x]&^left[x] == 0 {
		x++
	}
	return min(x, len(row))
}

// Dilate marks everything within radius of ink, in a square.
func (ink *Bitmap) Dilate(radius int) *Bitmap {
	// As many rows of paper above and below; each row then takes on what the
	// 2*radius rows after it have, by steps that double.
	v := make([]uint8, (ink.H+2*radius)*ink.W)
	for y := range ink.H {
		dilateRow(v[(y+radius)*ink.W:(y+radius+1)*ink.W], ink.Pix[y*ink.W:(y+1)*ink.W], radius)
	}
	widen(v, 2*radius+1, ink.W, unite)
	return &Bitmap{W: ink.W, H: ink.H, Pix: v[:ink.W*ink.H]}
}

// dilateRow fills all of row, paper so far, that lies within radius of ink.
func dilateRow(row, ink []uint8, radius int) {
	done := 0 // the row is filled up to here
	for x := NextInk(ink, 0); x < len(ink); x = NextInk(ink, x+1) {
		end := min(x+radius+1, len(ink))
		Fill(row[max(x-radius, done):end], 1)
		done = end
	}
}

// unite adds the ink of b to a.
func unite(a, b []uint8) {
	i := 0
	for ; i+8 <= len(b); i += 8 {
		binary.LittleEndian.PutUint64(a[i:], binary.LittleEndian.Uint64(a[i:])|binary.LittleEndian.Uint64(b[i:]))
	}
	for ; i < len(b); i++ {
		a[i] |= b[i]
	}
}

// Fill gives all of a row one level.
func Fill(row []uint8, level uint8) {
	for i := range row {
		row[i] = level
	}
}
