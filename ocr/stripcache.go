package ocr

import (
	"context"
	"image"
	"slices"

	"golang.org/x/sync/errgroup"

	"tijian/ocr/compact"
	"tijian/ocr/layout"
)

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
