package ocr

import (
	"context"
	"image"
	"math"
	"slices"
	"unicode"

	"golang.org/x/sync/errgroup"

	"tijian/ocr/block"
	"tijian/ocr/layout"
	"tijian/ocr/page"
	"tijian/ocr/read"
)

// mostBlocks bounds the work on one page; the fullest reports have some 500
// blocks, a picture of noise has thousands.
const mostBlocks = 1500

// see turns an upright picture into lines of read blocks.
func see(ctx context.Context, pool *read.Pool, img image.Image, hint block.Layout, show func(string, image.Image)) (block.Page, error) {
	out := block.Page{Size: img.Bounds().Size(), Layout: hint}
	s, err := prepare(ctx, img, show)
	if err != nil {
		return out, err
	}
	cutter := layout.NewCutter(s.gray, s.rows)
	out.Lines = make([]block.Line, len(s.rows))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(pool.Size())
	n := 0
	for i, row := range s.rows {
		if n += len(row.Blocks); n > mostBlocks {
			out.Lines = out.Lines[:i]
			break
		}
		out.Lines[i].Blocks = make([]block.Block, len(row.Blocks))
		for j, b := range row.Blocks {
			target := &out.Lines[i].Blocks[j]
			target.Box = outline(b.Box, s.back, out.Size)
			if mark := layout.Mark(b, s.em); mark != "" {
				target.Readings = []block.Reading{{Reader: block.Shape, Text: mark, Confidence: shapeConfidence}}
				continue
			}
			group.Go(func() (err error) {
				target.Readings, err = readBlock(ctx, pool, cutter.Cut(b, s.em, characters))
				target.Readings = pointed(b, s.em, target.Readings)
				return err
			})
		}
	}
	return out, group.Wait()
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

// pointed adds a reading with the decimal point where the ink shows one that
// was not read, and doubts those that lost it.
func pointed(b layout.Block, em float64, readings []block.Reading) []block.Reading {
	for i, r := range readings {
		if with, ok := layout.Point(b, em, r.Text); ok {
			readings[i].Confidence *= lostPoint
			if !slices.ContainsFunc(readings, func(o block.Reading) bool { return o.Text == with }) {
				readings = append([]block.Reading{{Reader: block.Shape, Text: with, Confidence: r.Confidence}}, readings...)
			}
			break
		}
	}
	return readings
}

// lostPoint is how far a number is still believed whose point is in the ink
// but not in the reading.
const lostPoint = 0.1

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

// outline is the box, in pixels of the upright picture, around a box of the
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
