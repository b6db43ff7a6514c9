// Package raster holds pictures of grey levels, of two levels and of real
// numbers, and what is done to them whatever they show: connected components,
// filters, resampling, turning, histograms.
//
// All pictures have their origin at (0, 0); dark is ink.
package raster

import (
	"image"
	"image/draw"
	"slices"
)

// Paper is the grey level of blank paper on a page made ready.
const Paper = 255

// Gray converts a picture to grey levels (ITU-R BT.601 luma) with its origin
// at (0, 0). Transparent parts become paper.
func Gray(img image.Image) *image.Gray {
	b := img.Bounds()
	w, h := b.Dx(), b.Dy()
	out := image.NewGray(image.Rect(0, 0, w, h))
	switch src := img.(type) {
	case *image.Gray:
		for y := range h {
			copy(out.Pix[y*w:(y+1)*w], src.Pix[src.PixOffset(b.Min.X, b.Min.Y+y):])
		}
	case *image.YCbCr:
		for y := range h {
			copy(out.Pix[y*w:(y+1)*w], src.Y[src.YOffset(b.Min.X, b.Min.Y+y):])
		}
	default:
		rgba := RGBA(img)
		for y := range h {
			row := rgba.Pix[y*rgba.Stride:][:4*w]
			line := out.Pix[y*w : (y+1)*w]
			for x := range line {
				p := row[4*x : 4*x+3 : 4*x+3]
				line[x] = uint8((299*uint32(p[0]) + 587*uint32(p[1]) + 114*uint32(p[2]) + 500) / 1000)
			}
		}
	}
	return out
}

// RGBA gives a picture in colour, with its origin at (0, 0), on white paper: itself
// where it is all that.
func RGBA(img image.Image) *image.RGBA {
	b := img.Bounds()
	opaque := false
	if o, ok := img.(interface{ Opaque() bool }); ok {
		opaque = o.Opaque()
	}
	if src, ok := img.(*image.RGBA); ok && opaque && b.Min == (image.Point{}) {
		return src
	}
	dst := image.NewRGBA(image.Rectangle{Max: b.Size()})
	if opaque {
		draw.Draw(dst, dst.Rect, img, b.Min, draw.Src)
		return dst
	}
	draw.Draw(dst, dst.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(dst, dst.Rect, img, b.Min, draw.Over)
	return dst
}

// Blank returns a grey picture of w by h pixels of paper.
func Blank(w, h int) *image.Gray {
	g := image.NewGray(image.Rect(0, 0, w, h))
	Fill(g.Pix, Paper)
	return g
}

// Clone returns a copy of g.
func Clone(g *image.Gray) *image.Gray {
	return &image.Gray{Pix: slices.Clone(g.Pix), Stride: g.Stride, Rect: g.Rect}
}

// A Histogram counts the pixels of each grey level.
type Histogram [256]int

// Add counts pixels.
func (h *Histogram) Add(levels []uint8) {
	for _, v := range levels {
		h[v]++
	}
}

// Quantile returns the level below which the share q of n pixels lies; n are
// all that the histogram counts, or those of its darker part.
func (h *Histogram) Quantile(n int, q float64) int {
	want := int(q * float64(n))
	for v, c := range h {
		want -= c
		if want < 0 {
			return v
		}
	}
	return len(h) - 1
}

// Otsu returns the last level of the darker class (Otsu, IEEE Trans. SMC 9,
// 1979).
func (h *Histogram) Otsu() int {
	var total, sum float64
	for v, c := range h {
		total += float64(c)
		sum += float64(v) * float64(c)
	}
	best, level := -1.0, 0
	var n, s float64
	for v, c := range h {
		n += float64(c)
		s += float64(v) * float64(c)
		if n == 0 || n == total {
			continue
		}
		d := s/n - (sum-s)/(total-n)
		if between := n * (total - n) * d * d; between > best {
			best, level = between, v
		}
	}
	return level
}
