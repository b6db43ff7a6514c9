package layout

import (
	"cmp"
	"image"
	"slices"

	"tijian/ocr/raster"
)

// Characters of close rows that touch, in em or as said.
const (
	tallLeast  = 1.3  // height of the smallest piece that may be two rows'
	tallMost   = 6.0  // of the largest
	tallWide   = 4.0  // width of the widest
	tallRow    = 0.7  // least height of what is cut off
	tallReach  = 1.35 // greatest
	tallWaist  = 0.45 // of the mean ink of a row of pixels, at a cut
	tallThin   = 0.1  // or so much ink, whatever the mean
	tallPlenty = 0.1  // least area of the box that ink covers; frames have less
)

// separateRows cuts pieces of ink that reach over several rows of text, because
// characters of close rows touch, at their waists.
func separateRows(components []raster.Component, em float64) []raster.Component {
	out := make([]raster.Component, 0, len(components))
	for _, c := range components {
		w, h := float64(c.Box.Dx()), float64(c.Box.Dy())
		if h < tallLeast*em || h > tallMost*em || w > tallWide*em || w < 0.3*em || float64(c.Area) < tallPlenty*w*h {
			out = append(out, c)
			continue
		}
		out = append(out, cutAtWaists(c, em)...)
	}
	return out
}

func cutAtWaists(c raster.Component, em float64) []raster.Component {
	ink := make([]int, c.Box.Dy())
	for _, r := range c.Runs {
		ink[int(r.Y)-c.Box.Min.Y] += int(r.X1 - r.X0)
	}
	waist := int(max(tallWaist*float64(c.Area)/float64(len(ink)), tallThin*em))
	var cuts []int
	for from := 0; float64(len(ink)-from) >= tallLeast*em; {
		best := -1
		for y := from + int(tallRow*em); y <= min(from+int(tallReach*em), len(ink)-int(tallRow*em)); y++ {
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
