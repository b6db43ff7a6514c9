// Command reportgen draws Chinese laboratory and check-up report pages with
// known values and writes the truth beside each picture.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/alecthomas/kong"
	"golang.org/x/sync/errgroup"

	"tijian/tools/reportgen/page"
	"tijian/tools/reportgen/truth"
)

type options struct {
	Out       string   `required:"" help:"Folder for the pictures and truths; created when missing." type:"path"`
	Seed      uint64   `default:"1" help:"Pages of the same seed are the same to the byte."`
	Pages     int      `default:"9" help:"Number of pages."`
	Layout    string   `default:"all" enum:"all,SINGLE,DOUBLE,TABLE" help:"One layout, or all in turn."`
	Condition string   `default:"all" enum:"all,clean,scanned,photographed" help:"One condition, or all in turn."`
	Style     string   `help:"Hospital (or part of its name); otherwise chosen by the seed."`
	Form      string   `help:"Drawing of the layout, such as list, slip, grid, checkup; otherwise chosen by the seed."`
	Panel     string   `help:"Panel, such as blood_count; otherwise chosen by the seed."`
	Trait     []string `help:"What else happens to each page, such as stamp or tilted; 'each' takes all of them in turn."`
	Traits    int      `help:"So many of them for each page, chosen by its seed, besides those of --trait."`
	Free      bool     `help:"Pages whose layout is put together of attributes, which the truths name as traits, instead of one of the layouts."`
	Stacked   bool     `help:"Pages whose results and references stand above each other, some results gone or unreadable."`
	Wide      bool     `help:"More indicators, names, hospitals and heads; other pages than without."`
	MaxBytes  int      `help:"Largest picture file; 0 for no limit."`
	Fonts     string   `help:"Folder of the fonts; Debian's by default."`
	Parallel  int      `help:"Pages drawn at the same time; the number of cores by default."`
}

func main() {
	var o options
	kong.Parse(&o, kong.Name("reportgen"), kong.Description("Draws report pages with known values and writes the truth beside each."))
	written, err := run(o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "reportgen:", err)
		os.Exit(1)
	}
	fmt.Printf("%d pages in %s\n", written, o.Out)
}

func run(o options) (int64, error) {
	maker, err := page.New(o.Fonts)
	if err != nil {
		return 0, err
	}
	if err := os.MkdirAll(o.Out, 0o755); err != nil {
		return 0, err
	}
	var written atomic.Int64
	var group errgroup.Group
	group.SetLimit(max(1, o.Parallel))
	if o.Parallel == 0 {
		group.SetLimit(runtime.NumCPU())
	}
	for i := range o.Pages {
		group.Go(func() error {
			picture, err := o.draw(maker, i)
			if err != nil {
				return err
			}
			written.Add(1)
			return write(o.Out, picture)
		})
	}
	err = group.Wait()
	return written.Load(), err
}

// draw draws a page by its number.
func (o *options) draw(maker *page.Maker, i int) (*page.Picture, error) {
	seed := o.Seed*10_000 + uint64(i)
	switch {
	case o.Free:
		return maker.Free(seed)
	case o.Stacked:
		return maker.Stacked(seed)
	}
	layouts, conditions := page.Layouts, truth.Conditions
	if o.Layout != "all" {
		layouts = []string{o.Layout}
	}
	if o.Condition != "all" {
		conditions = []string{o.Condition}
	}
	traits := o.Trait
	if slices.Equal(traits, []string{"each"}) {
		all := page.Traits()
		traits = []string{all[(i+i/len(all))%len(all)]} // each comes to each layout
	}
	layout := layouts[i%len(layouts)]
	for _, t := range page.Some(seed, layout, o.Traits) {
		if !slices.Contains(traits, t) {
			traits = append(slices.Clip(traits), t)
		}
	}
	return maker.Draw(page.Options{
		Traits:    traits,
		Seed:      seed,
		Layout:    layout,
		Condition: conditions[i/len(layouts)%len(conditions)],
		Wide:      o.Wide,
		Style:     o.Style, Form: o.Form, Panel: o.Panel, MaxBytes: o.MaxBytes,
	})
}

func write(dir string, p *page.Picture) error {
	text, err := p.Truth.Encode()
	if err != nil {
		return err
	}
	path := filepath.Join(dir, p.Truth.Picture)
	if err := os.WriteFile(path, p.JPEG, 0o644); err != nil {
		return err
	}
	return os.WriteFile(strings.TrimSuffix(path, filepath.Ext(path))+truth.Suffix, text, 0o644)
}
