package ocr

import (
	"context"
	"image"

	"tijian/ocr/page"
)

// A Segment is one block of a prepared page.
type Segment struct {
	Box image.Rectangle // on the prepared page
	Ink []page.Run      // its ink there
}

// Segments are what layout analysis makes of a picture.
type Segments struct {
	Rows [][]Segment // top to bottom, each left to right
	Gray *image.Gray // the prepared page
	Em   float64     // height of its Chinese characters in pixels
	Back page.Map    // from the prepared page to the picture
}

// Segmented prepares a picture as recognition does and finds its blocks, without
// reading them, for those who measure layout analysis. It returns the context's
// error when that ends first.
func Segmented(ctx context.Context, picture image.Image) (*Segments, error) {
	s, err := prepare(ctx, page.Unstamped(picture), 0, func(string, image.Image) {})
	if err != nil {
		return nil, err
	}
	out := &Segments{Gray: s.gray, Em: s.em, Back: s.back.Then(unturn(s.quarters&3, s.size))}
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

// unturn leads from a picture that was turned clockwise by quarters, of size
// after turning, to the picture before.
func unturn(quarters int, size image.Point) page.Map {
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
