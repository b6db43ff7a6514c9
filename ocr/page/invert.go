package page

import (
	"image"
	"slices"
)

// A bar is a filled area with light text in it, as heads of tables and
// sections have. Sizes in em.
const (
	barSolid  = 0.42 // side of a square without a light pixel: no stroke is so thick
	barWide   = 3.0  // least width
	barTall   = 0.9  // least height
	barFilled = 0.55 // least share of a bar that is dark
)

// Unbar turns the bars of a page whose characters are em pixels high to dark
// on light, as the rest of it. ink is that of g. It returns g itself when there
// are none.
func Unbar(g *image.Gray, ink *Ink, em float64) *image.Gray {
	out := g
	for _, bar := range bars(ink, em) {
		if out == g {
			out = &image.Gray{Pix: slices.Clone(g.Pix), Stride: g.Stride, Rect: g.Rect}
		}
		var levels [256]int
		n := 0
		for _, r := range bar {
			for x := r.X0; x < r.X1; x++ {
				levels[g.Pix[int(r.Y)*g.Stride+int(x)]]++
				n++
			}
		}
		ground, seen := 0, 0 // the level of the filling
		for ; ground < 255 && seen+levels[ground] < n/2; ground++ {
			seen += levels[ground]
		}
		span := max(Paper-ground, 40)
		for _, r := range bar {
			for x := r.X0; x < r.X1; x++ {
				at := int(r.Y)*g.Stride + int(x)
				out.Pix[at] = uint8(min(max(Paper-(int(g.Pix[at])-ground)*Paper/span, 0), Paper))
			}
		}
	}
	return out
}

// bars finds filled areas and returns their runs, with the text inside.
func bars(ink *Ink, em float64) [][]Run {
	side := max(int(barSolid*em), 3)
	cores := filled(ink, side)
	var out [][]Run
	for _, c := range Components(cores) {
		if float64(c.Box.Dx()) < barWide*em || c.Box.Dy() < 1 {
			continue
		}
		// Rows of cores, widened back to the filling, with gaps of text closed.
		rows := map[int32]Run{}
		for _, r := range c.Runs {
			for dy := range int32(side) {
				y := r.Y + dy
				row, ok := rows[y]
				if !ok {
					row = Run{y, r.X0, r.X1 + int32(side) - 1}
				}
				row.X0, row.X1 = min(row.X0, r.X0), max(row.X1, r.X1+int32(side)-1)
				rows[y] = row
			}
		}
		var bar []Run
		dark, all := 0, 0
		for _, r := range rows {
			r.X1 = min(r.X1, int32(ink.W))
			if int(r.Y) >= ink.H || r.X1 <= r.X0 {
				continue
			}
			bar = append(bar, r)
			for _, v := range ink.Pix[int(r.Y)*ink.W+int(r.X0) : int(r.Y)*ink.W+int(r.X1)] {
				dark += int(v)
			}
			all += int(r.X1 - r.X0)
		}
		if float64(len(bar)) < barTall*em || float64(dark) < barFilled*float64(all) {
			continue
		}
		slices.SortFunc(bar, func(a, b Run) int { return int(a.Y - b.Y) })
		out = append(out, bar)
	}
	return out
}

// filled marks the upper left corners of squares that are all ink.
func filled(ink *Ink, side int) *Ink {
	out := &Ink{W: ink.W, H: ink.H, Pix: make([]uint8, len(ink.Pix))}
	run := make([]int, ink.W)  // squares' rows already full, by column
	line := make([]int, ink.W) // pixels of ink from here to the right
	for y := ink.H - 1; y >= 0; y-- {
		n := 0
		for x := ink.W - 1; x >= 0; x-- {
			if ink.Pix[y*ink.W+x] != 0 {
				n++
			} else {
				n = 0
			}
			line[x] = n
		}
		for x := range ink.W {
			if line[x] >= side {
				run[x]++
			} else {
				run[x] = 0
			}
			if run[x] >= side {
				out.Pix[y*ink.W+x] = 1
			}
		}
	}
	return out
}
