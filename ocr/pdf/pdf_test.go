package pdf

import (
	"bytes"
	"errors"
	"image"
	"slices"
	"testing"

	"tijian/internal/pdftest"
)

func page() pdftest.Page {
	return pdftest.Page{Texts: []pdftest.Text{{X: 100, Y: 100, Size: 20, Text: "血红蛋白 128"}, {X: 100, Y: 300, Size: 20, Text: "g/L", Hidden: true}}}
}

// TestPage: characters stand where the page is drawn, however it is turned.
func TestPage(t *testing.T) {
	for turn, at := range map[int]image.Point{0: {277, 277}, 90: {2061, 277}, 180: {1375, 2061}, 270: {277, 1375}} {
		p := page()
		p.Rotate = turn
		d, err := Open(pdftest.Write(p))
		if err != nil {
			t.Fatal(err)
		}
		opened, err := d.Page(0)
		if err != nil || d.Pages() != 1 {
			t.Fatal(err)
		}
		size := image.Pt(1652, 2338)
		if turn%180 != 0 {
			size.X, size.Y = size.Y, size.X
		}
		if opened.Size != size || !opened.Hidden || opened.Cover != 0 {
			t.Errorf("turned by %d: %v, hidden %v, cover %v", turn, opened.Size, opened.Hidden, opened.Cover)
		}
		first := opened.Glyphs[slices.IndexFunc(opened.Glyphs, func(g Glyph) bool { return g.Char == '血' })]
		corner := image.Pt(int(first.Cell.X0+first.Cell.X1)/2, int(first.Cell.Y0+first.Cell.Y1)/2)
		if far := corner.Sub(at); far.X*far.X+far.Y*far.Y > 60*60 {
			t.Errorf("turned by %d: %c at %v, want it near %v", turn, first.Char, corner, at)
		}
		img, err := opened.Draw()
		if err != nil || img.Bounds().Size() != size {
			t.Errorf("turned by %d: drawn as %v, %v", turn, img.Bounds(), err)
		}
		opened.Close()
		d.Close()
	}
}

// Hostile files end in an error or in pages within limits.
func FuzzOpen(f *testing.F) {
	good := pdftest.Write(page(), pdftest.Page{})
	f.Add(good)
	f.Add(good[:len(good)/2])
	f.Add(bytes.ReplaceAll(good, []byte("/MediaBox [0 0 595 842]"), []byte("/MediaBox [0 0 1e9 1e9]")))
	f.Add(bytes.ReplaceAll(good, []byte("/Count 2"), []byte("/Count 2000000000")))
	f.Add(bytes.ReplaceAll(good, []byte("/Kids [5 0 R"), []byte("/Kids [2 0 R")))
	f.Add(bytes.ReplaceAll(good, []byte("/Width 1"), []byte("/Width 1000000000")))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Open(data)
		if err != nil {
			if !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrEncrypted) {
				t.Fatal(err)
			}
			return
		}
		defer d.Close()
		for n := range min(d.Pages(), 2) {
			p, err := d.Page(n)
			if err != nil {
				continue
			}
			if p.Size.X < 1 || p.Size.Y < 1 || p.Size.X*p.Size.Y > MostPixels || len(p.Glyphs) > MostGlyphs {
				t.Errorf("a page of %v with %d characters", p.Size, len(p.Glyphs))
			}
			if img, err := p.Draw(); err == nil && img.Bounds().Size() != p.Size {
				t.Errorf("drawn as %v instead of %v", img.Bounds().Size(), p.Size)
			}
			p.Close()
		}
	})
}
