package ocr

import (
	"context"
	"image"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/sync/errgroup"

	"tijian/ocr/block"
	"tijian/ocr/compact"
	"tijian/ocr/glyph"
	"tijian/ocr/layout"
)

// readLines reads every block; boxes are in pixels of the prepared page.
func (e eyes) readLines(ctx context.Context, s *sheet) ([]block.Line, error) {
	cutter := layout.NewCutter(s.gray, s.rows)
	em := s.em * e.size(cutter, s)
	lines := make([]block.Line, len(s.rows))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(e.pool.Size())
	n := 0
	for i, row := range s.rows {
		if n += len(row.Blocks); n > mostBlocks {
			lines = lines[:i]
			break
		}
		lines[i].Blocks = make([]block.Block, len(row.Blocks))
		for j, b := range row.Blocks {
			target := &lines[i].Blocks[j]
			target.Box = b.Box
			group.Go(func() (err error) {
				target.Touched = cutter.Touched(b, s.em)
				if mark := b.Sign(s.em); mark != "" {
					target.Readings = e.readMark(cutter.Strip(b, em), mark)
					return ctx.Err()
				}
				target.Readings, err = e.readBlock(ctx, cutter, b, em)
				target.Readings = weighed(b, s.em, target.Readings)
				return err
			})
		}
	}
	return lines, group.Wait()
}

// sizes are those of a page's characters, as shares of the size measured, in
// which its blocks are shown to the compact reader to find out which it reads
// best: prints differ in how much of their em square they fill.
var sizes = []float64{0.84, 0.92, 1.09, 1.19}

const (
	sizeSure   = 0.94 // mean confidence from which the size measured is good enough
	sizeBlocks = 24   // are read in each size
	sizeLead   = 0.04 // of confidence that another size must have over the size measured
)

// size returns the share of the page's size of characters at which the compact
// reader is surest of a sample of its blocks.
func (e eyes) size(cutter *layout.Cutter, s *sheet) float64 {
	if e.net == nil || s.sure >= sizeSure {
		return 1
	}
	sample := sample(s, sizeBlocks)
	sure := func(size float64) float64 {
		sum := 0.0
		for _, b := range sample {
			sum += e.net.Read(cutter.Strip(b, s.em*size)).Confidence
		}
		return sum / float64(max(len(sample), 1))
	}
	best, top := 1.0, sure(1)+sizeLead
	for _, size := range sizes {
		if c := sure(size); c > top {
			best, top = size, c
		}
	}
	return best
}

// shapeConfidence is given to signs recognised by their outline.
const shapeConfidence = 0.95

// readMark has the compact reader look at a block whose outline is a sign.
func (e eyes) readMark(strip *image.Gray, mark string) []block.Reading {
	shape := block.Reading{Reader: block.Shape, Text: mark, Confidence: shapeConfidence}
	if e.net == nil {
		return []block.Reading{shape}
	}
	own := e.net.Read(strip)
	if own.Text == "" || own.Confidence < witnessed || strings.ContainsRune(own.Text, compact.Unknown) {
		return []block.Reading{shape}
	}
	return []block.Reading{{Reader: block.Compact, Text: own.Text, Confidence: own.Confidence}, shape}
}

// How sure the compact reader must be to be believed without a witness.
const (
	witnessed = 0.90 // of names, units and other text
	certain   = 0.97 // of numbers that are no result by themselves: intervals, dates
	wider     = 0.1  // how much surer it must be with what stands faintly beside a block
)

// readBlock has a block read by the compact reader, and by the models of
// Tesseract that are fit to be its witness: always for a number that may be a
// result, else where it is not sure. The best reader for what the block holds
// comes first.
func (e eyes) readBlock(ctx context.Context, cutter *layout.Cutter, b layout.Block, em float64) ([]block.Reading, error) {
	if e.net == nil {
		return e.readTwice(ctx, cutter.Cut(b, em, characters))
	}
	own := e.net.Read(cutter.Strip(b, em))
	if own.Confidence < witnessed {
		if strip, ok := cutter.WideStrip(b, em); ok {
			if wide := e.net.Read(strip); wide.Confidence > own.Confidence+wider {
				own = wide
			}
		}
	}
	first := block.Reading{Reader: block.Compact, Text: compact.Sensible(strings.TrimSpace(own.Text)), Confidence: own.Confidence}
	han, other := count(first.Text)
	unknown := strings.ContainsRune(first.Text, compact.Unknown)
	if unknown || first.Text == "" {
		others, err := e.readTwice(ctx, cutter.Cut(b, em, characters))
		if first.Text == "" {
			return others, err
		}
		for _, o := range others {
			if o.Reader == block.ChiSim {
				first.Text = compact.Fill(first.Text, o.Text)
			}
		}
		if !strings.ContainsRune(first.Text, compact.Unknown) {
			return append([]block.Reading{first}, others...), err
		}
		first.Text = strings.ReplaceAll(first.Text, string(compact.Unknown), illegible)
		first.Confidence *= doubted
		return append(others, first), err
	}
	var witnesses []block.Reader
	digits := strings.ContainsAny(first.Text, "0123456789")
	switch {
	case han > 0 && own.Confidence >= witnessed:
	case han > 0:
		witnesses = []block.Reader{block.ChiSim}
		if han <= other {
			witnesses = append(witnesses, block.Eng)
		}
	case digits && (single(first.Text) || own.Confidence < certain):
		witnesses = []block.Reader{block.Eng}
	case !digits && own.Confidence < witnessed:
		witnesses = []block.Reader{block.Eng, block.ChiSim}
	}
	readings := []block.Reading{first}
	for _, w := range witnesses {
		reading, err := e.pool.Read(ctx, w, cutter.Cut(b, em, characters))
		if err != nil {
			return nil, err
		}
		readings = append(readings, reading)
	}
	return readings, nil
}

// illegible stands for a character that the compact reader does not know. It is
// a Chinese character itself, so that it counts as one in the comparison of
// names, and looks like the square of editions of old texts.
const illegible = "囗"

// single tells that a text has one number, and may be a result.
func single(text string) bool {
	inside, n := false, 0
	for _, r := range text {
		digit := r >= '0' && r <= '9' || r == '.'
		if digit && !inside {
			n++
		}
		inside = digit
	}
	return n == 1
}

// readTwice has both models of Tesseract read a block, save that text in
// Chinese characters is of no use to eng.
func (e eyes) readTwice(ctx context.Context, line *image.Gray) ([]block.Reading, error) {
	chinese, err := e.pool.Read(ctx, block.ChiSim, line)
	if err != nil {
		return nil, err
	}
	han, other := count(chinese.Text)
	if han >= 2 && han > 2*other {
		return []block.Reading{chinese}, nil
	}
	latin, err := e.pool.Read(ctx, block.Eng, line)
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
// digits than the ink has tall pieces is doubted, unless all readers see it.
func weighed(b layout.Block, em float64, readings []block.Reading) []block.Reading {
	pieces := glyph.Digits(b.Parts, em)
	bare := func(r *block.Reading) string { return strings.ReplaceAll(r.Text, " ", "") }
	agreed := len(readings) > 1 && !slices.ContainsFunc(readings, func(r block.Reading) bool {
		return r.Confidence < doubtless || bare(&r) != bare(&readings[0])
	})
	var added []block.Reading
	for i := range readings {
		r := &readings[i]
		text := bare(r)
		if !numeric(text) {
			continue
		}
		if with, ok := glyph.Point(b.Parts, em, text); ok {
			if len(added) == 0 && !slices.ContainsFunc(readings, func(o block.Reading) bool { return o.Text == with }) {
				added = []block.Reading{{Reader: block.Shape, Text: with, Confidence: r.Confidence}}
			}
			r.Confidence *= doubted
		} else if !agreed && len(strings.ReplaceAll(text, ".", "")) < pieces {
			r.Confidence *= doubted
		}
	}
	return append(added, readings...)
}

const (
	doubted   = 0.1 // how far a number is still believed that the ink contradicts
	doubtless = 0.8 // readers so sure of the same number have seen all of it
)

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
