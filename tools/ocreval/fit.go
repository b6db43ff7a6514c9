package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"tijian/ocr"
	"tijian/ocr/block"
	"tijian/ocr/evidence"
	"tijian/tools/ocreval/fit"
	"tijian/tools/ocreval/real"
	"tijian/tools/reportgen/truth"
)

// realWeight is how many rows of drawn pages one of a real page counts for:
// they are few, and what the model is for.
const realWeight = 3

// A labelled page is a picture of which is known what it says.
type labelled struct {
	set     string
	held    bool // only counted, never fitted on
	picture string
	layout  block.Layout
	values  map[string]float64
	unknown func(indicator string) bool
	weight  float64
}

// fitModel fits the model of evidence on drawn pages and the tuned part of real
// ones, writes it, and compares what it predicts with what is observed on the
// pages held back.
func fitModel(ctx context.Context, recogniser *ocr.Recogniser, o options, files []string, out io.Writer) error {
	pages, err := labelledPages(o, files)
	if err != nil {
		return err
	}
	fitted, held := map[string][]fit.Sample{}, map[string][]fit.Sample{}
	var mu sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, o.Parallel))
	for _, p := range pages {
		group.Go(func() error {
			all, err := shots(p.picture, o.Shake)
			if err != nil {
				return err
			}
			var samples []fit.Sample
			for _, data := range all {
				seen, err := keeper{recogniser, o.Keep}.examine(ctx, data, p.layout)
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if err != nil && seen.Full == nil {
					continue // refused
				}
				samples = append(samples, fit.Samples(seen.Full, p.values, p.unknown)...)
			}
			for i := range samples {
				samples[i].Weight = p.weight
			}
			mu.Lock()
			defer mu.Unlock()
			into := fitted
			if p.held {
				into = held
			}
			into[p.set] = append(into[p.set], samples...)
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	var all []fit.Sample
	var sets []string
	for _, set := range slices.Sorted(maps.Keys(fitted)) {
		all = append(all, fitted[set]...)
		sets = append(sets, fmt.Sprintf("%s: %d rows", set, len(fitted[set])))
	}
	before, err := evidence.Embedded()
	if err != nil {
		return err
	}
	model := fit.Fit(all)
	model.Threshold, model.Unmarked = before.Threshold, before.Unmarked
	if o.Least > 0 {
		model.Threshold, model.Unmarked = o.Least, max(o.Least, before.Unmarked)
	}
	model.Made = evidence.Made{On: time.Now().UTC().Format(time.DateOnly), Command: o.Made, Sets: sets}
	if err := create(o.Fit, func(f *os.File) error { return fit.Write(f, model) }); err != nil {
		return err
	}
	for _, set := range slices.Sorted(maps.Keys(held)) {
		if err := fit.Table(out, set+", held back", model, held[set]); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(out); err != nil {
			return err
		}
	}
	return nil
}

// labelledPages lists drawn pages, of which every third is held back by the
// hash of its name, and real ones.
func labelledPages(o options, files []string) ([]labelled, error) {
	var all []labelled
	for _, file := range files {
		page, err := truth.Read(file)
		if err != nil {
			return nil, err
		}
		folder := filepath.Base(filepath.Dir(file))
		all = append(all, labelled{
			set: "drawn", held: sha256.Sum256([]byte(folder + "/" + page.Picture))[0]%3 == 0, picture: filepath.Join(filepath.Dir(file), page.Picture),
			layout: block.Layout(page.Layout), values: page.Values, unknown: func(string) bool { return false }, weight: 1,
		})
	}
	if o.Real == "" {
		return all, nil
	}
	reports, err := real.Read(o.Real)
	for _, r := range reports {
		all = append(all, labelled{set: "real", held: r.Held(), picture: r.Picture, layout: block.Layout(r.Layout), values: r.Truth, unknown: r.Doubtful, weight: realWeight})
	}
	return all, err
}
