package page

import (
	"image"

	"tijian/ocr/raster"
)

// Binarise separates ink from paper in a picture of even background. The
// threshold lies halfway between the paper and the darkest ink nearby, so that
// thin or faint strokes beside bold ones keep together.
func Binarise(g *image.Gray) *raster.Bitmap {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	ink := raster.NewBitmap(w, h)
	dark := darkest(g)
	levels := make([]uint8, dark.W)
	for y := range h {
		if y%tile == 0 {
			for i, v := range dark.Row(min(y/tile, dark.H-1)) {
				levels[i] = uint8(min(max(v*thresholdInk+thresholdPaper, thresholdLowest), thresholdHighest))
			}
		}
		src := g.Pix[y*g.Stride : y*g.Stride+w]
		dst := ink.Pix[y*w : (y+1)*w]
		for i, level := range levels {
			end := min((i+1)*tile, w)
			for x := i * tile; x < end; x++ {
				if src[x] < level {
					dst[x] = 1
				}
			}
		}
	}
	return ink
}

// darkest returns, per tile, the level of the ink in it and in its neighbours.
func darkest(g *image.Gray) *raster.Plane {
	dark := tiles(g)
	for i := range dark.V {
		dark.V[i] = raster.Paper
	}
	for y := range g.Rect.Dy() {
		row := dark.Row(y / tile)
		for i := range row {
			part := g.Pix[y*g.Stride+i*tile : y*g.Stride+min((i+1)*tile, g.Rect.Dx())]
			// Two neighbours, so that a single speck does not count.
			for x := 1; x < len(part); x++ {
				if v := float32(max(part[x-1], part[x])); v < row[i] {
					row[i] = v
				}
			}
		}
	}
	return dark.Min(1).Mean(1)
}
