package sheet

import (
	"context"
	"image"
	"math"
	"strings"
	"testing"

	"tijian/ocr"
	"tijian/ocr/page"
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
	m := maker(t)
	one, err := m.Draw(5)
	if err != nil {
		t.Fatal(err)
	}
	two, err := m.Draw(5)
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
	if len(labelled) < 80 || 10*whole < 8*len(labelled) {
		t.Errorf("%d blocks, %d of them a whole text", len(labelled), whole)
	}
}

func bare(s string) string { return strings.ReplaceAll(s, " ", "") }

// The inverse of a bent map leads back.
func TestInverse(t *testing.T) {
	bent := page.Map(func(x, y float64) (float64, float64) {
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
