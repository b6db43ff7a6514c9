package page

import (
	"cmp"
	"math"
	"slices"

	"tijian/ocr/raster"
)

// RemoveLeaders returns the ink without the dots that lead from a name to its value,
// IgG......6.42: many small ones on one line, evenly apart. Readers take the last of
// them for a point.
func RemoveLeaders(ink *raster.Bitmap, em float64) *raster.Bitmap {
	var dots []raster.Component
	for _, p := range raster.Components(ink) {
		if w, h := float64(p.Box.Dx()), float64(p.Box.Dy()); max(w, h) <= dotLargest*em && min(w, h)*dotRound >= max(w, h) {
			dots = append(dots, p)
		}
	}
	slices.SortFunc(dots, func(a, b raster.Component) int { return cmp.Compare(a.Box.Min.X, b.Box.Min.X) })
	clean := ink
	taken := make([]bool, len(dots))
	for i := range dots {
		chain := leader(dots, taken, i, em)
		if len(chain) < leaderDots {
			continue
		}
		if clean == ink {
			clean = ink.Clone()
		}
		for _, k := range chain {
			taken[k] = true
			clean.Erase(dots[k : k+1])
		}
	}
	return clean
}

// leader follows the dots that begin at one, sorted from left to right, as far as they
// are evenly apart.
func leader(dots []raster.Component, taken []bool, first int, em float64) []int {
	chain, pitch := []int{first}, 0.0
	last := dots[first].Box
	for k := first + 1; k < len(dots); k++ {
		b := dots[k].Box
		step := float64(b.Min.X+b.Max.X-last.Min.X-last.Max.X) / 2
		if step > leaderPitch*em {
			break
		}
		level := math.Abs(float64(b.Max.Y-last.Max.Y)) <= dashDrift*em
		if level && step < leaderClose*em {
			break // dots that characters are printed of
		}
		if taken[k] || !level || pitch > 0 && math.Abs(step-pitch) > leaderUneven*pitch {
			continue
		}
		if pitch == 0 {
			pitch = step
		}
		chain, last = append(chain, k), b
	}
	return chain
}
