package page

import (
	"image"
)

// Ink is a picture of two levels: 1 where there is ink, 0 on paper.
type Ink struct {
	W, H int
	Pix  []uint8 // row by row, without padding
}

// Binarise separates ink from paper in a flattened picture. The threshold
// lies halfway between the paper and the darkest ink nearby, so that thin or
// faint strokes beside bold ones keep together.
func Binarise(g *image.Gray) *Ink {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	ink := &Ink{W: w, H: h, Pix: make([]uint8, w*h)}
	dark, cols, rows := darkest(g)
	levels := make([]uint8, cols)
	for y := range h {
		if y%tile == 0 {
			for i := range levels {
				levels[i] = uint8(min(max(dark[min(y/tile, rows-1)*cols+i]*0.5+133, 170), 205))
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

// darkest returns, per tile, the level of the ink in and around it.
func darkest(g *image.Gray) (dark []float32, cols, rows int) {
	dark, cols, rows = strokes(g)
	return around(dark, cols, rows), cols, rows
}

// around spreads the level of the ink to neighbouring tiles.
func around(dark []float32, cols, rows int) []float32 {
	return smooth(extreme(dark, cols, rows, 1, false), cols, rows, 1)
}

// strokes returns, per tile, the level of its ink.
func strokes(g *image.Gray) (dark []float32, cols, rows int) {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	cols, rows = (w+tile-1)/tile, (h+tile-1)/tile
	dark = make([]float32, cols*rows)
	for i := range dark {
		dark[i] = 255
	}
	for y := range h {
		row := dark[y/tile*cols : (y/tile+1)*cols]
		for i := range row {
			part := g.Pix[y*g.Stride+i*tile : y*g.Stride+min((i+1)*tile, w)]
			// Two neighbours, so that a single speck does not count.
			for x := 1; x < len(part); x++ {
				if v := float32(max(part[x-1], part[x])); v < row[i] {
					row[i] = v
				}
			}
		}
	}
	return dark, cols, rows
}

// otsu returns the last level of the darker class (Otsu, IEEE Trans. SMC 9,
// 1979).
func otsu(histogram [256]int) int {
	var total, sum float64
	for v, c := range histogram {
		total += float64(c)
		sum += float64(v) * float64(c)
	}
	best, level := -1.0, 0
	var n, s float64
	for v, c := range histogram {
		n += float64(c)
		s += float64(v) * float64(c)
		if n == 0 || n == total {
			continue
		}
		d := s/n - (sum-s)/(total-n)
		if between := n * (total - n) * d * d; between > best {
			best, level = between, v
		}
	}
	return level
}

// Picture shows the ink black on white, for debugging.
func (ink *Ink) Picture() *image.Gray {
	g := image.NewGray(image.Rect(0, 0, ink.W, ink.H))
	for i, v := range ink.Pix {
		g.Pix[i] = 255 * (1 - v)
	}
	return g
}

// transposed swaps rows and columns.
func (ink *Ink) transposed() *Ink {
	out := &Ink{W: ink.H, H: ink.W, Pix: make([]uint8, len(ink.Pix))}
	const square = 32 // keeps both pictures in the cache
	for y0 := 0; y0 < ink.H; y0 += square {
		for x0 := 0; x0 < ink.W; x0 += square {
			for y := y0; y < min(y0+square, ink.H); y++ {
				for x := x0; x < min(x0+square, ink.W); x++ {
					out.Pix[x*out.W+y] = ink.Pix[y*ink.W+x]
				}
			}
		}
	}
	return out
}
