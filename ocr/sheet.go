package ocr

import (
	"context"
	"fmt"
	"image"
	"math"

	"tijian/ocr/block"
	"tijian/ocr/compact"
	"tijian/ocr/layout"
	"tijian/ocr/page"
	"tijian/ocr/raster"
	"tijian/ocr/read"
)

// readers are what a page is read with.
type readers struct {
	pool *read.Pool // Tesseract
	net  *compact.Net
}

// A Sheet is one sheet of paper as it was read, without asking what it means.
type Sheet struct {
	Page  block.Page                            // places are on the prepared page
	Place func(image.Rectangle) image.Rectangle // from Page's places to the picture as it was given
}

// readPicture turns an upright picture into lines of read blocks, sheet by sheet when
// it shows several. Their places are on the prepared page, where rows are level
// and columns upright however the picture was taken. A sheet has none that a sample of
// its blocks shows to be read less surely than least.
func (rs readers) readPicture(ctx context.Context, img image.Image, hint block.Layout, least float64, debug stages) ([]Sheet, error) {
	gray := page.InvertDark(page.RemoveStamps(img))
	parts := page.Separate(gray)
	if len(parts) == 0 {
		s, err := rs.readSheet(ctx, gray, hint, least, debug)
		if err != nil {
			return nil, err
		}
		return []Sheet{s}, nil
	}
	var sheets []Sheet
	for i, part := range parts {
		s, err := rs.readSheet(ctx, part.Picture, hint, least, debug.named(func(stage string) string { return fmt.Sprintf("sheet%d-%s", i+1, stage) }))
		if err != nil {
			return nil, err
		}
		place := s.Place
		s.Place = func(b image.Rectangle) image.Rectangle { return place(b).Add(part.At) }
		sheets = append(sheets, s)
	}
	return sheets, nil
}

func (rs readers) readSheet(ctx context.Context, gray *image.Gray, hint block.Layout, least float64, debug stages) (Sheet, error) {
	s, err := rs.prepareUpright(ctx, gray, debug)
	if err != nil {
		return Sheet{}, err
	}
	out := block.Page{Size: s.gray.Rect.Size(), Layout: hint}
	out.Lines, err = rs.readLines(ctx, s, least)
	if err != nil {
		return Sheet{}, err
	}
	var found block.Layout
	out.Lines, found = layout.ReadingOrder(out.Lines, out.Size.X, s.grid)
	if hint == block.Default {
		out.Layout = found
	}
	return Sheet{out, s.place}, nil
}

// boundingBox is the box, in pixels of a picture of size, around a box of the
// prepared page.
func boundingBox(b image.Rectangle, back raster.Map, size image.Point) image.Rectangle {
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	const steps = 4 // along the edges, which may be bent
	for i := range steps + 1 {
		x := float64(b.Min.X) + float64(b.Dx())*float64(i)/steps
		for _, y := range []float64{float64(b.Min.Y), float64(b.Max.Y)} {
			px, py := back(x-0.5, y-0.5)
			x0, x1 = min(x0, px), max(x1, px)
			y0, y1 = min(y0, py), max(y1, py)
		}
	}
	return image.Rect(int(math.Floor(x0+0.5)), int(math.Floor(y0+0.5)), int(math.Ceil(x1+0.5)), int(math.Ceil(y1+0.5))).
		Intersect(image.Rectangle{Max: size})
}

// place gives a place of the prepared page as one of the picture.
func (s *preparedSheet) place(b image.Rectangle) image.Rectangle {
	size := s.size
	if s.quarters&1 == 1 {
		size.X, size.Y = size.Y, size.X
	}
	return boundingBox(b, s.toPicture(), size)
}

// toPicture leads from the prepared page to the picture.
func (s *preparedSheet) toPicture() raster.Map { return s.back.Then(unturn(s.quarters&3, s.size)) }

// unturn leads from a picture that was turned clockwise by quarters, of size
// after turning, to the picture before.
func unturn(quarters int, size image.Point) raster.Map {
	w, h := float64(size.X-1), float64(size.Y-1)
	return func(x, y float64) (float64, float64) {
		switch quarters {
		case 1:
			return y, w - x
		case 2:
			return w - x, h - y
		case 3:
			return h - y, x
		}
		return x, y
	}
}
