package main

import (
	"context"
	"testing"

	"tijian/engine"
	"tijian/engine/dictionary"
	"tijian/ocr"
	"tijian/ocr/block"
	"tijian/tools/ocreval/score"
	"tijian/tools/reportgen/page"
)

// TestFreeLayouts recognises pages whose layouts are put together of attributes: cards
// with large results, a table with days down its side, and results above their references
// and below them, some of them gone. No value may be wrong.
func TestFreeLayouts(t *testing.T) {
	const (
		least       = 0.8 // recall of each page
		stackedFrom = 9_000_000
	)
	snapshot, problems := engine.DraftRules(engine.Files{}, "")
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	recogniser, err := ocr.New(ocr.Options{Workers: 2, Dictionary: func() *dictionary.Dictionary { return snapshot.Dictionary }})
	if err != nil {
		t.Fatal(err)
	}
	defer recogniser.Close()
	maker, err := page.New("")
	if err != nil {
		t.Fatal(err)
	}
	for _, seed := range []uint64{20001, 20008, 20015, 9020033, 9020053} {
		drawn := maker.Free
		if seed > stackedFrom {
			drawn = maker.Stacked
		}
		p, err := drawn(seed)
		if err != nil {
			t.Fatal(err)
		}
		full, err := recogniser.Recognise(context.Background(), p.JPEG, block.Default)
		if err != nil {
			t.Errorf("seed %d %v: %v", seed, p.Truth.Traits, err)
			continue
		}
		right := 0
		for name, read := range full.Simple() {
			if is, ok := p.Truth.Values[name]; !ok || !score.Right(read, is) {
				t.Errorf("seed %d %v: %s read as %v, printed %v", seed, p.Truth.Traits, name, read, is)
			} else {
				right++
			}
		}
		if recall := float64(right) / float64(len(p.Truth.Values)); recall < least {
			t.Errorf("seed %d %v: recall %.2f", seed, p.Truth.Traits, recall)
		}
	}
}
