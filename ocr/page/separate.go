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

// An area is that of one sheet on a reduced picture.
type area struct {
	mask *raster.Bitmap
	box  image.Rectangle
}

// Separate takes a photograph of several sheets of paper apart. It returns nil
// unless there are at least two, each with ground all around it.
func Separate(g *image.Gray) []Part {
	small, bright, k, ok := reduced(g)
	if !ok {
		return nil
	}
	areas, all := apart(small, brighter(bright, otsuBelow(bright, 256)))
	if len(areas) < 2 {
		return nil
	}
	ground := meanOutside(small, all)
	parts := make([]Part, len(areas))
	for i, own := range areas {
		parts[i] = cutOut(g, own, all, k, ground)
	}
	return parts
}

// apart gives the areas of paper that have the outline of sheets, in reading
// order, none of which overlap, and all of them in one.
func apart(small *image.Gray, paper *raster.Bitmap) (areas []area, all *raster.Bitmap) {
	w, h := paper.W, paper.H
	pieces := raster.Components(paper)
	slices.SortFunc(pieces, func(a, b raster.Component) int { return cmp.Compare(b.Area, a.Area) })
	all = raster.NewBitmap(w, h)
	for _, piece := range pieces {
		if len(areas) == mostSheets || float64(piece.Area) < sheetsLeast*float64(w*h) || float64(piece.Area) < sheetsAlike*float64(pieces[0].Area) {
			break
		}
		mask := raster.Draw(w, h, []raster.Component{piece}, nil)
		fillHoles(mask)
		c, ok := corners(mask)
		if !ok || !sharpEdged(small, c, rimOfEach) || overlap(all, mask) {
			continue
		}
		areas = append(areas, area{mask, piece.Box})
		for i, v := range mask.Pix {
			all.Pix[i] |= v
		}
	}
	slices.SortFunc(areas, func(a, b area) int {
		p, q := a.box, b.box
		if p.Max.Y <= (q.Min.Y+q.Max.Y)/2 || q.Max.Y <= (p.Min.Y+p.Max.Y)/2 { // one above the other
			return cmp.Compare(p.Min.Y, q.Min.Y)
		}
		return cmp.Compare(p.Min.X, q.Min.X)
	})
	return areas, all
}

// cutOut is one sheet without the others among all.
func cutOut(g *image.Gray, own area, all *raster.Bitmap, k float64, ground uint8) Part {
	w, h := all.W, all.H
	others := all.Clone()
	for i, v := range own.mask.Pix {
		others.Pix[i] -= v
	}
	others = others.Dilate(1) // a sheet's edge is softer than its mask
	around := int(sheetBorder * float64(max(w, h)))
	e := own.box.Inset(-around).Intersect(image.Rect(0, 0, w, h))
	box := image.Rect(int(float64(e.Min.X)/k), int(float64(e.Min.Y)/k), int(float64(e.Max.X)/k), int(float64(e.Max.Y)/k)).Intersect(g.Rect)
	out := image.NewGray(image.Rectangle{Max: box.Size()})
	for y := range box.Dy() {
		line := out.Pix[y*out.Stride : y*out.Stride+box.Dx()]
		copy(line, g.Pix[(y+box.Min.Y)*g.Stride+box.Min.X:])
		marked := others.Pix[min(int(float64(y+box.Min.Y)*k), h-1)*w:][:w]
		for x := range line {
			if marked[min(int(float64(x+box.Min.X)*k), w-1)] != 0 {
				line[x] = ground
			}
		}
	}
	return Part{out, box.Min}
}

func overlap(a, b *raster.Bitmap) bool {
	for i, v := range a.Pix {
		if v != 0 && b.Pix[i] != 0 {
			return true
		}
	}
	return false
}

// meanOutside is the mean grey level of what is not marked.
func meanOutside(g *image.Gray, marked *raster.Bitmap) uint8 {
	sum, n := 0, 0
	for y := range g.Rect.Dy() {
		for x := range g.Rect.Dx() {
			if marked.Pix[y*marked.W+x] == 0 {
				sum += int(g.Pix[y*g.Stride+x])
				n++
			}
		}
	}
	return uint8(sum / max(n, 1))
}
