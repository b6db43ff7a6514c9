package page

import (
	"image"
)

// Ink is a picture of two levels: 1 where there is ink, 0 on paper.
type Ink struct {
	W, H int
	Pix  []uint8 // row by row, without padding
}

// Binarise takes every pixel of a flattened picture that is darker than level
// as ink.
func Binarise(g *image.Gray, level uint8) *Ink {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	ink := &Ink{W: w, H: h, Pix: make([]uint8, w*h)}
	for y := range h {
		src := g.Pix[y*g.Stride : y*g.Stride+w]
		dst := ink.Pix[y*w : (y+1)*w]
		for x, v := range src {
			if v < level {
				dst[x] = 1
			}
		}
	}
	return ink
}

// Level is the threshold between ink and paper for Binarise: Otsu's method
// (IEEE Trans. SMC 9, 1979) on the flattened picture, kept within bounds that
// neither break thin strokes nor join neighbours.
func Level(g *image.Gray) uint8 {
	var histogram [256]int
	for _, v := range g.Pix {
		histogram[v]++
	}
	return uint8(min(max(otsu(histogram)+10, 120), 185))
}

// otsu returns the last level of the darker class.
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
