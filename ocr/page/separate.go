package page

import (
	"cmp"
	"image"
	"slices"

	"tijian/ocr/raster"
)

// A Part is one of several sheets in a photograph.
type Part struct {
	Picture *image.Gray // the sheet with some of the ground around it
	At      image.Point // of Picture's corner in the photograph
}

// Separate takes a photograph of several sheets of paper apart. It returns nil
// unless there are at least two, each with ground all around it.
func Separate(g *image.Gray) []Part {
	small, k := raster.Fit(g, overview)
	if min(small.Rect.Dx(), small.Rect.Dy()) < overviewLeast {
		return nil
	}
	bright := closePrint(small)
	masks := apart(small, brighter(bright, otsuBelow(bright, 256)))
	if len(masks) < 2 {
		return nil
	}
	ground := meanOutside(small, masks)
	parts := make([]Part, len(masks))
	for i, m := range masks {
		parts[i] = cutOut(g, masks, m, k, ground)
	}
	return parts
}

// apart gives the areas of paper that have the outline of sheets, in reading
// order.
func apart(small *image.Gray, paper *raster.Bitmap) []*raster.Bitmap {
	w, h := paper.W, paper.H
	areas := raster.Components(paper)
	slices.SortFunc(areas, func(a, b raster.Component) int { return cmp.Compare(b.Area, a.Area) })
	var masks []*raster.Bitmap
	for _, area := range areas {
		if len(masks) == mostSheets || float64(area.Area) < sheetsLeast*float64(w*h) || float64(area.Area) < sheetsAlike*float64(areas[0].Area) {
			break
		}
		mask := raster.Draw(w, h, []raster.Component{area}, func(image.Rectangle) bool { return true })
		fillHoles(mask)
		c, ok := corners(mask)
		if !ok || !sharpEdged(small, c, rimOfEach) || slices.ContainsFunc(masks, func(m *raster.Bitmap) bool { return overlap(m, mask) }) {
			continue
		}
		masks = append(masks, mask)
	}
	slices.SortFunc(masks, func(a, b *raster.Bitmap) int {
		p, q := extent(a), extent(b)
		if p.Max.Y <= (q.Min.Y+q.Max.Y)/2 || q.Max.Y <= (p.Min.Y+p.Max.Y)/2 { // one above the other
			return cmp.Compare(p.Min.Y, q.Min.Y)
		}
		return cmp.Compare(p.Min.X, q.Min.X)
	})
	return masks
}

// cutOut is the sheet of one mask without the others.
func cutOut(g *image.Gray, masks []*raster.Bitmap, own *raster.Bitmap, k float64, ground uint8) Part {
	around := int(sheetBorder * float64(max(own.W, own.H)))
	e := extent(own).Inset(-around).Intersect(image.Rect(0, 0, own.W, own.H))
	box := image.Rect(int(float64(e.Min.X)/k), int(float64(e.Min.Y)/k), int(float64(e.Max.X)/k), int(float64(e.Max.Y)/k)).Intersect(g.Rect)
	out := image.NewGray(image.Rectangle{Max: box.Size()})
	for y := range box.Dy() {
		line := out.Pix[y*out.Stride : y*out.Stride+box.Dx()]
		copy(line, g.Pix[(y+box.Min.Y)*g.Stride+box.Min.X:])
		my := min(int(float64(y+box.Min.Y)*k), own.H-1)
		for x := range line {
			mx := min(int(float64(x+box.Min.X)*k), own.W-1)
			for _, m := range masks {
				if m != own && near(m, mx, my) {
					line[x] = ground
					break
				}
			}
		}
	}
	return Part{out, box.Min}
}

// near reports whether a pixel or one of its neighbours is marked: a sheet's
// edge is softer than its mask.
func near(m *raster.Bitmap, x, y int) bool {
	for ny := max(y-1, 0); ny <= min(y+1, m.H-1); ny++ {
		for nx := max(x-1, 0); nx <= min(x+1, m.W-1); nx++ {
			if m.Pix[ny*m.W+nx] != 0 {
				return true
			}
		}
	}
	return false
}

func overlap(a, b *raster.Bitmap) bool {
	for i, v := range a.Pix {
		if v != 0 && b.Pix[i] != 0 {
			return true
		}
	}
	return false
}

// extent is the box around what is marked.
func extent(m *raster.Bitmap) image.Rectangle {
	e := image.Rectangle{Min: image.Pt(m.W, m.H)}
	for i, v := range m.Pix {
		if v != 0 {
			x, y := i%m.W, i/m.W
			e.Min.X, e.Min.Y, e.Max.X, e.Max.Y = min(e.Min.X, x), min(e.Min.Y, y), max(e.Max.X, x+1), max(e.Max.Y, y+1)
		}
	}
	return e
}

// meanOutside is the mean grey level of the ground.
func meanOutside(g *image.Gray, masks []*raster.Bitmap) uint8 {
	sum, n := 0, 0
	for y := range g.Rect.Dy() {
		for x := range g.Rect.Dx() {
			if !slices.ContainsFunc(masks, func(m *raster.Bitmap) bool { return m.Pix[y*m.W+x] != 0 }) {
				sum += int(g.Pix[y*g.Stride+x])
				n++
			}
		}
	}
	return uint8(sum / max(n, 1))
}
