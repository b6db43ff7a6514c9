// Package page prepares the picture of a report for layout analysis: the sheet
// cut from its surroundings and squared, an even background, ink told from
// paper, the skew and the size of characters found, stamps and ruled lines
// taken away.
//
// Every stage is a pure function of its arguments. The numbers they were tuned
// to stand in tuning.go.
package page

import (
	"image"

	"tijian/ocr/raster"
)

// NormaliseBackground divides the picture by its own light: the level of the
// paper around each pixel becomes raster.Paper, and ink is stretched so that the
// darker half of it comes close to black. Shadows, yellowed paper and weak print
// disappear.
func NormaliseBackground(g *image.Gray) *image.Gray {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	light := background(g)
	near := closedTiles(g, light, tinted(g, light))
	out := image.NewGray(g.Rect)
	line := make([]float32, light.W+1)
	for y := range h {
		ty := interpolate(light, y, line)
		src := g.Pix[y*g.Stride : y*g.Stride+w]
		dst := out.Pix[y*out.Stride : y*out.Stride+w]
		for x := 0; x < w; {
			tx, fx := tileAt(x, light.W)
			level, step := line[tx]+(line[tx+1]-line[tx])*fx, (line[tx+1]-line[tx])/tile
			end := min((tx+1)*tile+tile/2, w)
			if x < tile/2 {
				step, end = 0, min(tile/2, w)
			}
			part := src[x:end]
			closer := near[ty*light.W+tx]
			for i, v := range part {
				at := level
				if closer != nil {
					at = min(at, float32(closer.at(x+i, y)))
				}
				f := min(float32(v)*raster.Paper/at, raster.Paper)
				dst[x+i] = uint8(f)
				level += step
			}
			x = end
		}
	}
	darkenFaintPrint(out)
	stretchContrast(out)
	return out
}

// tiles returns a plane with one number for each tile of a picture.
func tiles(g *image.Gray) *raster.Plane {
	return raster.NewPlane((g.Rect.Dx()+tile-1)/tile, (g.Rect.Dy()+tile-1)/tile)
}

// tileAt returns the tile whose centre lies left of (above) x and how far x is
// on the way to the next.
func tileAt(x, n int) (int, float32) {
	f := (float32(x) + 0.5 - tile/2) / tile
	if f <= 0 {
		return 0, 0
	}
	i := min(int(f), n-1)
	return i, min(f-float32(i), 1)
}

// interpolate works out the numbers of tiles' columns at row y of the picture,
// the last one twice, and returns the row of tiles above.
func interpolate(p *raster.Plane, y int, line []float32) int {
	ty, fy := tileAt(y, p.H)
	upper, lower := p.Row(ty), p.Row(min(ty+1, p.H-1))
	for i := range upper {
		line[i] = upper[i] + (lower[i]-upper[i])*fy
	}
	line[p.W] = line[p.W-1]
	return ty
}

// background estimates the level of the paper per tile: a high quantile inside
// the tile, closed over dark tiles (print, bands), then smoothed, but not over
// the edge of a shadow.
func background(g *image.Gray) *raster.Plane {
	light := tiles(g)
	for ty := range light.H {
		for tx := range light.W {
			histogram, n := histogramOf(g, tx, ty)
			light.Row(ty)[tx] = max(float32(histogram.Quantile(n, paperQuantile)), darkestPaper)
		}
	}
	return smoothWithinShadows(light.Max(printTiles).Min(printTiles), smoothTiles)
}

// histogramOf counts the levels of a tile's pixels.
func histogramOf(g *image.Gray, tx, ty int) (histogram raster.Histogram, n int) {
	for y := ty * tile; y < min((ty+1)*tile, g.Rect.Dy()); y++ {
		row := g.Pix[y*g.Stride+tx*tile : y*g.Stride+min((tx+1)*tile, g.Rect.Dx())]
		histogram.Add(row)
		n += len(row)
	}
	return histogram, n
}

// tinted marks the tiles of a tinted ground, of so much light around them. Strokes of
// large coloured print have as much light: on a screen, where colours are flat, a ground is
// a row of a table, which is long, or a badge, on which something darker is printed.
func tinted(g *image.Gray, light *raster.Plane) []bool {
	out, flat := make([]bool, len(light.V)), make([]bool, len(light.V))
	row, badge, clear := tiles(g), tiles(g), 0
	upright := make([]int, light.W) // solid tiles above each other
	for ty := range light.H {
		run := 0
		for tx, level := range light.Row(ty) {
			at := ty*light.W + tx
			t := tint(g, tx, ty, level)
			out[at], flat[at] = t.share >= tintShare, t.flat
			if t.clear {
				clear++
			}
			run, upright[tx] = run+1, upright[tx]+1
			if t.share < tintSolid {
				run, upright[tx] = 0, 0
			}
			if run >= tintRun {
				row.V[at-tintRun/2] = 1
			}
			if upright[tx] >= tintUpright || out[at] && t.printed {
				badge.V[at] = 1
			}
		}
	}
	if float64(clear) < screenClear*float64(len(out)) {
		return out
	}
	row, badge = row.Max(tintReach), badge.Max(1)
	for i := range out {
		out[i] = out[i] && (!flat[i] || row.V[i]+badge.V[i] > 0)
	}
	return out
}

// A tileTint tells of the pixels of a tile that are neither as light as paper nor as dark
// as print.
type tileTint struct {
	share   float64 // of all
	clear   bool    // all of the tile has one light
	flat    bool    // most have one light, without grain
	printed bool    // something darker stands on them
}

func tint(g *image.Gray, tx, ty int, level float32) tileTint {
	all, count := histogramOf(g, tx, ty)
	var between raster.Histogram
	n, flat, darker := 0, 0, 0
	for v := int(tintDark * level); v < int(tintLight*level); v++ {
		between[v], n = all[v], n+all[v]
	}
	middle := float32(between.Quantile(n, 0.5))
	for i, k := range all {
		v := float32(i)
		if max(middle-v, v-middle) <= tintFlat {
			flat += between[i]
		}
		if v < tintDarker*middle {
			darker += k
		}
	}
	isFlat := float64(flat) >= tintAlike*float64(n)
	clear := count > 0 && all.Quantile(count, 1-1e-9)-all.Quantile(count, 0) <= tintFlat
	return tileTint{float64(n) / (tile * tile), clear, isFlat, isFlat && float64(darker) >= tintInk*tile*tile}
}
