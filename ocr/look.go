package ocr

import (
	"context"
	"image"
	"slices"

	"golang.org/x/sync/errgroup"

	"tijian/ocr/compact"
	"tijian/ocr/layout"
)

// A look is a block of a sheet as shown to the compact reader.
type look struct {
	box image.Rectangle
	em  float64 // height taken for that of its characters
}

// abreast is how many blocks one worker has the compact reader read at once.
const abreast = 32

// readStrips has the compact reader read blocks of a sheet, each look only once
// however often it is asked for; without that reader the readings are empty.
func (e eyes) readStrips(ctx context.Context, s *sheet, blocks []layout.Block, em float64) ([]compact.Reading, error) {
	out := make([]compact.Reading, len(blocks))
	if e.net == nil {
		return out, ctx.Err()
	}
	var unread []int
	for i, b := range blocks {
		reading, ok := s.read[look{b.Box, em}]
		if out[i] = reading; !ok {
			unread = append(unread, i)
		}
	}
	cutter := s.cutter()
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(e.pool.Size())
	for some := range slices.Chunk(unread, abreast) {
		group.Go(func() error {
			strips := make([]*image.Gray, len(some))
			for k, i := range some {
				strips[k] = cutter.Strip(blocks[i], em)
			}
			for k, reading := range e.net.ReadAll(strips) {
				out[some[k]] = reading
			}
			return ctx.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	if s.read == nil {
		s.read = map[look]compact.Reading{}
	}
	for _, i := range unread {
		s.read[look{blocks[i].Box, em}] = out[i]
	}
	return out, nil
}

// cutter cuts the sheet's blocks; call it first from one goroutine.
func (s *sheet) cutter() *layout.Cutter {
	if s.cut == nil {
		s.cut = layout.NewCutter(s.gray, s.rows)
	}
	return s.cut
}
