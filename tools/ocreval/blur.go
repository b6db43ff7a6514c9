package main

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/jedib0t/go-pretty/v6/table"
	"golang.org/x/sync/errgroup"

	"tijian/engine/ruleset"
	"tijian/ocr"
	"tijian/ocr/block"
	"tijian/ocr/quality"
	"tijian/ocr/raster"
	"tijian/ocr/result"
	"tijian/tools/ocreval/score"
	"tijian/tools/reportgen/truth"
)

// The blur series: pages are reduced, then blurred by a Gaussian whose standard
// deviation is given in pixels of the reduced picture.
var (
	blurScales = []float64{1, 0.75, 0.5}
	blurSigmas = []float64{0, 0.7, 1.4, 2, 2.6, 3.2, 4, 5, 7, 10}
)

// What the series counts as readable and as unreadable: so many of the page's
// values were read rightly by a recogniser that refuses nothing. Between the
// two either answer will do.
const (
	readableShare   = 0.8
	unreadableShare = 0.1
)

// A blurred is what became of the pages of one step.
type blurred struct {
	pages, refused                    int
	readableRefused, unreadablePassed int
	read, values, given, wrong        int // of those that passed
	low, high                         float64
}

// definition keeps the limits of what a picture shows; those of its size would
// only tell that reduced pictures are small.
func definition(limits map[string]ruleset.Thresholds) map[string]ruleset.Thresholds {
	all := map[string]ruleset.Thresholds{}
	for layout, t := range limits {
		all[layout] = ruleset.Thresholds{Sharpness: t.Sharpness, Legibility: t.Legibility}
	}
	return all
}

// blurSeries blurs every page step by step and compares the sharpness check with
// what can be read: strict refuses what the rules say, r refuses nothing.
func blurSeries(ctx context.Context, strict, r *ocr.Recogniser, limits map[string]ruleset.Thresholds, files []string, parallel int, out io.Writer) error {
	thresholds := quality.Layouts{}
	for name, t := range limits {
		thresholds[block.Layout(name)] = quality.Thresholds{Sharpness: t.Sharpness}
	}
	steps := make([]blurred, len(blurScales)*len(blurSigmas))
	var cases []string
	var mu sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, parallel))
	for _, file := range files {
		truth, err := truth.Read(file)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(filepath.Join(filepath.Dir(file), truth.Picture))
		if err != nil {
			return err
		}
		decoded, _, err := image.Decode(bytes.NewReader(data))
		if err != nil {
			return fmt.Errorf("%s: %w", truth.Picture, err)
		}
		gray := raster.Gray(decoded)
		for i, scale := range blurScales {
			for j, sigma := range blurSigmas {
				group.Go(func() (err error) {
					picture := gray
					if scale < 1 {
						picture = raster.Resize(gray, int(scale*float64(gray.Rect.Dx())), int(scale*float64(gray.Rect.Dy())))
					}
					picture = gaussian(picture, sigma)
					var encoded bytes.Buffer
					if err := jpeg.Encode(&encoded, picture, &jpeg.Options{Quality: 92}); err != nil {
						return err
					}
					sharpness, _ := quality.Sharpness(picture)
					limits := thresholds.For(block.Layout(truth.Layout))
					refused := limits.CheckSharpness(picture) != nil
					var full result.Full
					if refused {
						full, _ = r.Recognise(ctx, encoded.Bytes(), block.Default)
					} else if full, err = strict.Recognise(ctx, encoded.Bytes(), block.Default); err != nil {
						refused = true
						full, _ = r.Recognise(ctx, encoded.Bytes(), block.Default)
					}
					if ctx.Err() != nil {
						return ctx.Err()
					}
					values := full.Simple()
					right := 0
					var wrongs []string
					for name, read := range values {
						if v, ok := truth.Values[name]; ok && score.Right(read, v) {
							right++
						} else {
							wrongs = append(wrongs, fmt.Sprintf("wrong: %s, scale %g, sigma %g: %s %g as %g", truth.Picture, scale, sigma, name, v, read))
						}
					}
					share := float64(right) / float64(len(truth.Values))
					mu.Lock()
					defer mu.Unlock()
					s := &steps[i*len(blurSigmas)+j]
					if s.pages == 0 {
						s.low, s.high = math.Inf(1), 0
					}
					s.pages++
					s.low, s.high = min(s.low, sharpness), max(s.high, sharpness)
					var note string
					switch {
					case refused && share >= readableShare:
						s.readableRefused++
						note = "readable, refused"
					case !refused && share <= unreadableShare:
						s.unreadablePassed++
						note = "unreadable, passes"
					}
					if note != "" {
						cases = append(cases, fmt.Sprintf("%s: %s, scale %g, sigma %g: sharpness %.1f, %d of %d values", note, truth.Picture, scale, sigma, sharpness, right, len(truth.Values)))
					}
					if refused {
						s.refused++
						return nil
					}
					s.read += right
					s.values += len(truth.Values)
					s.given += len(values)
					s.wrong += len(wrongs)
					cases = append(cases, wrongs...)
					return nil
				})
			}
		}
	}
	if err := group.Wait(); err != nil {
		return err
	}
	slices.Sort(cases)
	return showBlur(steps, cases, out)
}

func showBlur(steps []blurred, cases []string, out io.Writer) error {
	t := table.NewWriter()
	t.SetStyle(table.StyleLight)
	t.AppendHeader(table.Row{"scale", "sigma", "pages", "sharpness", "refused", "readable, refused", "unreadable, pass", "recall of passed", "wrong of given"})
	for i, scale := range blurScales {
		for j, sigma := range blurSigmas {
			s := steps[i*len(blurSigmas)+j]
			recall := "-"
			if s.values > 0 {
				recall = fmt.Sprintf("%.3f", float64(s.read)/float64(s.values))
			}
			t.AppendRow(table.Row{scale, sigma, s.pages, fmt.Sprintf("%.1f to %.1f", s.low, s.high), s.refused, s.readableRefused, s.unreadablePassed, recall, fmt.Sprintf("%d of %d", s.wrong, s.given)})
		}
		t.AppendSeparator()
	}
	if _, err := fmt.Fprintln(out, t.Render()); err != nil {
		return err
	}
	for _, c := range cases {
		if _, err := fmt.Fprintln(out, c); err != nil {
			return err
		}
	}
	return nil
}

// gaussian blurs a picture; edges are repeated.
func gaussian(gray *image.Gray, sigma float64) *image.Gray {
	if sigma <= 0 {
		return gray
	}
	radius := int(math.Ceil(3 * sigma))
	kernel := make([]float32, 2*radius+1)
	total := float32(0)
	for i := range kernel {
		d := float64(i - radius)
		kernel[i] = float32(math.Exp(-d * d / (2 * sigma * sigma)))
		total += kernel[i]
	}
	w, h := gray.Rect.Dx(), gray.Rect.Dy()
	rows := make([]float32, w*h)
	for y := range h {
		line := gray.Pix[y*gray.Stride : y*gray.Stride+w]
		for x := range w {
			sum := float32(0)
			for i, k := range kernel {
				sum += k * float32(line[min(max(x+i-radius, 0), w-1)])
			}
			rows[y*w+x] = sum / total
		}
	}
	out := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			sum := float32(0)
			for i, k := range kernel {
				sum += k * rows[min(max(y+i-radius, 0), h-1)*w+x]
			}
			out.Pix[y*out.Stride+x] = uint8(sum/total + 0.5)
		}
	}
	return out
}
