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

// readLines reads every block; boxes are in pixels of the prepared page. It reads none
// of a sheet whose sample is read less surely than least.
func (rs readers) readLines(ctx context.Context, s *preparedSheet, least float64) ([]block.Line, error) {
	size, sure, err := rs.bestSize(ctx, s)
	if err != nil || sure < least {
		return nil, err
	}
	em := s.em * size
	var blocks []layout.Block
	lines := make([]block.Line, 0, len(s.rows))
	for _, row := range s.rows {
		if len(blocks)+len(row.Blocks) > mostBlocks {
			break
		}
		blocks = append(blocks, row.Blocks...)
		lines = append(lines, block.Line{Blocks: make([]block.Block, len(row.Blocks))})
	}
	own, err := rs.readStrips(ctx, s, blocks, em)
	if err != nil {
		return nil, err
	}
	counted := rowNumbers(s.rows[:len(lines)], blocks, own, s.em)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(rs.pool.Size())
	n := 0
	for i := range lines {
		for j := range lines[i].Blocks {
			target, b, own := &lines[i].Blocks[j], blocks[n], own[n]
			certain := counted[n] || certain(b, s.em, own)
			n++
			target.Box = b.Box
			group.Go(func() (err error) {
				target.Occluded = s.cutter().Occluded(b, s.em)
				if mark := b.Sign(s.em); mark != "" {
					target.Readings = readSign(own, mark)
					return ctx.Err()
				}
				target.Readings, err = rs.readBlock(ctx, s.cutter(), b, em, own, certain)
				target.Readings = checkInk(b, s.em, target.Readings)
				return err
			})
		}
	}
	return lines, group.Wait()
}

// bestSize returns the share of the page's size of characters at which the compact
// reader is surest of a sample of its blocks, and how sure it is then.
func (rs readers) bestSize(ctx context.Context, s *preparedSheet) (best, sure float64, err error) {
	if s.confidence >= trialBelow {
		return 1, s.confidence, nil
	}
	sample := sampleBlocks(s, trialBlocks)
	plain, _, err := rs.trySize(ctx, s, sample, 1, 0)
	if err != nil || plain >= trialBelow {
		return 1, plain, err
	}
	top := plain + trialLead
	best, sure = 1, plain
	for _, size := range trialSizes {
		mean, better, err := rs.trySize(ctx, s, sample, size, top)
		if err != nil {
			return 0, 0, err
		}
		if better {
			best, sure, top = size, mean, mean
		}
	}
	return best, sure, nil
}

// trySize returns the mean confidence with which the compact reader reads
// blocks in a size, and whether it is above another's: false as soon as that
// cannot be any more, however well the rest is read.
func (rs readers) trySize(ctx context.Context, s *preparedSheet, blocks []layout.Block, size, top float64) (mean float64, better bool, err error) {
	n := float64(len(blocks))
	mean = 1
	for step := range trialSteps {
		var some []layout.Block
		for i := step; i < len(blocks); i += trialSteps {
			some = append(some, blocks[i])
		}
		readings, err := rs.readStrips(ctx, s, some, s.em*size)
		if err != nil {
			return 0, false, err
		}
		for _, r := range readings {
			mean -= (1 - r.Confidence) / n
		}
		if mean <= top {
			return mean, false, nil
		}
	}
	return mean, true, nil
}

// readSign gives the readings of a block whose outline is a sign; own is the
// compact reader's.
func readSign(own compact.Reading, mark string) []block.Reading {
	shape := block.Reading{Reader: block.Shape, Text: mark, Confidence: shapeConfidence}
	if own.Text == "" || own.Confidence < sureText || strings.ContainsRune(own.Text, compact.Unknown) {
		return []block.Reading{shape}
	}
	return []block.Reading{{Reader: block.Compact, Text: own.Text, Confidence: own.Confidence}, shape}
}

// readBlock has a block that the compact reader read as own also read by the
// models of Tesseract that are fit to be its witness: always for a number that
// may be a result, else where it is not sure; never for what is certain. The best
// reader for what the block holds comes first.
func (rs readers) readBlock(ctx context.Context, cutter *layout.Cutter, b layout.Block, em float64, own compact.Reading, certain bool) ([]block.Reading, error) {
	if own.Confidence < sureText {
		if strip, ok := cutter.WideStrip(b, em); ok {
			if wide := rs.net.Read(strip); wide.Confidence > own.Confidence+wideLead {
				own = wide
			}
		}
	}
	first := block.Reading{Reader: block.Compact, Text: compact.Sensible(strings.TrimSpace(own.Text)), Confidence: own.Confidence}
	han, other := count(first.Text)
	unknown := strings.ContainsRune(first.Text, compact.Unknown)
	if unknown || first.Text == "" {
		others, err := rs.readTesseract(ctx, cutter.Cut(b, em, charHeight))
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
	case certain, han > 0 && own.Confidence >= sureText:
	case han > 0:
		witnesses = []block.Reader{block.ChiSim}
		if han <= other {
			witnesses = append(witnesses, block.Eng)
		}
	case digits && (hasOneNumber(first.Text) || own.Confidence < sureNumber):
		witnesses = []block.Reader{block.Eng}
	case !digits && own.Confidence < sureText:
		witnesses = []block.Reader{block.Eng, block.ChiSim}
	}
	readings := []block.Reading{first}
	for _, w := range witnesses {
		reading, err := rs.pool.Read(ctx, w, cutter.Cut(b, em, charHeight))
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

// hasOneNumber tells that a text has one number, and may be a result.
func hasOneNumber(text string) bool {
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

// readTesseract has both models of Tesseract read a block, save that text in
// Chinese characters is of no use to eng.
func (rs readers) readTesseract(ctx context.Context, line *image.Gray) ([]block.Reading, error) {
	chinese, err := rs.pool.Read(ctx, block.ChiSim, line)
	if err != nil {
		return nil, err
	}
	han, other := count(chinese.Text)
	if han >= hanFewest && han > hanLead*other {
		return []block.Reading{chinese}, nil
	}
	latin, err := rs.pool.Read(ctx, block.Eng, line)
	if err != nil {
		return nil, err
	}
	if han > other {
		return []block.Reading{chinese, latin}, nil
	}
	return []block.Reading{latin, chinese}, nil
}

// checkInk holds readings of numbers against the ink: it notes what they lack,
// the decimal point, beside which the number with it is added, or digits where
// the ink has more tall pieces, unless all readers see the same.
func checkInk(b layout.Block, em float64, readings []block.Reading) []block.Reading {
	em = b.Em(em)
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
			r.Missing = block.Point
		} else if !agreed && len(strings.ReplaceAll(text, ".", "")) < pieces {
			r.Missing = block.Digits
		}
	}
	return append(added, readings...)
}

// certain tells that a number of several digits is read without any doubt and that
// its ink shows as much: no witness would tell more.
func certain(b layout.Block, em float64, r compact.Reading) bool {
	em = b.Em(em)
	digits := len(strings.ReplaceAll(r.Text, ".", ""))
	if !numeric(r.Text) || digits < 2 || r.Confidence < certainNumber || digits < glyph.Digits(b.Parts, em) {
		return false
	}
	_, more := glyph.Point(b.Parts, em, r.Text)
	return !more
}

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

// A stripKey tells a block of a sheet as shown to the compact reader.
type stripKey struct {
	box image.Rectangle
	em  float64 // height taken for that of its characters
}

// readStrips has the compact reader read blocks of a sheet, each look only once
// however often it is asked for.
func (rs readers) readStrips(ctx context.Context, s *preparedSheet, blocks []layout.Block, em float64) ([]compact.Reading, error) {
	out := make([]compact.Reading, len(blocks))
	var unread []int
	for i, b := range blocks {
		reading, ok := s.readings[stripKey{b.Box, em}]
		if out[i] = reading; !ok {
			unread = append(unread, i)
		}
	}
	cutter := s.cutter()
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(rs.pool.Size())
	for some := range slices.Chunk(unread, stripBatch) {
		group.Go(func() error {
			strips := make([]*image.Gray, len(some))
			for k, i := range some {
				strips[k] = cutter.Strip(blocks[i], em)
			}
			for k, reading := range rs.net.ReadAll(strips) {
				out[some[k]] = reading
			}
			return ctx.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	if s.readings == nil {
		s.readings = map[stripKey]compact.Reading{}
	}
	for _, i := range unread {
		s.readings[stripKey{blocks[i].Box, em}] = out[i]
	}
	return out, nil
}

// cutter cuts the sheet's blocks; call it first from one goroutine.
func (s *preparedSheet) cutter() *layout.Cutter {
	if s.blockCutter == nil {
		s.blockCutter = layout.NewCutter(s.gray, s.rows)
	}
	return s.blockCutter
}
