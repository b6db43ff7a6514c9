package ocr

import (
	"context"
	"image"
	"slices"
	"strings"

	"tijian/ocr/compact"
	"tijian/ocr/layout"
	"tijian/ocr/page"
	"tijian/ocr/raster"
)

// A look is a way to prepare a page. What it shows may stand on its head, which a
// few blocks tell as they are.
type look struct {
	name     string
	turn     int // quarters clockwise, from the first look
	enhanced bool
}

var looks = []look{{}, {name: "turned-90", turn: 1}, {name: "enhanced", enhanced: true}}

// prepareUpright prepares the page; one that cannot be read is tried on its head,
// on its sides and with its contrast enhanced, and has no rows when that does not
// help.
func (rs readers) prepareUpright(ctx context.Context, gray *image.Gray, debug stages) (best *preparedSheet, err error) {
	first := 0
	var enhanced *image.Gray
	for i, l := range looks {
		source, quarters := gray, first+l.turn
		if l.enhanced {
			if enhanced == nil {
				enhanced = page.EnhanceContrast(gray)
			}
			source = enhanced
		}
		for _, half := range []int{0, 2} {
			show := debug
			if name := l.name + []string{"", "", "-turned-180"}[half]; name != "" {
				show = debug.named(func(stage string) string { return stage + "-" + strings.TrimPrefix(name, "-") })
			}
			s, err := prepare(ctx, source, quarters+half, show)
			if err != nil {
				return nil, err
			}
			over := 0.0
			if s.confidence, over, err = rs.confidence(ctx, s); err != nil {
				return nil, err
			}
			if i == 0 && half == 0 {
				first, quarters = s.quarters, s.quarters
			}
			if best == nil || s.confidence > best.confidence+retryLead {
				best = s
			}
			if best.confidence >= retryBelow {
				return best, nil
			}
			if over <= best.confidence+retryLead {
				break
			}
		}
	}
	if best.confidence < textureBelow {
		best.rows = nil
	}
	return best, nil
}

// confidence is the mean confidence with which blocks are read, long and short
// ones: numbers are read in any script, names in a hand-like one perhaps not. Where
// that is low, over is the same of the blocks turned over.
func (rs readers) confidence(ctx context.Context, s *preparedSheet) (upright, over float64, err error) {
	blocks := sampleBlocks(s, confidenceBlocks)
	if len(blocks) == 0 {
		return 0, 0, nil
	}
	readings, err := rs.readStrips(ctx, s, blocks, s.em)
	if err != nil {
		return 0, 0, err
	}
	if upright = meanConfidence(readings); upright < retryBelow {
		turned := make([]*image.Gray, len(blocks))
		for i, b := range blocks {
			turned[i] = raster.RotateQuarters(s.cutter().Strip(b, s.em), 2)
		}
		over = meanConfidence(rs.net.ReadAll(turned))
	}
	return upright, over, ctx.Err()
}

// meanConfidence is that of readings, of which those with unknown characters count as
// none.
func meanConfidence(readings []compact.Reading) (mean float64) {
	for _, r := range readings {
		if !strings.ContainsRune(r.Text, compact.Unknown) {
			mean += r.Confidence / float64(len(readings))
		}
	}
	return mean
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
