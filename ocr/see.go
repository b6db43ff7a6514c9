package ocr

import (
	"context"
	"image"
	"math"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/sync/errgroup"

	"tijian/ocr/block"
	"tijian/ocr/layout"
	"tijian/ocr/page"
	"tijian/ocr/read"
	"tijian/ocr/result"
)

// mostBlocks bounds the work on one page; the fullest reports have some 500
// blocks, a picture of noise has thousands.
const mostBlocks = 1500

// see turns an upright picture into lines of read blocks. When the report lies
// or stands on its head in the picture, places are those of the picture turned
// clockwise by quarters, so that lines run from left to right.
func see(ctx context.Context, pool *read.Pool, img image.Image, hint block.Layout, show func(string, image.Image)) (out block.Page, quarters int, err error) {
	s, err := upright(ctx, pool, page.Gray(img), show)
	if err != nil {
		return out, 0, err
	}
	out = block.Page{Size: s.size, Layout: hint}
	out.Lines, err = readLines(ctx, pool, s)
	if err != nil {
		return out, 0, err
	}
	var found block.Layout
	out.Lines, found = layout.Arrange(out.Lines, out.Size.X, s.grid)
	if hint == block.Default {
		out.Layout = found
	}
	return out, s.quarters & 3, nil
}

// Readings of a page that stands on its head are as good as guessed.
const (
	headDown   = 0.45 // mean confidence below which the page is tried turned
	unreadable = 0.15 // mean confidence below which there is no text but texture
	tries      = 8    // blocks read to tell
)

// upright prepares the page; one that cannot be read is tried the other way
// up, and has no rows when that does not help.
func upright(ctx context.Context, pool *read.Pool, gray *image.Gray, show func(string, image.Image)) (*sheet, error) {
	s, err := prepare(ctx, gray, 0, show)
	if err != nil {
		return nil, err
	}
	sure, err := certainty(ctx, pool, s)
	if err != nil || sure >= headDown {
		return s, err
	}
	turned, err := prepare(ctx, gray, s.quarters+2, show)
	if err != nil {
		return nil, err
	}
	other, err := certainty(ctx, pool, turned)
	if err != nil {
		return nil, err
	}
	if other > sure+0.1 {
		s, sure = turned, other
	}
	if sure < unreadable {
		s.rows = nil
	}
	return s, nil
}

// certainty is the mean confidence with which the longest blocks are read.
func certainty(ctx context.Context, pool *read.Pool, s *sheet) (float64, error) {
	var blocks []layout.Block
	for _, row := range s.rows {
		for _, b := range row.Blocks {
			if w := float64(b.Box.Dx()); w > 2*s.em && w < 15*s.em {
				blocks = append(blocks, b)
			}
		}
	}
	if len(blocks) == 0 {
		return 1, nil
	}
	slices.SortFunc(blocks, func(a, b layout.Block) int { return b.Box.Dx() - a.Box.Dx() })
	step := max(len(blocks)/tries, 1)
	cutter := layout.NewCutter(s.gray, s.rows)
	sum, n := 0.0, 0
	for i := 0; i < len(blocks) && n < tries; i += step {
		reading, err := pool.Read(ctx, block.ChiSim, cutter.Cut(blocks[i], s.em, characters))
		if err != nil {
			return 0, err
		}
		sum += reading.Confidence
		n++
	}
	return sum / float64(n), nil
}

// readLines reads every block; boxes are in pixels of the turned picture.
func readLines(ctx context.Context, pool *read.Pool, s *sheet) ([]block.Line, error) {
	cutter := layout.NewCutter(s.gray, s.rows)
	lines := make([]block.Line, len(s.rows))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(pool.Size())
	n := 0
	for i, row := range s.rows {
		if n += len(row.Blocks); n > mostBlocks {
			lines = lines[:i]
			break
		}
		lines[i].Blocks = make([]block.Block, len(row.Blocks))
		for j, b := range row.Blocks {
			target := &lines[i].Blocks[j]
			target.Box = outline(b.Box, s.back, s.size)
			if mark := layout.Mark(b, s.em); mark != "" {
				target.Readings = []block.Reading{{Reader: block.Shape, Text: mark, Confidence: shapeConfidence}}
				continue
			}
			group.Go(func() (err error) {
				target.Readings, err = readBlock(ctx, pool, cutter.Cut(b, s.em, characters))
				target.Readings = weighed(b, s.em, target.Readings)
				return err
			})
		}
	}
	return lines, group.Wait()
}

// shapeConfidence is given to signs recognised by their outline.
const shapeConfidence = 0.95

// readBlock has both models read a block, save that text in Chinese
// characters is of no use to eng. The best reader for what the block holds
// comes first.
func readBlock(ctx context.Context, pool *read.Pool, line *image.Gray) ([]block.Reading, error) {
	chinese, err := pool.Read(ctx, block.ChiSim, line)
	if err != nil {
		return nil, err
	}
	han, other := count(chinese.Text)
	if han >= 2 && han > 2*other {
		return []block.Reading{chinese}, nil
	}
	latin, err := pool.Read(ctx, block.Eng, line)
	if err != nil {
		return nil, err
	}
	if han > other {
		return []block.Reading{chinese, latin}, nil
	}
	return []block.Reading{latin, chinese}, nil
}

// weighed holds readings of numbers against the ink: one that lost the
// decimal point is doubted, and the number with it is added; one with fewer
// digits than the ink has tall pieces is doubted.
func weighed(b layout.Block, em float64, readings []block.Reading) []block.Reading {
	pieces := layout.Digits(b, em)
	var added []block.Reading
	for i := range readings {
		r := &readings[i]
		text := strings.ReplaceAll(r.Text, " ", "")
		if !numeric(text) {
			continue
		}
		if with, ok := layout.Point(b, em, text); ok {
			if len(added) == 0 && !slices.ContainsFunc(readings, func(o block.Reading) bool { return o.Text == with }) {
				added = []block.Reading{{Reader: block.Shape, Text: with, Confidence: r.Confidence}}
			}
			r.Confidence *= doubted
		} else if len(strings.ReplaceAll(text, ".", "")) < pieces {
			r.Confidence *= doubted
		}
	}
	return append(added, readings...)
}

// doubted is how far a number is still believed that the ink contradicts.
const doubted = 0.1

// numeric reports whether text is a plain decimal number.
func numeric(text string) bool {
	return text != "" && strings.Trim(text, "0123456789.") == ""
}

// count tells Chinese characters from other visible ones.
func count(text string) (han, other int) {
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Han, r):
			han++
		case !unicode.IsSpace(r):
			other++
		}
	}
	return han, other
}

// outline is the box, in pixels of a picture of size, around a box of the
// prepared page.
func outline(b image.Rectangle, back page.Map, size image.Point) image.Rectangle {
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

// unturned gives places on a picture that was turned clockwise by quarters,
// of size after turning, as places on the picture before.
func unturned(full result.Full, quarters int, size image.Point) {
	w, h := size.X, size.Y
	for _, entries := range full {
		for _, e := range entries {
			for i, c := range e.Coords {
				switch quarters {
				case 1:
					e.Coords[i] = [4]int{c[1], w - c[2], c[3], w - c[0]}
				case 2:
					e.Coords[i] = [4]int{w - c[2], h - c[3], w - c[0], h - c[1]}
				case 3:
					e.Coords[i] = [4]int{h - c[3], c[0], h - c[1], c[2]}
				}
			}
		}
	}
}
