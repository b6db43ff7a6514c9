package page

import (
	"image"
	"slices"
)

// Turn turns a picture clockwise by quarters of a circle.
func Turn(g *image.Gray, quarters int) *image.Gray {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	switch quarters &= 3; quarters {
	case 1, 3:
		out := image.NewGray(image.Rect(0, 0, h, w))
		for y := range w {
			for x := range h {
				sx, sy := y, h-1-x
				if quarters == 3 {
					sx, sy = w-1-y, x
				}
				out.Pix[y*out.Stride+x] = g.Pix[sy*g.Stride+sx]
			}
		}
		return out
	case 2:
		out := image.NewGray(image.Rect(0, 0, w, h))
		for y := range h {
			line := out.Pix[y*out.Stride : y*out.Stride+w]
			copy(line, g.Pix[(h-1-y)*g.Stride:(h-1-y)*g.Stride+w])
			slices.Reverse(line)
		}
		return out
	}
	return g
}

// Lying reports whether the lines of text run from top to bottom: characters
// of one line stand closer together than lines do.
func Lying(components []Component, em float64) bool {
	var boxes []image.Rectangle
	for _, c := range components {
		long, short := max(c.Box.Dx(), c.Box.Dy()), min(c.Box.Dx(), c.Box.Dy())
		if float64(long) > 0.4*em && float64(long) < 1.4*em && float64(short) > 0.2*em {
			boxes = append(boxes, c.Box)
		}
	}
	slices.SortFunc(boxes, func(a, b image.Rectangle) int { return a.Min.X - b.Min.X })
	reach := int(2 * em)
	across, down := 0, 0
	for i, a := range boxes {
		beside, below := reach, reach
		for _, b := range boxes[i+1:] {
			if b.Min.X-a.Max.X > reach {
				break
			}
			if lap := min(a.Max.Y, b.Max.Y) - max(a.Min.Y, b.Min.Y); 2*lap > min(a.Dy(), b.Dy()) {
				beside = min(beside, max(b.Min.X-a.Max.X, 0))
			}
			if lap := min(a.Max.X, b.Max.X) - max(a.Min.X, b.Min.X); 2*lap > min(a.Dx(), b.Dx()) {
				below = min(below, max(b.Min.Y-a.Max.Y, a.Min.Y-b.Max.Y, 0))
			}
		}
		switch {
		case beside < below:
			across++
		case below < beside:
			down++
		}
	}
	return across+down >= 40 && 2*down > 3*across
}
