package ocr

import (
	"image"
	"math"

	"tijian/ocr/page"
	"tijian/ocr/result"
)

// outline is the box, in pixels of a picture of size, around a box of the
// prepared page.
func outline(b image.Rectangle, back page.Map, size image.Point) image.Rectangle {
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

// unturned gives places on a picture that was turned clockwise by quarters,
// of size after turning, as places on the picture before.
func unturned(full result.Full, quarters int, size image.Point) {
	w, h := size.X, size.Y
	for _, entries := range full {
		for _, e := range entries {
			for i, c := range e.Coords {
				switch quarters {
				case 1:
					e.Coords[i] = [4]int{c[1], w - c[2], c[3], w - c[0]}
				case 2:
					e.Coords[i] = [4]int{w - c[2], h - c[3], w - c[0], h - c[1]}
				case 3:
					e.Coords[i] = [4]int{h - c[3], c[0], h - c[1], c[2]}
				}
			}
		}
	}
}
