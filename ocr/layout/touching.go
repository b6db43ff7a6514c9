package layout

import (
	"cmp"
	"image"
	"slices"

	"tijian/ocr/raster"
)

// splitTouchingRows cuts pieces of ink that reach over several rows of text, because
// characters of close rows touch, at their waists.
func splitTouchingRows(components []raster.Component, em float64) []raster.Component {
	out := make([]raster.Component, 0, len(components))
	for _, c := range components {
		w, h := float64(c.Box.Dx()), float64(c.Box.Dy())
		if h < touchingLeast*em || h > touchingMost*em || w > touchingWide*em || w < touchingNarrow*em || float64(c.Area) < touchingFilled*w*h {
			out = append(out, c)
			continue
		}
		out = append(out, splitAtWaists(c, em)...)
	}
	return out
}

func splitAtWaists(c raster.Component, em float64) []raster.Component {
	ink := make([]int, c.Box.Dy())
	for _, r := range c.Runs {
		ink[int(r.Y)-c.Box.Min.Y] += int(r.X1 - r.X0)
	}
	waist := int(max(touchingWaist*float64(c.Area)/float64(len(ink)), touchingThin*em))
	var cuts []int
	for from := 0; float64(len(ink)-from) >= touchingLeast*em; {
		best := -1
		for y := from + int(touchingRow*em); y <= min(from+int(touchingReach*em), len(ink)-int(touchingRow*em)); y++ {
			if ink[y] <= waist && (best < 0 || ink[y] < ink[best]) {
				best = y
			}
		}
		if best < 0 {
			break
		}
		cuts = append(cuts, best)
		from = best
	}
	if len(cuts) == 0 {
		return []raster.Component{c}
	}
	pieces := make([]raster.Component, len(cuts)+1)
	for _, r := range c.Runs {
		at, _ := slices.BinarySearchFunc(cuts, int(r.Y)-c.Box.Min.Y, func(cut, y int) int { return cmp.Compare(cut, y+1) })
		p := &pieces[at]
		p.Box = p.Box.Union(image.Rect(int(r.X0), int(r.Y), int(r.X1), int(r.Y)+1))
		p.Runs = append(p.Runs, r)
		p.Area += int(r.X1 - r.X0)
	}
	return slices.DeleteFunc(pieces, func(p raster.Component) bool { return p.Area == 0 })
}
