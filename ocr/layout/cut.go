package layout

import (
	"image"
	"math"

	"tijian/ocr/raster"
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
	out := c.isolated(b)
	if out.Rect.Empty() {
		return out
	}
	w, h := out.Rect.Dx(), out.Rect.Dy()
	if k := high / b.Em(em); k < cutScaleLow || k > cutScaleHigh {
		out = raster.Resize(out, int(math.Ceil(float64(w)*k)), int(math.Ceil(float64(h)*k)))
	}
	margin := int(high / 3)
	return onPaper(out, out.Rect.Dx()+2*margin, out.Rect.Dy()+2*margin)
}

// Strip draws a block as Cut does, for a reader with input of a fixed height:
// StripHeight pixels high, with Chinese characters 22 pixels high, in the
// middle. It is empty when the block is.
func (c *Cutter) Strip(b Block, em float64) *image.Gray {
	return c.toStrip(c.isolated(b), b.Em(em))
}

// WideStrip draws a block as Strip does, with the faint strokes at its ends
// that were not taken as ink, such as the level ones of a thin print: 二. It
// returns false when there are none.
func (c *Cutter) WideStrip(b Block, em float64) (*image.Gray, bool) {
	box := b.Box
	em = b.Em(em)
	box.Min.X -= c.faintColumns(box, em, -1)
	box.Max.X += c.faintColumns(box, em, +1)
	if box == b.Box {
		return nil, false
	}
	// A thin character may rise above the rest of its block.
	box.Min.Y -= int(faintRise * em)
	box.Max.Y += int(faintRise * em)
	return c.toStrip(c.isolatedPart(box, c.ids[b.Box]), em), true
}

// faintColumns is how many columns beside a box belong to faint strokes, up to the
// ink of another block.
func (c *Cutter) faintColumns(box image.Rectangle, em float64, step int) int {
	x, wide, gap := box.Max.X, 0, 0
	if step < 0 {
		x = box.Min.X - 1
	}
	for n := 1; float64(n) <= faintReach*em && x >= 0 && x < c.gray.Rect.Dx() && float64(gap) <= faintGap*em; n++ {
		dark := 0
		for y := max(box.Min.Y, 0); y < min(box.Max.Y, c.gray.Rect.Dy()); y++ {
			if c.owner[y*c.gray.Rect.Dx()+x] != 0 {
				return wide
			}
			if c.gray.Pix[y*c.gray.Stride+x] < faintDark {
				dark++
			}
		}
		if gap++; dark >= faintLeast {
			wide, gap = n, 0
		}
		x += step
	}
	return wide
}

func (c *Cutter) toStrip(out *image.Gray, em float64) *image.Gray {
	if out.Rect.Empty() {
		return out
	}
	w, h := float64(out.Rect.Dx()), float64(out.Rect.Dy())
	k := min(stripCharacters/em, stripTallest/h)
	out = raster.Resize(out, int(math.Ceil(w*k)), min(int(math.Ceil(h*k)), stripTallest))
	return onPaper(out, out.Rect.Dx()+2*stripMargin, StripHeight)
}

// Occluded tells that ink of no block stands in a block or beside it: a stamp,
// a stroke of a pen, the rest of a frame; or that another block stands so close
// above or below that both are halves of one row. Characters may be lost, so that
// what is left reads well and is wrong.
func (c *Cutter) Occluded(b Block, em float64) bool {
	reach := int(strayReach * em)
	area := image.Rect(b.Box.Min.X-reach, b.Box.Min.Y, b.Box.Max.X+reach, b.Box.Max.Y).Intersect(c.gray.Rect)
	stray := 0
	for y := area.Min.Y; y < area.Max.Y; y++ {
		line, owner := c.gray.Pix[y*c.gray.Stride:], c.owner[y*c.gray.Rect.Dx():]
		for x := area.Min.X; x < area.Max.X; x++ {
			if line[x] < strayDark && owner[x] == 0 {
				stray++
			}
		}
	}
	if float64(stray) > strayInk*em*em {
		return true
	}
	id, halves := c.ids[b.Box], 0
	gap := int(brokenGap * em)
	tall := image.Rect(b.Box.Min.X, b.Box.Min.Y-gap, b.Box.Max.X, b.Box.Max.Y+gap).Intersect(c.gray.Rect)
	for y := tall.Min.Y; y < tall.Max.Y; y++ {
		owner := c.owner[y*c.gray.Rect.Dx():]
		for x := tall.Min.X; x < tall.Max.X; x++ {
			if owner[x] != 0 && owner[x] != id {
				halves++
			}
		}
	}
	return float64(halves) > brokenInk*em*em
}

// isolated copies a block from the page without the ink of its neighbours.
func (c *Cutter) isolated(b Block) *image.Gray { return c.isolatedPart(b.Box, c.ids[b.Box]) }

// isolatedPart copies a box of the page without the ink of other blocks than id.
func (c *Cutter) isolatedPart(box image.Rectangle, id uint16) *image.Gray {
	g := c.gray
	box = box.Inset(-softEdge).Intersect(g.Rect)
	if box.Empty() {
		return image.NewGray(image.Rectangle{})
	}
	out := image.NewGray(image.Rect(0, 0, box.Dx(), box.Dy()))
	for y := range box.Dy() {
		copy(out.Pix[y*out.Stride:y*out.Stride+box.Dx()], g.Pix[(y+box.Min.Y)*g.Stride+box.Min.X:])
	}
	near := box.Inset(-softEdge).Intersect(g.Rect)
	for y := near.Min.Y; y < near.Max.Y; y++ {
		row := c.owner[y*g.Rect.Dx():]
		for x := near.Min.X; x < near.Max.X; x++ {
			if row[x] != 0 && row[x] != id {
				c.whiten(out, box, image.Pt(x, y), id)
			}
		}
	}
	return out
}

// onPaper puts a picture in the middle of paper of w by h pixels.
func onPaper(g *image.Gray, w, h int) *image.Gray {
	out := raster.Blank(w, h)
	left, top := (w-g.Rect.Dx())/2, (h-g.Rect.Dy())/2
	for y := range g.Rect.Dy() {
		copy(out.Pix[(y+top)*out.Stride+left:], g.Pix[y*g.Stride:y*g.Stride+g.Rect.Dx()])
	}
	return out
}

// whiten whitens a neighbour's pixel and its grey edge, save where the block's
// own ink is.
func (c *Cutter) whiten(out *image.Gray, box image.Rectangle, at image.Point, id uint16) {
	for y := max(at.Y-softEdge, box.Min.Y); y < min(at.Y+softEdge+1, box.Max.Y); y++ {
		for x := max(at.X-softEdge, box.Min.X); x < min(at.X+softEdge+1, box.Max.X); x++ {
			if c.owner[y*c.gray.Rect.Dx()+x] != id {
				out.Pix[(y-box.Min.Y)*out.Stride+x-box.Min.X] = raster.Paper
			}
		}
	}
}
