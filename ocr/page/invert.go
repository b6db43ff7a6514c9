package page

import (
	"image"
	"slices"

	"tijian/ocr/raster"
)

// InvertDarkBars turns filled areas with light text in them, as heads of tables
// and sections have, to dark on light, as the rest of the page, whose characters
// are em pixels high. ink is that of g. It returns g itself when there are none.
func InvertDarkBars(g *image.Gray, ink *raster.Bitmap, em float64) *image.Gray {
	out := g
	for _, bar := range bars(ink, em) {
		if out == g {
			out = raster.Clone(g)
		}
		var levels raster.Histogram
		n := 0
		for _, r := range bar {
			for x := r.X0; x < r.X1; x++ {
				levels[g.Pix[int(r.Y)*g.Stride+int(x)]]++
				n++
			}
		}
		ground, seen := 0, 0 // the level of the filling
		for ; ground < 255 && seen+levels[ground] < n/2; ground++ {
			seen += levels[ground]
		}
		span := max(raster.Paper-ground, barContrast)
		for _, r := range bar {
			for x := r.X0; x < r.X1; x++ {
				at := int(r.Y)*g.Stride + int(x)
				out.Pix[at] = uint8(min(max(raster.Paper-(int(g.Pix[at])-ground)*raster.Paper/span, 0), raster.Paper))
			}
		}
	}
	return out
}

// bars finds filled areas and returns their runs, with the text inside.
func bars(ink *raster.Bitmap, em float64) [][]raster.Run {
	side := max(int(barSolid*em), barSolidLeast)
	cores := filled(ink, side)
	var out [][]raster.Run
	for _, c := range raster.Components(cores) {
		if float64(c.Box.Dx()) < barWide*em || c.Box.Dy() < 1 {
			continue
		}
		// Rows of cores, widened back to the filling, with gaps of text closed.
		rows := map[int32]raster.Run{}
		for _, r := range c.Runs {
			for dy := range int32(side) {
				y := r.Y + dy
				row, ok := rows[y]
				if !ok {
					row = raster.Run{Y: y, X0: r.X0, X1: r.X1 + int32(side) - 1}
				}
				row.X0, row.X1 = min(row.X0, r.X0), max(row.X1, r.X1+int32(side)-1)
				rows[y] = row
			}
		}
		var bar []raster.Run
		dark, all := 0, 0
		for _, r := range rows {
			r.X1 = min(r.X1, int32(ink.W))
			if int(r.Y) >= ink.H || r.X1 <= r.X0 {
				continue
			}
			bar = append(bar, r)
			for _, v := range ink.Pix[int(r.Y)*ink.W+int(r.X0) : int(r.Y)*ink.W+int(r.X1)] {
				dark += int(v)
			}
			all += int(r.X1 - r.X0)
		}
		if float64(len(bar)) < barTall*em || float64(dark) < barFilled*float64(all) {
			continue
		}
		slices.SortFunc(bar, func(a, b raster.Run) int { return int(a.Y - b.Y) })
		out = append(out, bar)
	}
	return out
}

// filled marks the upper left corners of squares that are all ink.
func filled(ink *raster.Bitmap, side int) *raster.Bitmap {
	out := raster.NewBitmap(ink.W, ink.H)
	full := make([]int, ink.W) // rows of squares, full of ink, that lie below each other from row last on
	last := make([]int, ink.W)
	for y := ink.H - 1; y >= 0; y-- {
		row := ink.Pix[y*ink.W : (y+1)*ink.W]
		for x := raster.NextInk(row, 0); x < len(row); x = raster.NextInk(row, x) {
			end := x + 1
			for end < len(row) && row[end] != 0 {
				end++
			}
			for ; x+side <= end; x++ {
				if last[x] != y+1 {
					full[x] = 0
				}
				full[x], last[x] = full[x]+1, y
				if full[x] >= side {
					out.Pix[y*ink.W+x] = 1
				}
			}
			x = end
		}
	}
	return out
}

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
