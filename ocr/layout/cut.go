package layout

import (
	"image"
	"math"

	"tijian/ocr/page"
)

// A Cutter cuts blocks out of a grey page for a reader.
type Cutter struct {
	gray  *image.Gray
	owner []uint16 // per pixel: 1 + the block whose ink lies there, 0 for none
	ids   map[image.Rectangle]uint16
}

// NewCutter prepares the cutting of the blocks of rows out of the grey page.
func NewCutter(g *image.Gray, rows []Row) *Cutter {
	c := &Cutter{gray: g, owner: make([]uint16, g.Rect.Dx()*g.Rect.Dy()), ids: map[image.Rectangle]uint16{}}
	for _, row := range rows {
		for _, b := range row.Blocks {
			if len(c.ids) == math.MaxUint16 {
				return c
			}
			id := uint16(len(c.ids) + 1)
			c.ids[b.Box] = id
			for _, p := range b.Parts {
				for _, r := range p.Runs {
					line := c.owner[int(r.Y)*g.Rect.Dx():]
					for x := r.X0; x < r.X1; x++ {
						line[x] = id
					}
				}
			}
		}
	}
	return c
}

// Cut draws a block on paper, without the ink of its neighbours, scaled so
// that characters of em pixels become high pixels high, with a margin of a
// third of that around. Faint strokes that were not taken as ink stay.
func (c *Cutter) Cut(b Block, em, high float64) *image.Gray {
	const soft = 2 // grey edge around ink
	g, id := c.gray, c.ids[b.Box]
	box := b.Box.Inset(-soft).Intersect(g.Rect)
	if box.Empty() {
		return image.NewGray(image.Rectangle{})
	}
	out := image.NewGray(image.Rect(0, 0, box.Dx(), box.Dy()))
	for y := range box.Dy() {
		copy(out.Pix[y*out.Stride:y*out.Stride+box.Dx()], g.Pix[(y+box.Min.Y)*g.Stride+box.Min.X:])
	}
	near := box.Inset(-soft).Intersect(g.Rect)
	for y := near.Min.Y; y < near.Max.Y; y++ {
		row := c.owner[y*g.Rect.Dx():]
		for x := near.Min.X; x < near.Max.X; x++ {
			if row[x] != 0 && row[x] != id {
				c.hide(out, box, image.Pt(x, y), id, soft)
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

// hide whitens a neighbour's pixel and its grey edge, save where the block's
// own ink is.
func (c *Cutter) hide(out *image.Gray, box image.Rectangle, at image.Point, id uint16, soft int) {
	for y := max(at.Y-soft, box.Min.Y); y < min(at.Y+soft+1, box.Max.Y); y++ {
		for x := max(at.X-soft, box.Min.X); x < min(at.X+soft+1, box.Max.X); x++ {
			if c.owner[y*c.gray.Rect.Dx()+x] != id {
				out.Pix[(y-box.Min.Y)*out.Stride+x-box.Min.X] = page.Paper
			}
		}
	}
}
