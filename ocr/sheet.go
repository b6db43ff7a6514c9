package ocr

import (
	"context"
	"fmt"
	"image"

	"tijian/ocr/block"
	"tijian/ocr/compact"
	"tijian/ocr/layout"
	"tijian/ocr/page"
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
