package page

import "image"

// How Press brings out print.
const (
	harder = 4    // times the darkness of print against its paper
	inkMay = 0.85 // share of the paper's light that ink takes at most
)

// Press darkens all print against the paper around it, grain and all, after a
// mean over 3 by 3 pixels: for pages so faint that nothing on them can be read
// as they are. What is dark over more than some lines of text stays as it is.
func Press(g *image.Gray) *image.Gray {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	light, cols, rows := lightOf(g)
	out := image.NewGray(g.Rect)
	for y := range h {
		ty, fy := tileAt(y, rows)
		upper, lower := light[ty*cols:(ty+1)*cols], light[min(ty+1, rows-1)*cols:][:cols]
		for x := range w {
			tx, fx := tileAt(x, cols)
			nx := min(tx+1, cols-1)
			a, b := upper[tx]+(upper[nx]-upper[tx])*fx, lower[tx]+(lower[nx]-lower[tx])*fx
			paper := a + (b-a)*fy
			sum, n := 0, 0
			for j := max(y-1, 0); j <= min(y+1, h-1); j++ {
				for i := max(x-1, 0); i <= min(x+1, w-1); i++ {
					sum += int(g.Pix[j*g.Stride+i])
					n++
				}
			}
			below := max(paper-float32(sum)/float32(n), 0)
			out.Pix[y*out.Stride+x] = uint8(min(max(paper-min(harder*below, inkMay*paper), 0), 255))
		}
	}
	return out
}
