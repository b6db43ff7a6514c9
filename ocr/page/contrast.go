package page

import (
	"image"

	"tijian/ocr/raster"
)

// EnhanceContrast darkens all print against the paper around it, grain and all,
// after a mean over 3 by 3 pixels: for pages so faint that nothing on them can
// be read as they are. What is dark over more than some lines of text stays as
// it is.
func EnhanceContrast(g *image.Gray) *image.Gray {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	light := background(g)
	line := make([]float32, light.W+1)
	out := image.NewGray(g.Rect)
	for y := range h {
		interpolate(light, y, line)
		for x := range w {
			tx, fx := tileAt(x, light.W)
			paper := line[tx] + (line[tx+1]-line[tx])*fx
			sum, n := 0, 0
			for j := max(y-1, 0); j <= min(y+1, h-1); j++ {
				for i := max(x-1, 0); i <= min(x+1, w-1); i++ {
					sum += int(g.Pix[j*g.Stride+i])
					n++
				}
			}
			below := max(paper-float32(sum)/float32(n), 0)
			out.Pix[y*out.Stride+x] = uint8(min(max(paper-min(enhanceGain*below, enhanceMost*paper), 0), raster.Paper))
		}
	}
	return out
}

// stretchContrast moves the level of the ink to near black and the texture of
// the paper to white.
func stretchContrast(g *image.Gray) {
	var histogram raster.Histogram
	histogram.Add(g.Pix)
	white := whitePoint(&histogram)
	dark := 0
	for _, c := range histogram[:stretchDark] {
		dark += c
	}
	if dark == 0 {
		return
	}
	level := histogram.Quantile(dark, stretchInk)
	black := min(max(level-stretchSpare, 0), stretchBlack)
	var table [256]uint8
	for v := range table {
		table[v] = uint8(min(max((v-black)*raster.Paper/(white-black), 0), raster.Paper))
	}
	for i, v := range g.Pix {
		g.Pix[i] = table[v]
	}
}

// whitePoint returns the level above which there is nothing but paper: below
// its grain, which is as wide as the darker half of it shows.
func whitePoint(histogram *raster.Histogram) int {
	n := 0
	var light raster.Histogram
	copy(light[paperDarkest:], histogram[paperDarkest:])
	for _, c := range light {
		n += c
	}
	middle := light.Quantile(n, 0.5)
	return min(max(middle-grainReach*(middle-light.Quantile(n, grainQuantile)), whiteLowest), whiteHighest)
}

// darkenFaintPrint darkens print that is faint where it stands: worn ribbons,
// faded thermal paper, a sheet in the shade, thin characters beside bold ones.
// What does not stand out from the paper's grain stays as it is.
func darkenFaintPrint(g *image.Gray) {
	dark := darkest(g)
	middle, spread := grain(g)
	spread = spread.Min(faintCalm)
	gain := raster.NewPlane(dark.W, dark.H)
	faded := false
	for i, v := range dark.V {
		gain.V[i] = 1
		if v <= faintLevel {
			continue
		}
		below := faintPaper - v
		least := faintTexture + faintGrain*spread.V[i]
		if sure := min(max((below-least)/least, 0), 1); sure > 0 {
			sure *= min(max((middle.V[i]-faintTone)/(faintPaper-faintTone), 0), 1)
			gain.V[i] = 1 + (min((faintPaper-faintTarget)/below, faintGain)-1)*sure*min((v-faintLevel)/faintSoft, 1)
			faded = true
		}
	}
	if !faded {
		return
	}
	line := make([]float32, gain.W+1)
	for y := range g.Rect.Dy() {
		interpolate(gain, y, line)
		part := g.Pix[y*g.Stride : y*g.Stride+g.Rect.Dx()]
		for x, v := range part {
			if v >= faintPaper {
				continue
			}
			tx, fx := tileAt(x, gain.W)
			if k := line[tx] + (line[tx+1]-line[tx])*fx; k > 1 {
				part[x] = uint8(max(faintPaper-(faintPaper-float32(v))*k, 0))
			}
		}
	}
}

// grain gives, per tile, the middle of its pixels' levels, and how far their
// darker half reaches below it: the grain, where there is no print.
func grain(g *image.Gray) (middle, spread *raster.Plane) {
	middle, spread = tiles(g), tiles(g)
	for ty := range middle.H {
		for tx := range middle.W {
			histogram, n := histogramOf(g, tx, ty)
			half := histogram.Quantile(n, 0.5)
			middle.Row(ty)[tx], spread.Row(ty)[tx] = float32(half), float32(half-histogram.Quantile(n, grainDark))
		}
	}
	return middle, spread
}
