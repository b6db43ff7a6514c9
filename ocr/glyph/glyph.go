// Package glyph recognises signs by the shape of their ink: printed arrows, plus
// and minus, a decimal point, and how many digits there are. Readers of text have
// no arrows, take lone signs for noise and lose small points.
package glyph

import (
	"image"

	"tijian/ocr/raster"
)

// Characters groups parts that lie above each other, left to right.
func Characters(parts []raster.Component) [][]raster.Component {
	var out [][]raster.Component
	right := 0
	for _, p := range parts {
		if len(out) > 0 && p.Box.Min.X < right {
			out[len(out)-1] = append(out[len(out)-1], p)
			right = max(right, p.Box.Max.X)
			continue
		}
		out = append(out, []raster.Component{p})
		right = p.Box.Max.X
	}
	return out
}

// A profile holds, per band, how much of the shape's width (height) the ink
// of the band spans, and where the middle of that span lies, 0 to 1.
type profile struct{ span, middle [bins]float64 }

// profiles cuts a shape into horizontal and vertical bands.
func profiles(parts []raster.Component, box image.Rectangle) (rows, cols profile) {
	w, h := box.Dx(), box.Dy()
	r, c := make([]extent, h), make([]extent, w)
	for i := range r {
		r[i] = extent{w, 0}
	}
	for i := range c {
		c[i] = extent{h, 0}
	}
	for i := range parts {
		for _, run := range parts[i].Runs {
			y := int(run.Y) - box.Min.Y
			x0, x1 := int(run.X0)-box.Min.X, int(run.X1)-box.Min.X
			r[y] = r[y].union(extent{x0, x1})
			for x := x0; x < x1; x++ {
				c[x] = c[x].union(extent{y, y + 1})
			}
		}
	}
	return profileOf(r, w), profileOf(c, h)
}

// An extent is what ink spans of a line of pixels; hi is exclusive.
type extent struct{ lo, hi int }

func (e extent) union(f extent) extent { return extent{min(e.lo, f.lo), max(e.hi, f.hi)} }

func profileOf(lines []extent, size int) (p profile) {
	for i := range bins {
		from := i * len(lines) / bins
		to := max((i+1)*len(lines)/bins, from+1)
		e := lines[from]
		for _, l := range lines[from:to] {
			e = e.union(l)
		}
		if e.hi > e.lo {
			p.span[i] = float64(e.hi-e.lo) / float64(size)
			p.middle[i] = float64(e.hi+e.lo) / 2 / float64(size)
		}
	}
	return p
}
