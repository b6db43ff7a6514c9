package page

import (
	"image"

	"tijian/ocr/raster"
)

// smoothWithinShadows averages over squares of 2*radius+1 tiles, leaving out
// those beyond the edge of a shadow.
func smoothWithinShadows(light *raster.Plane, radius int) *raster.Plane {
	out := raster.NewPlane(light.W, light.H)
	for y := range light.H {
		for x := range light.W {
			var sum float32
			n := 0
			own := light.Row(y)[x]
			for j := max(y-radius, 0); j <= min(y+radius, light.H-1); j++ {
				for _, v := range light.Row(j)[max(x-radius, 0) : min(x+radius, light.W-1)+1] {
					if max(v, own) <= (1+2*shadowStep)*min(v, own) {
						sum += v
						n++
					}
				}
			}
			out.Row(y)[x] = sum / float32(n)
		}
	}
	return out
}

// A closedTile is the light of the pixels between four tiles' centres.
type closedTile struct {
	from  image.Point
	light [tile * tile]uint8
}

func (c *closedTile) at(x, y int) uint8 {
	x, y = min(max(x-c.from.X, 0), tile-1), min(max(y-c.from.Y, 0), tile-1)
	return c.light[y*tile+x]
}

// closedTiles gives the light pixel by pixel where the edge of a shadow passes,
// by the upper left one of the four tiles whose light differs, and where the
// ground is tinted: tiles are too coarse there. Elsewhere it is nil.
func closedTiles(g *image.Gray, light *raster.Plane, tinted []bool) []*closedTile {
	out := make([]*closedTile, len(light.V))
	for ty := range light.H {
		for tx := range light.W {
			nx, ny := min(tx+1, light.W-1), min(ty+1, light.H-1)
			at := [4]int{ty*light.W + tx, ty*light.W + nx, ny*light.W + tx, ny*light.W + nx}
			low, high, tint := light.V[at[0]], light.V[at[0]], false
			for _, i := range at {
				low, high, tint = min(low, light.V[i]), max(high, light.V[i]), tint || tinted[i]
			}
			if tint || high > (1+shadowStep)*low {
				out[at[0]] = closeTile(g, image.Pt(tx*tile+tile/2, ty*tile+tile/2))
			}
		}
	}
	return out
}

// closeTile takes the greatest level around each pixel, and of that the least:
// strokes of print disappear, and edges stay where they are.
func closeTile(g *image.Gray, from image.Point) *closedTile {
	const side = tile + 4*shadowClose
	var around [side * side]uint8
	w, h := g.Rect.Dx(), g.Rect.Dy()
	corner := from.Sub(image.Pt(2*shadowClose, 2*shadowClose))
	for y := range side {
		line := g.Pix[min(max(corner.Y+y, 0), h-1)*g.Stride:][:w]
		row := around[y*side : (y+1)*side]
		if corner.X >= 0 && corner.X+side <= w {
			copy(row, line[corner.X:])
			continue
		}
		for x := range row {
			row[x] = line[min(max(corner.X+x, 0), w-1)]
		}
	}
	out := &closedTile{from: from}
	raster.Close(around[:], side, shadowClose, out.light[:])
	for i, v := range out.light {
		out.light[i] = max(v, darkestPaper)
	}
	return out
}

// partlyLit reports whether a sheet is partly in the shadow, core being its lit
// part: then they have some of the rim in common. A lit sheet on a larger one
// has a rim of its own.
func partlyLit(sheet, core *raster.Bitmap) bool {
	const by = 2 // pixels from rim to rim
	rim, common := 0, 0
	for y := by; y < sheet.H-by; y++ {
		for x := by; x < sheet.W-by; x++ {
			if sheet.Pix[y*sheet.W+x] == 0 || !touchesPaper(sheet, x, y) {
				continue
			}
			rim++
			for _, at := range [5]int{0, -by, by, -by * sheet.W, by * sheet.W} {
				if core.Pix[y*sheet.W+x+at] != 0 {
					common++
					break
				}
			}
		}
	}
	return float64(common) > litRim*float64(rim)
}
