package layout

import (
	"image"

	"tijian/ocr/page"
	"tijian/ocr/raster"
)

// JoinFaintPoints puts together the digits on both sides of a decimal point that was too
// faint to be ink: 5.40, of which 5 and 40 are blocks of their own, would be
// read as two results.
func JoinFaintPoints(rows []Row, rules []page.Rule, g *image.Gray, em float64) {
	uprights := uprightsOf(rules)
	for i := range rows {
		var out []Block
		for _, b := range rows[i].Blocks {
			if n := len(out); n > 0 && !ruleBetween(uprights, out[n-1].Box, b.Box) {
				a := &out[n-1]
				if point, ok := faintPoint(a.Box, b.Box, g, em); ok {
					a.join(point.Box, point)
					a.join(b.Box, b.Parts...)
					continue
				}
			}
			out = append(out, b)
		}
		rows[i].Blocks = out
	}
}

// faintPoint finds the one faint spot between two blocks of digits, at their
// feet.
func faintPoint(a, b image.Rectangle, g *image.Gray, em float64) (raster.Component, bool) {
	digits := func(r image.Rectangle) bool {
		h := float64(r.Dy())
		return h >= faintPointDigits*em && h <= faintPointTall*em
	}
	gap := b.Min.X - a.Max.X
	if !digits(a) || !digits(b) || gap < 2 || float64(gap) > faintPointGap*em ||
		abs(float64(a.Max.Y-b.Max.Y)) > faintPointLevel*em || abs(float64(a.Dy()-b.Dy())) > faintPointLevel*em {
		return raster.Component{}, false
	}
	foot, high := max(a.Max.Y, b.Max.Y), max(a.Dy(), b.Dy())
	area := image.Rect(a.Max.X, foot-high, b.Min.X, foot+2).Intersect(g.Rect)
	low := foot - int(faintPointLow*float64(high)) - 1
	var point raster.Component
	for y := area.Min.Y; y < area.Max.Y; y++ {
		from := -1
		for x := area.Min.X; x <= area.Max.X; x++ {
			if x < area.Max.X && g.Pix[y*g.Stride+x] < faintPointDark {
				if y < low && x > a.Max.X+1 && x < b.Min.X-2 {
					return raster.Component{}, false // more than a point
				}
				if from < 0 {
					from = x
				}
				continue
			}
			if from >= 0 && y >= low {
				point.Runs = append(point.Runs, raster.Run{Y: int32(y), X0: int32(from), X1: int32(x)})
				point.Box = point.Box.Union(image.Rect(from, y, x, y+1))
				point.Area += x - from
			}
			from = -1
		}
	}
	w, h := float64(point.Box.Dx()), float64(point.Box.Dy())
	ok := min(w, h) >= faintPointLeast*em && max(w, h) <= faintPointMost*em && float64(point.Area) >= faintPointFilled*w*h
	return point, ok
}
