package ocr

import (
	"context"
	"fmt"
	"image"
	"slices"
	"strings"

	"tijian/ocr/block"
	"tijian/ocr/compact"
	"tijian/ocr/layout"
	"tijian/ocr/page"
	"tijian/ocr/read"
)

// mostBlocks bounds the work on one page; the fullest reports have some 500
// blocks, a picture of noise has thousands.
const mostBlocks = 1500

// eyes are what a page is read with.
type eyes struct {
	pool *read.Pool   // Tesseract
	net  *compact.Net // nil: Tesseract alone
}

// A Sheet is one sheet of paper as it was read, without asking what it means.
type Sheet struct {
	Page  block.Page                            // places are on the prepared page
	Place func(image.Rectangle) image.Rectangle // from Page's places to the picture as it was given
}

// see turns an upright picture into lines of read blocks, sheet by sheet when
// it shows several. Their places are on the prepared page, where rows are level
// and columns upright however the picture was taken.
func (e eyes) see(ctx context.Context, img image.Image, hint block.Layout, show func(string, image.Image)) ([]Sheet, error) {
	gray := page.RemoveStamps(img)
	parts := page.Separate(gray)
	if len(parts) == 0 {
		s, err := e.seeSheet(ctx, gray, hint, show)
		if err != nil {
			return nil, err
		}
		return []Sheet{s}, nil
	}
	var sheets []Sheet
	for i, part := range parts {
		s, err := e.seeSheet(ctx, part.Picture, hint, func(stage string, picture image.Image) { show(fmt.Sprintf("sheet%d-%s", i+1, stage), picture) })
		if err != nil {
			return nil, err
		}
		place := s.Place
		s.Place = func(b image.Rectangle) image.Rectangle { return place(b).Add(part.At) }
		sheets = append(sheets, s)
	}
	return sheets, nil
}

func (e eyes) seeSheet(ctx context.Context, gray *image.Gray, hint block.Layout, show func(string, image.Image)) (Sheet, error) {
	s, err := e.upright(ctx, gray, show)
	if err != nil {
		return Sheet{}, err
	}
	out := block.Page{Size: s.gray.Rect.Size(), Layout: hint}
	out.Lines, err = e.readLines(ctx, s)
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

// Readings of a page that stands on its head are as good as guessed.
const (
	headDown   = 0.45 // mean confidence below which the page is tried turned
	unreadable = 0.15 // mean confidence below which there is no text but texture
	surer      = 0.1  // how much better it must be read turned
	tries      = 16   // blocks read to tell
)

// An attempt is another way to look at a page that cannot be read.
type attempt struct {
	name    string
	turn    int // quarters clockwise, from the first look
	pressed bool
}

var attempts = []attempt{{"turned-180", 2, false}, {"turned-90", 1, false}, {"turned-270", 3, false}, {"pressed", 0, true}, {"pressed-turned-180", 2, true}}

// upright prepares the page; one that cannot be read is tried on its head, on
// its sides and with its print brought out, and has no rows when that does not
// help.
func (e eyes) upright(ctx context.Context, gray *image.Gray, show func(string, image.Image)) (*sheet, error) {
	best, err := prepare(ctx, gray, 0, show)
	if err != nil {
		return nil, err
	}
	if best.sure, err = e.certainty(ctx, best); err != nil {
		return nil, err
	}
	first := best.quarters
	var pressed *image.Gray
	for _, a := range attempts {
		if best.sure >= headDown {
			return best, nil
		}
		source := gray
		if a.pressed {
			if pressed == nil {
				pressed = page.EnhanceContrast(gray)
			}
			source = pressed
		}
		s, err := prepare(ctx, source, first+a.turn, func(stage string, picture image.Image) { show(stage+"-"+a.name, picture) })
		if err != nil {
			return nil, err
		}
		if s.sure, err = e.certainty(ctx, s); err != nil {
			return nil, err
		}
		if s.sure > best.sure+surer {
			best = s
		}
	}
	if best.sure < unreadable {
		best.rows = nil
	}
	return best, nil
}

// certainty is the mean confidence with which blocks are read, long and short
// ones: numbers are read in any script, names in a hand-like one perhaps not.
func (e eyes) certainty(ctx context.Context, s *sheet) (float64, error) {
	blocks := sample(s, tries)
	if len(blocks) == 0 {
		return 0, nil
	}
	sum := 0.0
	if e.net == nil {
		for _, b := range blocks {
			reading, err := e.pool.Read(ctx, block.ChiSim, s.cutter().Cut(b, s.em, characters))
			if err != nil {
				return 0, err
			}
			sum += reading.Confidence
		}
		return sum / float64(len(blocks)), nil
	}
	readings, err := e.readStrips(ctx, s, blocks, s.em)
	if err != nil {
		return 0, err
	}
	for _, r := range readings {
		if !strings.ContainsRune(r.Text, compact.Unknown) {
			sum += r.Confidence
		}
	}
	return sum / float64(len(blocks)), nil
}

// sample takes up to n blocks that words and numbers may be in, long and short
// ones.
func sample(s *sheet, n int) []layout.Block {
	var blocks []layout.Block
	for _, row := range s.rows {
		for _, b := range row.Blocks {
			if w := float64(b.Box.Dx()); w > 1.2*s.em && w < 15*s.em {
				blocks = append(blocks, b)
			}
		}
	}
	slices.SortFunc(blocks, func(a, b layout.Block) int { return b.Box.Dx() - a.Box.Dx() })
	step := max(len(blocks)/n, 1)
	var out []layout.Block
	for i := 0; i < len(blocks) && len(out) < n; i += step {
		out = append(out, blocks[i])
	}
	return out
}
