package layout

import (
	"image"
	"math"

	"tijian/ocr/page"
)

// Cut draws block i of the row alone on paper for a reader: its pixels from the grey
// page, other ink left out, scaled so that its row's characters are high
// pixels high, with a margin of half that height around.
func Cut(g *image.Gray, b Block, em, high float64) *image.Gray {
	const soft = 2 // grey edge around ink
	box := b.Box.Inset(-soft).Intersect(g.Rect)
	if box.Empty() {
		return image.NewGray(image.Rectangle{})
	}
	out := image.NewGray(image.Rect(0, 0, box.Dx(), box.Dy()))
	for i := range out.Pix {
		out.Pix[i] = page.Paper
	}
	for _, p := range b.Parts {
		for _, r := range p.Runs {
			for y := max(int(r.Y)-soft, box.Min.Y); y < min(int(r.Y)+soft+1, box.Max.Y); y++ {
				x0, x1 := max(int(r.X0)-soft, box.Min.X), min(int(r.X1)+soft, box.Max.X)
				copy(out.Pix[(y-box.Min.Y)*out.Stride+x0-box.Min.X:][:x1-x0], g.Pix[y*g.Stride+x0:y*g.Stride+x1])
			}
		}
	}
	if k := high / em; k < 0.9 || k > 1.12 {
		out = page.Resize(out, int(math.Ceil(float64(box.Dx())*k)), int(math.Ceil(float64(box.Dy())*k)))
	}
	margin := int(high / 3)
	framed := image.NewGray(image.Rect(0, 0, out.Rect.Dx()+2*margin, out.Rect.Dy()+2*margin))
	for i := range framed.Pix {
		framed.Pix[i] = page.Paper
	}
	for y := range out.Rect.Dy() {
		copy(framed.Pix[(y+margin)*framed.Stride+margin:], out.Pix[y*out.Stride:y*out.Stride+out.Rect.Dx()])
	}
	return framed
}
