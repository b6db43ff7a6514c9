package sheet

import (
	"context"
	"image"
	"math"
	"strings"
	"testing"

	"tijian/ocr"
	"tijian/ocr/raster"
	"tijian/tools/readertrain/content"
	"tijian/tools/readertrain/fonts"
	"tijian/tools/reportgen/paint"
)

// maker draws in fonts that the tests of reports have anyway.
func maker(t *testing.T) *Maker {
	t.Helper()
	lib, err := paint.OpenLibrary("")
	if err != nil {
		t.Fatal(err)
	}
	texts, err := content.New()
	if err != nil {
		t.Fatal(err)
	}
	return &Maker{Library: lib, Content: texts, Fonts: fonts.Set{
		Chinese: []fonts.Font{{Name: "sans"}, {Name: "song"}},
		Latin:   []fonts.Font{{Name: "arial"}, {Name: "courier"}},
	}}
}

// The same seed gives the same page, and most blocks that are cut from it have
// a label that was drawn there.
func TestLabels(t *testing.T) {
	for hard, least := range map[bool]int{false: 90, true: 75} { // of 100 blocks a whole text
		m := maker(t)
		m.Hard = hard
		blocks, whole := 0, 0
		for seed := range uint64(5) { // what a page shows goes with the names in force
			n, fine := labels(t, m, 5+seed)
			blocks, whole = blocks+n, whole+fine
		}
		if blocks < 400 || 100*whole < least*blocks {
			t.Errorf("hard %v: %d blocks, %d of them a whole text", hard, blocks, whole)
		}
	}
}

// labels counts the blocks of a page, and those that are a whole text.
func labels(t *testing.T, m *Maker, seed uint64) (blocks, fine int) {
	t.Helper()
	one, err := m.Draw(seed)
	if err != nil {
		t.Fatal(err)
	}
	two, err := m.Draw(seed)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]bool{}
	var b strings.Builder
	last := 0
	for i, g := range one.Glyphs {
		if g != two.Glyphs[i] {
			t.Fatalf("glyph %d differs: %v, %v", i, g, two.Glyphs[i])
		}
		if g.Text != last {
			texts[bare(b.String())] = true
			b.Reset()
			last = g.Text
		}
		b.WriteRune(content.Fold(g.Char))
	}
	texts[bare(b.String())] = true
	strips, err := ocr.CutStrips(context.Background(), one.Picture)
	if err != nil {
		t.Fatal(err)
	}
	labelled := one.Label(strips, m.Content.Alphabet())
	whole := 0
	for _, block := range labelled {
		if texts[bare(block.Label)] {
			whole++
		}
		if strings.ContainsRune(block.Label, content.Unknown) {
			whole++ // of other characters, which the label does not show
		}
	}
	return len(labelled), whole
}

// The wide gap behind a decimal point is the font's and no space; elsewhere a
// drawn space is one.
func TestGaps(t *testing.T) {
	known := map[rune]bool{}
	for _, r := range "0123456789.-<阴性a" {
		known[r] = true
	}
	for drawn, want := range map[string]string{"3. 79": "3.79", "1. 2-3. 4": "1.2-3.4", "14 5.2": "14 5.2", "1. 阴性": "1. 阴性", "a. a": "a. a"} {
		var places []place
		space := false
		for i, r := range drawn {
			if r == ' ' {
				space = true
				continue
			}
			x := float64(10 * i)
			places = append(places, place{x, x + 4, x + 8, 0, 10, 20, paint.Glyph{Char: r}, space})
			space = false
		}
		got, ok := label(places, map[int]content.Kind{}, image.Rect(0, 0, 200, 20), 20, known)
		if got.Label != want || !ok {
			t.Errorf("%q is labelled %q, want %q", drawn, got.Label, want)
		}
	}
}

func bare(s string) string { return strings.ReplaceAll(s, " ", "") }

// The inverse of a bent map leads back.
func TestInverse(t *testing.T) {
	bent := raster.Map(func(x, y float64) (float64, float64) {
		return 0.9*x + 0.1*y + 3*math.Sin(y/90), y - 0.08*x + 12*math.Sin(x/150)
	})
	f := newInverse(bent, image.Pt(1200, 1600))
	for x := 5.0; x < 1200; x += 97 {
		for y := 5.0; y < 1600; y += 113 {
			u, v := bent(x, y)
			gx, gy := f.at(u, v)
			if math.Abs(gx-x)+math.Abs(gy-y) > 0.5 {
				t.Fatalf("(%v, %v) came back as (%.1f, %.1f)", x, y, gx, gy)
			}
		}
	}
}
