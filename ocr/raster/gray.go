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
			at := src.PixOffset(b.Min.X, b.Min.Y+y)
			copy(out.Pix[y*out.Stride:y*out.Stride+w], src.Pix[at:at+w])
		}
	case *image.YCbCr:
		for y := range h {
			at := src.YOffset(b.Min.X, b.Min.Y+y)
			copy(out.Pix[y*out.Stride:y*out.Stride+w], src.Y[at:at+w])
		}
	default:
		rgba, ok := img.(*image.RGBA)
		if !ok {
			rgba = image.NewRGBA(image.Rect(0, 0, w, h))
			draw.Draw(rgba, rgba.Rect, image.White, image.Point{}, draw.Src)
			draw.Draw(rgba, rgba.Rect, img, b.Min, draw.Over)
			b = rgba.Rect
		}
		for y := range h {
			at := rgba.PixOffset(b.Min.X, b.Min.Y+y)
			row := rgba.Pix[at : at+4*w]
			line := out.Pix[y*out.Stride : y*out.Stride+w]
			for x := range line {
				p := row[4*x : 4*x+4 : 4*x+4]
				blank := 255 - uint32(p[3]) // premultiplied: what alpha leaves shows paper
				line[x] = uint8((299*(uint32(p[0])+blank) + 587*(uint32(p[1])+blank) + 114*(uint32(p[2])+blank) + 500) / 1000)
			}
		}
	}
	return out
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
