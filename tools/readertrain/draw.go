package main

import (
	"context"
	"encoding/json"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"

	"tijian/ocr"
	"tijian/tools/readertrain/content"
	"tijian/tools/readertrain/fonts"
	"tijian/tools/readertrain/shard"
	"tijian/tools/readertrain/sheet"
	"tijian/tools/reportgen/paint"
)

type drawing struct {
	Out   string `required:"" help:"Folder for the blocks; created when missing." type:"path"`
	Seed  uint64 `default:"1" help:"Pages of the same seed are the same."`
	Pages int    `default:"100" help:"Number of pages, of some 200 blocks each."`
	Held  bool   `help:"Draw in the fonts kept for tests."`
	Hard  bool   `help:"Draw pages as people photograph them: small, pale, sharpened, forwarded, with columns that run together."`
	Show  bool   `help:"Write the pages as pictures too."`
}

// newMaker prepares the drawing of pages.
func newMaker(held, hard bool) (*sheet.Maker, error) {
	lib, err := paint.OpenLibrary("")
	if err != nil {
		return nil, err
	}
	set, err := fonts.Load(lib, held)
	if err != nil {
		return nil, err
	}
	texts, err := content.New()
	if err != nil {
		return nil, err
	}
	return &sheet.Maker{Library: lib, Fonts: set, Content: texts, Strict: held, Hard: hard}, nil
}

// Run draws the pages.
func (d *drawing) Run() error {
	maker, err := newMaker(d.Held, d.Hard)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(d.Out, 0o755); err != nil {
		return err
	}
	alphabet := maker.Content.Alphabet()
	if err := d.alphabet(alphabet); err != nil {
		return err
	}
	out, err := shard.Create(filepath.Join(d.Out, fmt.Sprintf("blocks-%d.bin", d.Seed)))
	if err != nil {
		return err
	}
	var group errgroup.Group
	group.SetLimit(runtime.NumCPU())
	// Blocks are written in the order of their pages, so that the same seed
	// gives the same file.
	var mu sync.Mutex
	ready := map[int][]sheet.Labelled{}
	next := 0
	for i := range d.Pages {
		group.Go(func() error {
			blocks, err := d.page(maker, d.Seed*1_000_000+uint64(i), alphabet)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			for ready[i] = blocks; ; next++ {
				blocks, ok := ready[next]
				if !ok {
					return nil
				}
				delete(ready, next)
				for k := range blocks {
					out.Write(&blocks[k])
				}
			}
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	fmt.Printf("%d blocks of %d pages in %s\n", out.Blocks(), d.Pages, d.Out)
	return out.Close()
}

func (d *drawing) page(maker *sheet.Maker, seed uint64, alphabet []rune) ([]sheet.Labelled, error) {
	page, err := maker.Draw(seed)
	if err != nil {
		return nil, err
	}
	if d.Show {
		f, err := os.Create(filepath.Join(d.Out, fmt.Sprintf("page-%d.png", seed)))
		if err != nil {
			return nil, err
		}
		if err := png.Encode(f, page.Picture); err != nil {
			return nil, err
		}
		if err := f.Close(); err != nil {
			return nil, err
		}
	}
	strips, err := ocr.CutStrips(context.Background(), page.Picture)
	if err != nil {
		return nil, err
	}
	return page.Label(strips, alphabet), nil
}

// alphabet writes the characters of the labels, for the training.
func (d *drawing) alphabet(alphabet []rune) error {
	texts := make([]string, len(alphabet))
	for i, r := range alphabet {
		texts[i] = string(r)
	}
	data, err := json.Marshal(texts)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(d.Out, "alphabet.json"), data, 0o644)
}
