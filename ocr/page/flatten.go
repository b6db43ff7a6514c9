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
	near := brinks(g, light, cols, rows)
	out := image.NewGray(g.Rect)
	var histogram [256]int
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
				histogram[dst[x+i]]++
				level += step
			}
			x = end
		}
	}
	stretch(out, histogram)
	deepen(out)
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

// lightOf estimates the level of the paper per tile: a high quantile inside
// the tile, closed over dark tiles (print, bands), then smoothed, but not over
// the edge of a shadow.
func lightOf(g *image.Gray) (light []float32, cols, rows int) {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	cols, rows = (w+tile-1)/tile, (h+tile-1)/tile
	light = make([]float32, cols*rows)
	for ty := range rows {
		for tx := range cols {
			var histogram [256]int
			n := 0
			for y := ty * tile; y < min((ty+1)*tile, h); y++ {
				for _, v := range g.Pix[y*g.Stride+tx*tile : y*g.Stride+min((tx+1)*tile, w)] {
					histogram[v]++
					n++
				}
			}
			light[ty*cols+tx] = max(float32(quantile(&histogram, n, 0.8)), 24)
		}
	}
	const reach = 3
	light = extreme(light, cols, rows, reach, true)
	light = extreme(light, cols, rows, reach, false)
	light = even(light, cols, rows, 2)
	return light, cols, rows
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
func stretch(g *image.Gray, histogram [256]int) {
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

// Faint print, in grey levels of a stretched picture.
const (
	deep    = 70  // to which it is darkened
	faint   = 110 // print whose darkest strokes are lighter is darkened
	texture = 27  // more than so much lighter than paper is no print but its texture,
	doubt   = 28  // and in part what is so much darker than that
	light   = 180 // tiles whose darkest pixels are lighter hold hardly any print
	deeper  = 1.6 // greatest gain of contrast
)

// deepen darkens print that is faint where it stands, such as thin characters
// beside bold ones, worn ribbons and faded thermal paper. Patterns of the whole
// picture, as a screen's, stay as they are.
func deepen(g *image.Gray) {
	dark, cols, rows := strokes(g)
	var empty []float32
	for _, v := range dark {
		if v > light {
			empty = append(empty, v)
		}
	}
	if len(empty) == 0 {
		return
	}
	slices.Sort(empty)
	paper := empty[len(empty)/2]
	bare := paper - texture
	dark = around(dark, cols, rows)
	for i, v := range dark {
		gain := float32(1)
		if v > faint {
			gain = min((paper-deep)/max(paper-v, 1), deeper)
			gain = 1 + (gain-1)*min(max((bare-v)/doubt, 0), 1)*min((v-faint)/20, 1)
		}
		dark[i] = gain
	}
	for y := range g.Rect.Dy() {
		line := g.Pix[y*g.Stride : y*g.Stride+g.Rect.Dx()]
		for i, gain := range dark[min(y/tile, rows-1)*cols:][:cols] {
			if gain == 1 {
				continue
			}
			part := line[i*tile : min((i+1)*tile, len(line))]
			for x, v := range part {
				if below := paper - float32(v); below > 0 {
					part[x] = uint8(max(paper-below*gain, 0))
				}
			}
		}
	}
}
