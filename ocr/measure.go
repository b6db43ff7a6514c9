package ocr

import (
	"context"
	"image"

	"tijian/ocr/layout"
	"tijian/ocr/page"
	"tijian/ocr/raster"
)

// A Strip is one block of a page as the compact reader gets it.
type Strip struct {
	Picture *image.Gray     // layout.StripHeight pixels high
	Cut     *image.Gray     // the same block as Tesseract gets it
	Box     image.Rectangle // on the prepared page
	Mark    string          // the sign that its outline shows, or ""
}

// Strips are the blocks of a page, cut as for recognition.
type Strips struct {
	Blocks   []Strip
	Size     image.Point // of the prepared page
	Em       float64     // height of its Chinese characters in pixels
	Back     raster.Map  // from the prepared page to the picture, turned clockwise by Quarters
	Quarters int
}

// CutStrips prepares a picture as recognition does and cuts its blocks
// without reading them, for those who train and measure readers. It returns
// the context's error when that ends first.
func CutStrips(ctx context.Context, picture image.Image) (*Strips, error) {
	s, err := prepare(ctx, page.RemoveStamps(picture), 0, func(string, image.Image) {})
	if err != nil {
		return nil, err
	}
	out := &Strips{Size: s.gray.Rect.Size(), Em: s.em, Back: s.back, Quarters: s.quarters & 3}
	cutter := layout.NewCutter(s.gray, s.rows)
	for _, row := range s.rows {
		for _, b := range row.Blocks {
			strip := Strip{Picture: cutter.Strip(b, s.em), Cut: cutter.Cut(b, s.em, charHeight), Box: b.Box, Mark: b.Sign(s.em)}
			if !strip.Picture.Rect.Empty() {
				out.Blocks = append(out.Blocks, strip)
			}
		}
	}
	return out, nil
}
