package page

import (
	"image"
	"slices"
)

// Trim whitens the dark rim that a scan has where the sheet ended: a strip
// along an edge that holds many pieces of ink and no whole word. It returns g
// itself when there is none.
func Trim(g *image.Gray, components []Component, em float64) *image.Gray {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	deep := int(1.3 * em)
	const many = 12
	// Depths of the pieces that lie wholly within a strip: left, top, right,
	// bottom.
	var depths [4][]int
	for i := range components {
		if components[i].Area < 4 {
			continue
		}
		b := components[i].Box
		for side, d := range [4]int{b.Max.X, b.Max.Y, w - b.Min.X, h - b.Min.Y} {
			if d <= deep {
				depths[side] = append(depths[side], d)
			}
		}
	}
	out := g
	for side, ds := range depths {
		if len(ds) < many {
			continue
		}
		if out == g {
			out = &image.Gray{Pix: slices.Clone(g.Pix), Stride: g.Stride, Rect: g.Rect}
		}
		d := slices.Max(ds) + 1
		strip := [4]image.Rectangle{image.Rect(0, 0, d, h), image.Rect(0, 0, w, d), image.Rect(w-d, 0, w, h), image.Rect(0, h-d, w, h)}[side].Intersect(g.Rect)
		for y := strip.Min.Y; y < strip.Max.Y; y++ {
			row := out.Pix[y*out.Stride+strip.Min.X : y*out.Stride+strip.Max.X]
			for x := range row {
				row[x] = Paper
			}
		}
	}
	return out
}
