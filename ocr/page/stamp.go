package page

import (
	"image"

	"tijian/ocr/raster"
)

// RemoveStamps converts a picture to grey levels as raster.Gray does, without its
// red seals, which are pressed over text. Their ink lets the light of black print
// through in the red channel only: there it is almost paper. Print in red stays,
// save where a seal touches it: then it goes wholly.
func RemoveStamps(img image.Image) *image.Gray {
	out := raster.Gray(img)
	tint := tintOf(img)
	if tint == nil {
		return out
	}
	w, h := out.Rect.Dx(), out.Rect.Dy()
	cols, rows := (w+stampCell-1)/stampCell, (h+stampCell-1)/stampCell
	cells := make([]bool, cols*rows)
	for y := range rows {
		for x := range cols {
			n := 0
			for dy := 0; dy < stampCell; dy += 2 {
				for dx := 0; dx < stampCell; dx += 2 {
					if px, py := x*stampCell+dx, y*stampCell+dy; px < w && py < h {
						if _, over := tint(px, py); over > stampRed {
							n++
						}
					}
				}
			}
			cells[y*cols+x] = n >= stampDense
		}
	}
	least := max(int(stampSide*float64(max(w, h)))/stampCell, stampCells)
	most := int(stampMost*float64(max(w, h))) / stampCell
	pieces := reds(cells, cols, rows)
	for _, seal := range pieces {
		if min(seal.box.Dx(), seal.box.Dy()) < least || max(seal.box.Dx(), seal.box.Dy()) > most || seal.isDial(cols) {
			continue
		}
		for _, piece := range pieces {
			if piece.box.Overlaps(seal.box) {
				bleach(out, piece.cells, cols, tint)
			}
		}
	}
	return out
}

// bleach takes the red ink out of cells and their neighbours.
func bleach(g *image.Gray, cells []int, cols int, tint func(x, y int) (red, over int)) {
	for _, cell := range cells {
		x0, y0 := cell%cols*stampCell, cell/cols*stampCell
		area := image.Rect(x0-stampCell, y0-stampCell, x0+2*stampCell, y0+2*stampCell).Intersect(g.Rect)
		for y := area.Min.Y; y < area.Max.Y; y++ {
			for x := area.Min.X; x < area.Max.X; x++ {
				if red, over := tint(x, y); over > stampTinge {
					at := y*g.Stride + x
					g.Pix[at] = max(g.Pix[at], uint8(min(red, 255)))
				}
			}
		}
	}
}

// tintOf gives the red channel of a picture, and how far it is above the other
// two; nil for a picture without colours.
func tintOf(img image.Image) func(x, y int) (red, over int) {
	b := img.Bounds()
	switch src := img.(type) {
	case *image.Gray, *image.Gray16:
		return nil
	case *image.YCbCr:
		return func(x, y int) (int, int) {
			at := src.COffset(b.Min.X+x, b.Min.Y+y)
			cb, cr := int(src.Cb[at])-128, int(src.Cr[at])-128
			// ITU-R BT.601, in 1/256
			red := int(src.Y[src.YOffset(b.Min.X+x, b.Min.Y+y)]) + 359*cr/256
			return red, min(542*cr+88*cb, 359*cr-454*cb) / 256
		}
	}
	rgba := raster.RGBA(img)
	return func(x, y int) (int, int) {
		p := rgba.Pix[rgba.PixOffset(x, y):][:3]
		return int(p[0]), int(p[0]) - int(max(p[1], p[2]))
	}
}

// A red is a connected piece of red cells; gaps of one cell do not part it.
type red struct {
	box   image.Rectangle
	cells []int
}

// isDial tells that a piece is an arc open below, as dials have around their numbers, or a
// part of one; the frame of a seal is closed.
func (r *red) isDial(cols int) bool {
	above, below := false, false
	third, quarter := r.box.Dx()/3, r.box.Dy()/4
	for _, cell := range r.cells {
		if x, y := cell%cols, cell/cols; x >= r.box.Min.X+third && x < r.box.Max.X-third {
			above = above || y < r.box.Min.Y+quarter
			below = below || y >= r.box.Max.Y-quarter
		}
	}
	return above && !below
}

func reds(cells []bool, cols, rows int) []red {
	seen := make([]bool, len(cells))
	var out []red
	for start, is := range cells {
		if !is || seen[start] {
			continue
		}
		seen[start] = true
		piece := red{cells: []int{start}}
		for i := 0; i < len(piece.cells); i++ {
			x, y := piece.cells[i]%cols, piece.cells[i]/cols
			piece.box = piece.box.Union(image.Rect(x, y, x+1, y+1))
			for ny := max(y-2, 0); ny <= min(y+2, rows-1); ny++ {
				for nx := max(x-2, 0); nx <= min(x+2, cols-1); nx++ {
					if n := ny*cols + nx; cells[n] && !seen[n] {
						seen[n] = true
						piece.cells = append(piece.cells, n)
					}
				}
			}
		}
		out = append(out, piece)
	}
	return out
}
