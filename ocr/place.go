package ocr

import (
	"image"
	"math"

	"tijian/ocr/raster"
)

// boundingBox is the box, in pixels of a picture of size, around a box of the
// prepared page.
func boundingBox(b image.Rectangle, back raster.Map, size image.Point) image.Rectangle {
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	const steps = 4 // along the edges, which may be bent
	for i := range steps + 1 {
		x := float64(b.Min.X) + float64(b.Dx())*float64(i)/steps
		for _, y := range []float64{float64(b.Min.Y), float64(b.Max.Y)} {
			px, py := back(x-0.5, y-0.5)
			x0, x1 = min(x0, px), max(x1, px)
			y0, y1 = min(y0, py), max(y1, py)
		}
	}
	return image.Rect(int(math.Floor(x0+0.5)), int(math.Floor(y0+0.5)), int(math.Ceil(x1+0.5)), int(math.Ceil(y1+0.5))).
		Intersect(image.Rectangle{Max: size})
}

// place gives a place of the prepared page as one of the picture.
func (s *preparedSheet) place(b image.Rectangle) image.Rectangle {
	size := s.size
	if s.quarters&1 == 1 {
		size.X, size.Y = size.Y, size.X
	}
	return boundingBox(b, s.toPicture(), size)
}

// toPicture leads from the prepared page to the picture.
func (s *preparedSheet) toPicture() raster.Map { return s.back.Then(unturn(s.quarters&3, s.size)) }

// unturn leads from a picture that was turned clockwise by quarters, of size
// after turning, to the picture before.
func unturn(quarters int, size image.Point) raster.Map {
	w, h := float64(size.X-1), float64(size.Y-1)
	return func(x, y float64) (float64, float64) {
		switch quarters {
		case 1:
			return y, w - x
		case 2:
			return w - x, h - y
		case 3:
			return h - y, x
		}
		return x, y
	}
}
