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
	for i := range g.Pix {
		g.Pix[i] = Paper
	}
	return g
}

// Clone returns a copy of g.
func Clone(g *image.Gray) *image.Gray {
	return &image.Gray{Pix: slices.Clone(g.Pix), Stride: g.Stride, Rect: g.Rect}
}
