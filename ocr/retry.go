package ocr

import (
	"context"
	"image"
	"slices"
	"strings"

	"tijian/ocr/block"
	"tijian/ocr/compact"
	"tijian/ocr/layout"
	"tijian/ocr/page"
)

// A retry is another way to prepare a page that cannot be read.
type retry struct {
	name     string
	turn     int // quarters clockwise, from the first look
	enhanced bool
}

var retries = []retry{{"turned-180", 2, false}, {"turned-90", 1, false}, {"turned-270", 3, false}, {"enhanced", 0, true}, {"enhanced-turned-180", 2, true}}

// prepareUpright prepares the page; one that cannot be read is tried on its head,
// on its sides and with its contrast enhanced, and has no rows when that does not
// help.
func (rs readers) prepareUpright(ctx context.Context, gray *image.Gray, debug stages) (*preparedSheet, error) {
	best, err := prepare(ctx, gray, 0, debug)
	if err != nil {
		return nil, err
	}
	if best.confidence, err = rs.confidence(ctx, best); err != nil {
		return nil, err
	}
	first := best.quarters
	var enhanced *image.Gray
	for _, a := range retries {
		if best.confidence >= retryBelow {
			return best, nil
		}
		source := gray
		if a.enhanced {
			if enhanced == nil {
				enhanced = page.EnhanceContrast(gray)
			}
			source = enhanced
		}
		s, err := prepare(ctx, source, first+a.turn, debug.named(func(stage string) string { return stage + "-" + a.name }))
		if err != nil {
			return nil, err
		}
		if s.confidence, err = rs.confidence(ctx, s); err != nil {
			return nil, err
		}
		if s.confidence > best.confidence+retryLead {
			best = s
		}
	}
	if best.confidence < textureBelow {
		best.rows = nil
	}
	return best, nil
}

// confidence is the mean confidence with which blocks are read, long and short
// ones: numbers are read in any script, names in a hand-like one perhaps not.
func (rs readers) confidence(ctx context.Context, s *preparedSheet) (float64, error) {
	blocks := sampleBlocks(s, confidenceBlocks)
	if len(blocks) == 0 {
		return 0, nil
	}
	sum := 0.0
	if rs.net == nil {
		for _, b := range blocks {
			reading, err := rs.pool.Read(ctx, block.ChiSim, s.cutter().Cut(b, s.em, charHeight))
			if err != nil {
				return 0, err
			}
			sum += reading.Confidence
		}
		return sum / float64(len(blocks)), nil
	}
	readings, err := rs.readStrips(ctx, s, blocks, s.em)
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

// sampleBlocks takes up to n blocks that words and numbers may be in, long and short
// ones.
func sampleBlocks(s *preparedSheet, n int) []layout.Block {
	var blocks []layout.Block
	for _, row := range s.rows {
		for _, b := range row.Blocks {
			if w := float64(b.Box.Dx()); w > sampleNarrow*s.em && w < sampleWide*s.em {
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
