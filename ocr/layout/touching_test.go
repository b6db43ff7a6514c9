package layout

import (
	"image"
	"image/draw"
	"testing"

	"tijian/ocr/page"
	"tijian/ocr/raster"
)

func TestTouchingRowsComeApart(t *testing.T) {
	g := canvas(600, 300)
	for y := 60; y < 270; y += 60 {
		write(t, g, 60, y, "Haemoglobin")
		write(t, g, 400, y, "142.5")
	}
	for x := 66; x < 220; x += 40 { // strokes that reach from row to row
		draw.Draw(g, image.Rect(x, 55, x+2, 105), image.Black, image.Point{}, draw.Src)
	}
	parts := raster.Components(page.Binarise(g))
	tall := 0
	for _, c := range splitTouchingRows(parts, size) {
		if float64(c.Box.Dy()) > touchingReach*size+float64(size)/2 && float64(c.Box.Dx()) > 0.3*size {
			tall++
		}
	}
	before := 0
	area, left := 0, 0
	for _, c := range parts {
		area += c.Area
		if float64(c.Box.Dy()) > 2*size {
			before++
		}
	}
	for _, c := range splitTouchingRows(parts, size) {
		left += c.Area
	}
	if before == 0 {
		t.Fatal("no rows touch")
	}
	if tall > 0 {
		t.Errorf("%d pieces still reach over rows", tall)
	}
	if area != left {
		t.Errorf("%d pixels of ink became %d", area, left)
	}
}
