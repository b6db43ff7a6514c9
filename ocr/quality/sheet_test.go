package quality

import (
	"image"
	"math"
	"testing"

	"tijian/ocr/raster"
)

// onTable lays a page on a dark table, tilted a little and half in shadow.
func onTable(page *image.Gray, sigma float64) *image.Gray {
	w, h := page.Rect.Dx(), page.Rect.Dy()
	p := raster.NewPlane(w+60, h+60)
	for y := range p.H {
		for x := range p.W {
			u, v := x-30+y/40, y-20-x/30
			grey := 35.0
			if u >= 0 && u < w && v >= 0 && v < h {
				grey = float64(page.GrayAt(u, v).Y) * (0.95 - 0.5/(1+math.Exp(float64(300-x+y/2)/25)))
			}
			p.V[y*p.W+x] = float32(grey)
		}
	}
	return quantised(p.Gaussian(sigma), nil)
}

// TestTableUnderTheSheet: the edge of a sheet is no print, however little
// print there is.
func TestTableUnderTheSheet(t *testing.T) {
	threshold := sharpnessInForce(t)
	for _, lines := range []int{3, 14} {
		page := drawLines(t, image.Pt(700, 800), 20, lines, 0)
		for _, sigma := range []float64{0.8} {
			if got, ok := Sharpness(onTable(page, sigma)); !ok || got <= threshold {
				t.Errorf("%d lines on a table, blurred by %g: sharpness %.2f (measured: %v), must exceed %g", lines, sigma, got, ok, threshold)
			}
		}
		for _, sigma := range []float64{3, 8, 25} {
			if got, ok := Sharpness(onTable(page, sigma)); !ok || got > threshold {
				t.Errorf("%d lines on a table, blurred by %g: sharpness %.2f (measured: %v), must not exceed %g", lines, sigma, got, ok, threshold)
			}
		}
	}
}
