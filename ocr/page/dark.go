package page

import (
	"image"

	"tijian/ocr/raster"
)

// InvertDark turns a page of light print on a dark ground, as apps show it at
// night, to dark on light. It returns g itself where the ground is light, or
// where light paper lies on something dark.
func InvertDark(g *image.Gray) *image.Gray {
	dark, light, all := 0, 0, 0
	w, h := g.Rect.Dx(), g.Rect.Dy()
	for y := 0; y+darkTile <= h; y += darkStep {
		for x := 0; x+darkTile <= w; x += darkStep {
			least, most := tileLevels(g, x, y)
			all++
			switch {
			case most < darkGround && most-least <= darkEven:
				dark++
			case least > lightGround:
				light++
			}
		}
	}
	if float64(dark) < darkShare*float64(all) || float64(light) > darkLit*float64(all) {
		return g
	}
	out := raster.Clone(g)
	for i, v := range out.Pix {
		out.Pix[i] = raster.Paper - v
	}
	return out
}

// tileLevels gives the lowest and the highest level of a tile.
func tileLevels(g *image.Gray, x, y int) (least, most int) {
	least, most = raster.Paper, 0
	for dy := range darkTile {
		for _, v := range g.Pix[(y+dy)*g.Stride+x : (y+dy)*g.Stride+x+darkTile] {
			least, most = min(least, int(v)), max(most, int(v))
		}
	}
	return least, most
}
