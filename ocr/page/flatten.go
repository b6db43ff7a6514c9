package page

import (
	"image"
	"slices"
)

// Tile is the size, in pixels, of the squares on which Flatten measures the
// light.
const tile = 16

// Flatten divides the picture by its own light: the level of the paper around
// each pixel becomes Paper, and ink is stretched so that the darker half of it
// comes close to black. Shadows, yellowed paper and weak print disappear.
func Flatten(g *image.Gray) *image.Gray {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	light, cols, rows := lightOf(g)
	near := brinks(g, light, shaded(g, light, cols), cols, rows)
	out := image.NewGray(g.Rect)
	line := make([]float32, cols+1)
	for y := range h {
		ty, fy := tileAt(y, rows)
		a, b := light[ty*cols:(ty+1)*cols], light[min(ty+1, rows-1)*cols:min(ty+1, rows-1)*cols+cols]
		for i := range cols {
			line[i] = a[i] + (b[i]-a[i])*fy
		}
		line[cols] = line[cols-1]
		src := g.Pix[y*g.Stride : y*g.Stride+w]
		dst := out.Pix[y*out.Stride : y*out.Stride+w]
		for x := 0; x < w; {
			tx, fx := tileAt(x, cols)
			level, step := line[tx]+(line[tx+1]-line[tx])*fx, (line[tx+1]-line[tx])/tile
			end := min((tx+1)*tile+tile/2, w)
			if x < tile/2 {
				step, end = 0, min(tile/2, w)
			}
			part := src[x:end]
			closer := near[ty*cols+tx]
			for i, v := range part {
				at := level
				if closer != nil {
					at = min(at, float32(closer.at(x+i, y)))
				}
				f := min(float32(v)*255/at, 255)
				dst[x+i] = uint8(f)
				level += step
			}
			x = end
		}
	}
	deepen(out)
	stretch(out)
	return out
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

// A tinted ground, such as that of a row which is highlighted.
const (
	shadeDark  = 0.5  // of the paper's level: what is darker is print
	shadeLight = 0.88 // and what is lighter is paper
	shadeShare = 0.45 // least share of a tile's pixels that lie between
)

// lightOf estimates the level of the paper per tile: a high quantile inside
// the tile, closed over dark tiles (print, bands), then smoothed, but not over
// the edge of a shadow.
func lightOf(g *image.Gray) (light []float32, cols, rows int) {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	cols, rows = (w+tile-1)/tile, (h+tile-1)/tile
	light = make([]float32, cols*rows)
	for ty := range rows {
		for tx := range cols {
			histogram, n := histogramOf(g, tx, ty)
			light[ty*cols+tx] = max(float32(quantile(&histogram, n, 0.8)), 24)
		}
	}
	const reach = 3
	light = extreme(light, cols, rows, reach, true)
	light = extreme(light, cols, rows, reach, false)
	light = even(light, cols, rows, 2)
	return light, cols, rows
}

// histogramOf counts the levels of a tile's pixels.
func histogramOf(g *image.Gray, tx, ty int) (histogram [256]int, n int) {
	for y := ty * tile; y < min((ty+1)*tile, g.Rect.Dy()); y++ {
		for _, v := range g.Pix[y*g.Stride+tx*tile : y*g.Stride+min((tx+1)*tile, g.Rect.Dx())] {
			histogram[v]++
			n++
		}
	}
	return histogram, n
}

// shaded marks the tiles of a tinted ground, of so much light around them.
func shaded(g *image.Gray, light []float32, cols int) []bool {
	out := make([]bool, len(light))
	for i, level := range light {
		low, high := uint8(shadeDark*level), uint8(shadeLight*level)
		tx, ty, n := i%cols, i/cols, 0
		for y := ty * tile; y < min((ty+1)*tile, g.Rect.Dy()); y++ {
			for _, v := range g.Pix[y*g.Stride+tx*tile : y*g.Stride+min((tx+1)*tile, g.Rect.Dx())] {
				if v >= low && v < high {
					n++
				}
			}
		}
		out[i] = float64(n) >= shadeShare*tile*tile
	}
	return out
}

// quantile returns the level below which the share q of n pixels lies.
func quantile(histogram *[256]int, n int, q float64) int {
	want := int(q * float64(n))
	for v, c := range histogram {
		want -= c
		if want < 0 {
			return v
		}
	}
	return 255
}

// extreme returns the greatest (or least) value within reach in both
// directions.
func extreme(f []float32, cols, rows, reach int, greatest bool) []float32 {
	pick := func(part []float32) float32 {
		if greatest {
			return slices.Max(part)
		}
		return slices.Min(part)
	}
	across := make([]float32, len(f))
	for y := range rows {
		row := f[y*cols : (y+1)*cols]
		for x := range cols {
			across[y*cols+x] = pick(row[max(x-reach, 0):min(x+reach+1, cols)])
		}
	}
	out := make([]float32, len(f))
	column := make([]float32, rows)
	for x := range cols {
		for y := range rows {
			column[y] = across[y*cols+x]
		}
		for y := range rows {
			out[y*cols+x] = pick(column[max(y-reach, 0):min(y+reach+1, rows)])
		}
	}
	return out
}

// smooth averages over squares of 2*reach+1 tiles.
func smooth(f []float32, cols, rows, reach int) []float32 {
	out := make([]float32, len(f))
	for y := range rows {
		for x := range cols {
			var sum float32
			n := 0
			for j := max(y-reach, 0); j <= min(y+reach, rows-1); j++ {
				for i := max(x-reach, 0); i <= min(x+reach, cols-1); i++ {
					sum += f[j*cols+i]
					n++
				}
			}
			out[y*cols+x] = sum / float32(n)
		}
	}
	return out
}

// stretch moves the level of the ink to near black and the texture of the
// paper to white.
func stretch(g *image.Gray) {
	var histogram [256]int
	for _, v := range g.Pix {
		histogram[v]++
	}
	white := whiteOf(histogram)
	dark := 0
	for _, c := range histogram[:170] {
		dark += c
	}
	if dark == 0 {
		return
	}
	level := quantile(&histogram, dark, 0.35)
	black := min(max(level-20, 0), 120)
	var table [256]uint8
	for v := range table {
		table[v] = uint8(min(max((v-black)*255/(white-black), 0), 255))
	}
	for i, v := range g.Pix {
		g.Pix[i] = table[v]
	}
}

// whiteOf returns the level above which there is nothing but paper: below its
// grain, which is as wide as the darker half of it shows.
func whiteOf(histogram [256]int) int {
	const lowest, highest = 235, 246
	n := 0
	for _, c := range histogram[200:] {
		n += c
	}
	below := func(share float64) int {
		want := int(share * float64(n))
		for v, c := range histogram[200:] {
			if want -= c; want < 0 {
				return 200 + v
			}
		}
		return 255
	}
	middle := below(0.5)
	return min(max(middle-3*(middle-below(0.16)), lowest), highest)
}

// Faint print, in grey levels of a picture whose paper is white.
const (
	deep    = 70  // to which its darkest strokes are darkened
	faint   = 110 // print whose darkest strokes are lighter is darkened
	plain   = 250 // level of the paper
	texture = 12  // print is darker than paper by so much
	grain   = 4   // and by so many times the spread of the paper's grain
	deeper  = 3.5 // greatest gain of contrast
	toned   = 225 // a tile whose pixels are mostly darker is no print on paper
	calm    = 2   // tiles on each side among which the least spread is the paper's
)

// deepen darkens print that is faint where it stands: worn ribbons, faded
// thermal paper, a sheet in the shade, thin characters beside bold ones. What
// does not stand out from the paper's grain stays as it is.
func deepen(g *image.Gray) {
	dark, cols, rows := strokes(g)
	dark = around(dark, cols, rows)
	middle, spread := spreads(g, cols, rows)
	spread = extreme(spread, cols, rows, calm, false)
	gain := make([]float32, len(dark))
	faded := false
	for i, v := range dark {
		gain[i] = 1
		if v <= faint {
			continue
		}
		below := plain - v
		least := texture + grain*spread[i]
		if sure := min(max((below-least)/least, 0), 1); sure > 0 {
			sure *= min(max((middle[i]-toned)/(plain-toned), 0), 1)
			gain[i] = 1 + (min((plain-deep)/below, deeper)-1)*sure*min((v-faint)/20, 1)
			faded = true
		}
	}
	if !faded {
		return
	}
	line := make([]float32, cols+1)
	for y := range g.Rect.Dy() {
		ty, fy := tileAt(y, rows)
		a, b := gain[ty*cols:(ty+1)*cols], gain[min(ty+1, rows-1)*cols:][:cols]
		for i := range cols {
			line[i] = a[i] + (b[i]-a[i])*fy
		}
		line[cols] = line[cols-1]
		part := g.Pix[y*g.Stride : y*g.Stride+g.Rect.Dx()]
		for x, v := range part {
			if v >= plain {
				continue
			}
			tx, fx := tileAt(x, cols)
			if k := line[tx] + (line[tx+1]-line[tx])*fx; k > 1 {
				part[x] = uint8(max(plain-(plain-float32(v))*k, 0))
			}
		}
	}
}

// spreads gives, per tile, the middle of its pixels' levels, and how far their
// darker half reaches below it: the grain, where there is no print.
func spreads(g *image.Gray, cols, rows int) (middle, spread []float32) {
	middle, spread = make([]float32, cols*rows), make([]float32, cols*rows)
	for ty := range rows {
		for tx := range cols {
			histogram, n := histogramOf(g, tx, ty)
			half := quantile(&histogram, n, 0.5)
			middle[ty*cols+tx], spread[ty*cols+tx] = float32(half), float32(half-quantile(&histogram, n, 0.1))
		}
	}
	return middle, spread
}
