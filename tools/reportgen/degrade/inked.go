package degrade

import (
	"image"
	"math/rand/v2"
	"slices"

	xdraw "golang.org/x/image/draw"

	"tijian/tools/reportgen/truth"
)

// dark is how far from paper a pixel of print is at least.
const dark = 0.4

// inked is the box of everything printed on a page; the whole page when there
// is nothing.
func inked(page *image.RGBA) truth.Box {
	w, h := page.Rect.Dx(), page.Rect.Dy()
	b := truth.Box{w, h, 0, 0}
	for y := range h {
		for x := range w {
			if darkness(page, x, y) > dark {
				b = truth.Box{min(b[0], x), min(b[1], y), max(b[2], x+1), max(b[3], y+1)}
			}
		}
	}
	if b[2] == 0 {
		return truth.Box{0, 0, w, h}
	}
	return b
}

// characterHeight estimates how high the characters of a page are, in pixels:
// the page is cut into upright strips about a character wide, and what stands
// in them between rows without ink is a line of text, a rule or a picture.
func characterHeight(page *image.RGBA) float64 {
	w, h := page.Rect.Dx(), page.Rect.Dy()
	const strips, usual = 48, 20
	var heights []int
	for s := range strips {
		run := 0
		for y := range h + 1 {
			filled := false
			for x := s * w / strips; y < h && x < (s+1)*w/strips && !filled; x++ {
				filled = darkness(page, x, y) > dark
			}
			if filled {
				run++
				continue
			}
			if run > 6 && run < h/12 {
				heights = append(heights, run)
			}
			run = 0
		}
	}
	if len(heights) == 0 {
		return usual
	}
	slices.Sort(heights)
	return float64(heights[len(heights)*2/3])
}

// illegible blurs a picture so much that no person can read it; height is that
// of its characters. It is blurred small, which is quicker and looks the same.
func illegible(rng *rand.Rand, m *image.RGBA, height float64) {
	const small = 0.25
	little := image.NewRGBA(scaled(m.Rect, small))
	xdraw.ApproxBiLinear.Scale(little, little.Rect, m, m.Rect, xdraw.Src, nil)
	blur(little, small*height*(0.5+0.25*rng.Float64()))
	xdraw.ApproxBiLinear.Scale(m, m.Rect, little, little.Rect, xdraw.Src, nil)
}
