package ocr

import (
	"context"
	"image"

	"tijian/ocr/layout"
	"tijian/ocr/page"
	"tijian/ocr/raster"
)

// A Segment is one block of a prepared page.
type Segment struct {
	Box image.Rectangle // on the prepared page
	Ink []raster.Run    // its ink there
}

// Segments are what layout analysis makes of a picture.
type Segments struct {
	Rows [][]Segment // top to bottom, each left to right
	Gray *image.Gray // the prepared page
	Em   float64     // height of its Chinese characters in pixels
	Back raster.Map  // from the prepared page to the picture
}

// Segmented prepares a picture as recognition does and finds its blocks, without
// reading them, for those who measure layout analysis. It returns the context's
// error when that ends first.
func Segmented(ctx context.Context, picture image.Image) (*Segments, error) {
	s, err := prepare(ctx, page.RemoveStamps(picture), 0, func(string, image.Image) {})
	if err != nil {
		return nil, err
	}
	out := &Segments{Gray: s.gray, Em: s.em, Back: s.toPicture()}
	for _, row := range s.rows {
		var segments []Segment
		for _, b := range row.Blocks {
			segment := Segment{Box: b.Box}
			for i := range b.Parts {
				segment.Ink = append(segment.Ink, b.Parts[i].Runs...)
			}
			segments = append(segments, segment)
		}
		out.Rows = append(out.Rows, segments)
	}
	return out, nil
}

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
