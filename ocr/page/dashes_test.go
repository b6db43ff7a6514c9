package page

import (
	"image"
	"image/draw"
	"testing"

	"tijian/ocr/raster"
)

// TestDashes: upright dashes go, on their own or where they continue a rule;
// columns of figures and brackets stay, which look much like them.
func TestDashes(t *testing.T) {
	const size = 24
	page := func(text string) *image.Gray {
		g := raster.Blank(500, 700)
		for y := 60; y < 660; y += 40 {
			write(t, g, 60, y, size, 20, "Haemoglobin")
			write(t, g, 300, y, size, 20, text)
		}
		return g
	}
	strokes := func(g *image.Gray, x, from, to int) {
		for y := from; y < to; y += 33 {
			draw.Draw(g, image.Rect(x, y, x+2, y+18), image.Black, image.Point{}, draw.Src)
		}
	}
	for _, c := range []struct {
		name string
		page *image.Gray
		add  func(g *image.Gray)
	}{
		{"figures in a column", page("15.6"), func(*image.Gray) {}},
		{"brackets in a column", page("(2+)"), func(*image.Gray) {}},
		{"a dashed rule", page("45.6"), func(g *image.Gray) { strokes(g, 288, 30, 650) }},
		{"dashes that continue a rule", page("45.6"), func(g *image.Gray) {
			draw.Draw(g, image.Rect(288, 20, 290, 400), image.Black, image.Point{}, draw.Src)
			strokes(g, 288, 412, 480)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := len(raster.Components(Binarise(c.page)))
			c.add(c.page)
			solid, clean := RemoveRules(Binarise(c.page), size)
			_, clean = RemoveDashedRules(clean, solid, size)
			if got := len(raster.Components(clean)); got != want {
				t.Errorf("%d pieces of text are left of %d", got, want)
			}
		})
	}
}
