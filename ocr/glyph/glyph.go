// Package glyph recognises signs by the shape of their ink: printed arrows, plus
// and minus, a decimal point, and how many digits there are. Readers of text have
// no arrows, take lone signs for noise and lose small points.
package glyph

import "tijian/ocr/raster"

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
