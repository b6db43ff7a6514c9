package page

import (
	"image"
	"image/draw"
	"testing"

	"tijian/ocr/raster"
)

// TestLeaders: the dots from a name to its value go; points, colons and characters
// printed of dots stay.
func TestLeaders(t *testing.T) {
	const size = 24
	page := func(text string) *image.Gray {
		g := raster.Blank(700, 300)
		for y := 60; y < 260; y += 50 {
			write(t, g, 60, y, size, 20, "IgG")
			write(t, g, 500, y, size, 20, text)
		}
		return g
	}
	dots := func(g *image.Gray, pitch, high int) {
		for y := 60; y < 260; y += 50 {
			for x := 130; x < 480; x += pitch {
				draw.Draw(g, image.Rect(x, y-high, x+3, y-high+3), image.Black, image.Point{}, draw.Src)
			}
		}
	}
	for _, c := range []struct {
		name string
		text string
		add  func(g *image.Gray)
		stay bool // what was added
	}{
		{"nothing", "6.42", func(*image.Gray) {}, false},
		{"points and colons", "1.2.3 12:30", func(*image.Gray) {}, false},
		{"leaders", "6.42", func(g *image.Gray) { dots(g, 12, 3) }, false},
		{"narrow leaders", "0.5", func(g *image.Gray) { dots(g, 8, 4) }, false},
		{"strokes of dots", "0.5", func(g *image.Gray) { dots(g, 4, 10) }, true},
		{"dots far apart", "0.5", func(g *image.Gray) { dots(g, 40, 4) }, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := page(c.text)
			want := len(raster.Components(Binarise(g)))
			c.add(g)
			ink := Binarise(g)
			if c.stay {
				want = len(raster.Components(ink))
			}
			if got := len(raster.Components(RemoveLeaders(ink, size))); got != want {
				t.Errorf("%d pieces are left of %d", got, want)
			}
		})
	}
}
