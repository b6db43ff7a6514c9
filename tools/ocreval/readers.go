package main

import (
	"context"
	"os"

	"tijian/ocr/block"
	"tijian/ocr/result"
	"tijian/tools/reportgen/truth"
)

// A reader makes values, in the standard units, of one picture; full is nil
// when it has no such form.
type reader struct {
	name string
	read func(ctx context.Context, file string, page *truth.Page) (values map[string]float64, full result.Full, err error)
}

// ownReader is the project's recogniser with the rules' quality limits. The
// layout is told to it unless detect.
func ownReader(r keeper, detect bool) reader {
	name := "recogniser"
	if detect {
		name = "recogniser, layout not told"
	}
	return reader{name, func(ctx context.Context, file string, page *truth.Page) (map[string]float64, result.Full, error) {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, nil, err
		}
		layout := block.Layout(page.Layout)
		if detect {
			layout = block.Default
		}
		seen, err := r.examine(ctx, data, layout)
		if err != nil {
			return nil, nil, err
		}
		return seen.Full.Simple(), seen.Full, nil
	}}
}
