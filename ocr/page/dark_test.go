package page

import (
	"image"
	"testing"

	"tijian/ocr/raster"
)

// filledWith draws a ground with bars of another level in it, as print covers it.
func filledWith(ground, print uint8, bars ...image.Rectangle) *image.Gray {
	g := image.NewGray(image.Rect(0, 0, 480, 960))
	for i := range g.Pix {
		g.Pix[i] = ground
	}
	for _, b := range bars {
		for y := b.Min.Y; y < b.Max.Y; y++ {
			for x := b.Min.X; x < b.Max.X; x++ {
				g.Pix[y*g.Stride+x] = print
			}
		}
	}
	return g
}

func TestInvertDark(t *testing.T) {
	var lines []image.Rectangle
	for y := 40; y < 900; y += 60 {
		lines = append(lines, image.Rect(20, y, 200, y+20), image.Rect(380, y, 440, y+20))
	}
	sheet := image.Rect(100, 100, 300, 700)
	for _, c := range []struct {
		name   string
		page   *image.Gray
		invert bool
	}{
		{"light print on a dark ground", filledWith(20, 220, lines...), true},
		{"dark print on paper", filledWith(240, 30, lines...), false},
		{"a dark ground and a light button", filledWith(0, 200, image.Rect(0, 0, 480, 60)), true},
		{"paper on something black", filledWith(5, 230, sheet), false},
		{"a dim photograph", filledWith(110, 30, lines...), false},
	} {
		got := InvertDark(c.page)
		if (got != c.page) != c.invert {
			t.Errorf("%s: inverted is %v", c.name, !c.invert)
		} else if c.invert && got.GrayAt(470, 950).Y != raster.Paper-c.page.GrayAt(470, 950).Y {
			t.Errorf("%s: the ground is of level %d", c.name, got.GrayAt(470, 950).Y)
		}
	}
}
