package page

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"tijian/ocr/raster"
)

// write draws text with its baseline at (x, y).
func write(t testing.TB, g draw.Image, x, y int, size float64, ink uint8, text string) {
	t.Helper()
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	d := font.Drawer{Dst: g, Src: image.NewUniform(color.Gray{ink}), Face: face, Dot: fixed.P(x, y)}
	d.DrawString(text)
}

// report draws rows of text in columns; characters are size pixels high.
func report(t testing.TB, w, h int, size float64) *image.Gray {
	t.Helper()
	g := raster.Blank(w, h)
	for y := int(4 * size); y < h-int(3*size); y += int(1.7 * size) {
		for i, text := range []string{"Haemoglobin", "142.5", "130-175", "g/L"} {
			write(t, g, w/12+i*w*23/100, y, size, 25, text)
		}
	}
	return g
}

// difference is the mean difference between two pictures of one size.
func difference(a, b *image.Gray) float64 {
	sum := 0.0
	for i := range a.Pix {
		sum += math.Abs(float64(a.Pix[i]) - float64(b.Pix[i]))
	}
	return sum / float64(len(a.Pix))
}

func TestSideways(t *testing.T) {
	g := report(t, 900, 700, 22)
	for quarters, want := range []bool{false, true, false, true} {
		turned := raster.RotateQuarters(g, quarters)
		if got := Sideways(raster.Components(Binarise(turned)), 22); got != want {
			t.Errorf("%d quarters: sideways is %v", quarters, got)
		}
	}
}

func TestRulesAreRemovedAndTextKept(t *testing.T) {
	text := report(t, 900, 600, 24)
	g := report(t, 900, 600, 24)
	dark := image.NewUniform(color.Gray{30})
	var across, down int
	for y := 110; y < 560; y += 90 {
		draw.Draw(g, image.Rect(40, y, 860, y+3), dark, image.Point{}, draw.Src)
		across++
	}
	for x := 45; x < 880; x += 200 {
		draw.Draw(g, image.Rect(x, 60, x+2, 560), dark, image.Point{}, draw.Src)
		down++
	}
	ink := Binarise(g)
	rules, clean := RemoveRules(ink, 24)
	for _, r := range rules {
		if r.Vertical {
			down--
			if x, ok := r.At(300); !ok || x < r.Box.Min.X || x >= r.Box.Max.X {
				t.Errorf("the rule in %v has no place at row 300", r.Box)
			}
		} else {
			across--
		}
	}
	if across != 0 || down != 0 {
		t.Errorf("%d lines across and %d down were missed", across, down)
	}
	want := Binarise(text)
	lost, left := 0, 0
	for i := range want.Pix {
		switch {
		case want.Pix[i] == 1 && clean.Pix[i] == 0:
			lost++
		case want.Pix[i] == 0 && clean.Pix[i] == 1:
			left++
		}
	}
	total := 0
	for _, v := range want.Pix {
		total += int(v)
	}
	if lost*20 > total || left*50 > total { // some lines run through text
		t.Errorf("of %d pixels of text %d were lost, %d of rules are left", total, lost, left)
	}
	if d := difference(text, EraseRules(g, ink, clean)); d > 1.5 {
		t.Errorf("the page without rules differs from the text by %.2f", d)
	}
}

func BenchmarkNormaliseBackground(b *testing.B) {
	g := report(b, 1654, 2339, 30)
	for b.Loop() {
		NormaliseBackground(g)
	}
}

func BenchmarkRules(b *testing.B) {
	ink := Binarise(report(b, 1654, 2339, 30))
	for b.Loop() {
		RemoveRules(ink, 30)
	}
}
