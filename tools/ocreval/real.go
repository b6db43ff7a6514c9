package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"tijian/ocr"
	"tijian/ocr/block"
	"tijian/tools/ocreval/real"
)

// scoreReal scores recognition on real reports.
func scoreReal(ctx context.Context, recogniser *ocr.Recogniser, o options, out io.Writer) error {
	reports, err := real.Read(o.Real)
	if err != nil {
		return err
	}
	reports = slices.DeleteFunc(reports, func(r *real.Report) bool {
		return len(o.Only) > 0 && !slices.Contains(o.Only, r.Name) || o.Part == "tuned" && r.Held() || o.Part == "held" && !r.Held()
	})
	if len(reports) == 0 {
		return fmt.Errorf("%s has none of these reports", o.Real)
	}
	sheets := make([]*real.Sheet, len(reports)*(1+o.Shake))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, o.Parallel))
	for i, report := range reports {
		group.Go(func() error {
			all, err := shots(report.Picture, o.Shake)
			if err != nil {
				return err
			}
			hint := block.Layout(report.Layout)
			if o.Detect {
				hint = block.Default
			}
			for n, data := range all {
				start := time.Now()
				seen, err := keeper{recogniser, o.Keep}.examine(ctx, data, hint)
				if ctx.Err() != nil {
					return ctx.Err()
				}
				sheet := real.Judge(report, &seen, err)
				sheet.Seconds = time.Since(start).Seconds()
				sheets[i*len(all)+n] = sheet
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	if o.JSON != "" && o.JSON != "-" {
		if err := create(o.JSON, func(f *os.File) error { return real.JSON(f, sheets) }); err != nil {
			return err
		}
	}
	if o.HTML != "" {
		if err := create(o.HTML, func(f *os.File) error { return real.HTML(f, sheets) }); err != nil {
			return err
		}
	}
	if o.JSON == "-" {
		return real.JSON(out, sheets)
	}
	return real.Text(out, sheets, o.Long)
}
