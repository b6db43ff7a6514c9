package quality

import (
	"image"

	"tijian/ocr/raster"
)

// Measures of what lies around the paper, in px of the reduced picture.
const (
	deskCell   = 8    // side of the squares that are looked at
	deskReach  = 200  // paper is looked for so far away
	deskShare  = 0.45 // of the grey of the brightest square there; bold print covers less
	deskMargin = 48   // its shadow and the paper's edge, beyond paperRadius
)

// darkSurroundings marks what is far darker than the paper nearby and its
// edge: the table under a photographed sheet, whose border would pass for
// print of great height and contrast, and bars under inverted print.
func darkSurroundings(page *raster.Plane) (marked *raster.Bitmap, any bool) {
	w, h := (page.W+deskCell-1)/deskCell, (page.H+deskCell-1)/deskCell
	mean := raster.NewPlane(w, h)
	for y := range h {
		for x := range w {
			area := image.Rect(x*deskCell, y*deskCell, (x+1)*deskCell, (y+1)*deskCell).Intersect(image.Rect(0, 0, page.W, page.H))
			var sum float32
			for j := area.Min.Y; j < area.Max.Y; j++ {
				for _, v := range page.Row(j)[area.Min.X:area.Max.X] {
					sum += v
				}
			}
			mean.V[y*w+x] = sum / float32(area.Dx()*area.Dy())
		}
	}
	brightest := mean.Max(deskReach / deskCell)
	dark := raster.NewPlane(w, h)
	for i, v := range mean.Mean(1).V {
		if v < deskShare*brightest.V[i] {
			dark.V[i], any = 1, true
		}
	}
	near := dark.Max(deskMargin / deskCell)
	marked = raster.NewBitmap(page.W, page.H)
	for y := range page.H {
		for x := range page.W {
			if near.V[y/deskCell*w+x/deskCell] > 0 {
				marked.Pix[y*page.W+x] = 1
			}
		}
	}
	return marked, any
}
