package raster

import (
	"image"
	"slices"
)

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
