package page

import (
	"image"
	"slices"

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
		raster.Below(g.Pix[y*g.Stride:y*g.Stride+w], ink.Pix[y*w:(y+1)*w], levels, tile)
	}
	return ink
}

// darkest returns, per tile, the level of the ink in it and in its neighbours.
func darkest(g *image.Gray) *raster.Plane {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	dark := tiles(g)
	least := make([]uint8, w)
	for ty := range dark.H {
		raster.Fill(least, raster.Paper)
		for y := ty * tile; y < min((ty+1)*tile, h); y++ {
			raster.DarkerPairs(least, g.Pix[y*g.Stride:y*g.Stride+w])
		}
		row := dark.Row(ty)
		for i := range row {
			row[i] = raster.Paper
			// Two neighbours of the tile, so that a single speck does not count.
			if part := least[i*tile : min((i+1)*tile, w)]; len(part) > 1 {
				row[i] = float32(slices.Min(part[:len(part)-1]))
			}
		}
	}
	return dark.Min(1).Mean(1)
}
